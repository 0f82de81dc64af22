/** The service clock's row, and the deadlines that accepting a jump moves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { spansAfterAccept } from "../../../src/domain/clock/judge.ts";
import type { ClockRow } from "../../../src/domain/clock/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { sampleDelegatedToken } from "./agent-samples.ts";
import { keyedExecution, makeConnectedTenant, makeHolder, makeSession, makeTenant } from "./samples.ts";
import { unknown } from "./settlement-samples.ts";
import { sampleSignIn } from "./sign-in-cases.ts";

const day = 86_400_000;

export function clockCases(store: () => Store): void {
  const clock = () => store().clock;
  const row = async (): Promise<ClockRow> => (await clock().read()).row;
  /** Approximately the raw time that an operator would accept. */
  const rawNow = async (): Promise<number> => (await clock().read()).databaseMs ?? Date.now();
  const accept = (timePassed = false) =>
    clock().accept({ timePassed, machineMs: Date.now(), spansAfter: spansAfterAccept });
  const jumpBy = async (offsetMs: number): Promise<void> => {
    const now = await row();
    const jump = { cause: "ran", atMs: 5 } as const;
    assert.equal(await clock().replace(now, { offsetMs, jump, gap: null }), true);
  };

  test("starts without mark and jump, and moves the mark only forward and within a generation", async () => {
    assert.deepEqual(await row(), { offsetMs: 0, markMs: 0, generation: 1, jump: null, gap: null });
    assert.equal(await accept(), null, "there is nothing to accept");
    await clock().mark(1, 5000);
    await clock().mark(1, 4000);
    await clock().mark(2, 9000);
    assert.equal((await row()).markMs, 5000);
  });

  test("lets one of two processes record a jump", async () => {
    const seen = await row();
    const next = { offsetMs: -100, jump: { cause: "ran", atMs: 7 }, gap: { fromMs: 1, toMs: 2 } } as const;
    const written = await Promise.all([clock().replace(seen, next), clock().replace(seen, next)]);
    assert.deepEqual(written.toSorted(), [false, true]);
    assert.deepEqual(await row(), { ...seen, ...next });
    assert.equal(await clock().replace(seen, next), false);
    assert.ok(await accept(true));
  });

  test("accepting a forward jump ends it, records the time that didn't pass, and appends an event", async () => {
    await jumpBy(-500 * day);
    const { generation } = await row();
    const before = (await store().audit.page("", 0, 100)).length;
    const accepted = await accept();
    assert.ok(accepted !== null);
    assert.ok(Math.abs(accepted.rawMs - (await rawNow())) < 60_000);
    assert.equal(accepted.serviceMs, accepted.rawMs - 500 * day);
    assert.equal(accepted.uncountedMs, 500 * day);
    const now = { offsetMs: 0, markMs: accepted.rawMs, generation: generation + 1, jump: null, gap: null };
    assert.deepEqual(await row(), now);
    assert.deepEqual(await clock().spans(), [{ fromMs: accepted.serviceMs, toMs: accepted.rawMs }]);
    assert.equal((await store().audit.page("", 0, 100)).length, before + 1);
  });

  test("accepting a backward jump drops the recorded time beyond it", async () => {
    await jumpBy(900 * day);
    const accepted = await accept();
    assert.ok(accepted !== null && accepted.rawMs < accepted.serviceMs);
    assert.equal(accepted.uncountedMs, 0);
    for (const { toMs } of await clock().spans()) assert.ok(toMs <= accepted.rawMs);
  });

  test("deadlines keep their remaining time, unless the time passed", async () => {
    const place = await makeTenant(store());
    const begun = async (offsetMs: number): Promise<string> => {
      const now = (await rawNow()) + offsetMs;
      const id = await makeSession(store(), place, { status: "opened", createdAt: now, expiresAt: now + 600_000 });
      await jumpBy(offsetMs);
      return id;
    };
    const leftMs = async (id: string): Promise<number> => {
      const session = await store().connectSessions.find(place.clientId, place.tenantId, id);
      return (session?.expiresAt ?? 0) - (await rawNow());
    };
    for (const offsetMs of [-500 * day, 500 * day]) {
      const id = await begun(offsetMs);
      await accept();
      assert.ok(Math.abs((await leftMs(id)) - 600_000) < 60_000, `${offsetMs}: ${await leftMs(id)} ms are left`);
    }
    const over = await begun(-500 * day);
    await accept(true);
    assert.ok((await leftMs(over)) < 0);
  });

  test("a person's session keeps its remaining time, and its role is confirmed as soon as before", async () => {
    const { people } = store();
    for (const offsetMs of [-500 * day, 500 * day]) {
      const now = (await rawNow()) + offsetMs;
      const hash = `session ${String(offsetMs)}`;
      const times = { createdAt: now - 60_000, seenAt: now - 1000, confirmedAt: now - 2000, triedAt: now - 3000 };
      const session = { hash, role: "admin", sid: "", tokens: "sealed", ...times, endsAt: now + 600_000 } as const;
      await people.begin({ issuer: "https://idp.example", subject: "ada", name: "Ada" }, session, 0);
      await jumpBy(offsetMs);
      await accept();
      const found = await people.session([hash]);
      assert.ok(found !== null, "its seal is good");
      const after = await rawNow();
      for (const [name, agoMs] of Object.entries({
        createdAt: 60_000,
        seenAt: 1000,
        confirmedAt: 2000,
        triedAt: 3000,
        endsAt: -600_000,
      })) {
        const at = found.session[name as keyof typeof times];
        assert.ok(Math.abs(after - agoMs - at) < 60_000, `${String(offsetMs)}: ${name}`);
      }
    }
  });

  test("agents' tokens and sign-ins keep their remaining time", async () => {
    const holder = await makeHolder(store());
    for (const offsetMs of [-500 * day, 500 * day]) {
      const now = (await rawNow()) + offsetMs;
      const [createdAt, expiresAt] = [now, now + 600_000];
      const token = sampleDelegatedToken(holder, { createdAt, expiresAt });
      await store().delegatedTokens.create(token, "key:k");
      const signIn = sampleSignIn(holder, { createdAt, expiresAt, usableUntil: now + 300_000 });
      await store().agentSignIn.decide(signIn, "key:k");
      await jumpBy(offsetMs);
      await accept();
      const after = await rawNow();
      const leftMs = (at: number | undefined): number => Math.round(((at ?? 0) - after) / 60_000) * 60_000;
      const { chain } = (await store().delegatedTokens.findForUse(token.id)) ?? assert.fail("its seal is good");
      assert.equal(leftMs(chain[0]?.expiresAt), 600_000, String(offsetMs));
      const found = await store().agentSignIn.find(signIn.id);
      assert.deepEqual([leftMs(found?.expiresAt), leftMs(found?.usableUntil)], [600_000, 300_000], String(offsetMs));
    }
  });

  test("looks for an unknown outcome keep their remaining time, and their schedule its start", async () => {
    const place = await makeConnectedTenant(store());
    const { row, claim } = keyedExecution(place);
    await store().executions.claim(row, claim);
    const sent = { actionVersion: "v1", facts: null, digests: {} };
    await store().executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, { at: 1, settleAfter: 1, sent });
    await store().executions.settle(row, { from: "dispatched", ownerId: "owner_a", fence: 1 }, unknown);
    for (const offsetMs of [-500 * day, 500 * day]) {
      const sinceMs = (await rawNow()) + offsetMs;
      const before = await store().looks.takeOne(row.clientId, row.id, 0);
      assert.ok(before !== null && before !== "busy");
      const next = { sinceMs, made: 0, nextAtMs: sinceMs + 600_000, isPaused: false };
      await store().looks.keep(before, null, next);
      await jumpBy(offsetMs);
      await accept();
      const after = await store().looks.takeOne(row.clientId, row.id, 0);
      assert.ok(after !== null && after !== "busy");
      assert.ok(Math.abs((after.nextAtMs ?? 0) - (await rawNow()) - 600_000) < 60_000, `${offsetMs}: the next look`);
      assert.ok(Math.abs(after.sinceMs - (await rawNow())) < 60_000, `${offsetMs}: the start`);
      await store().looks.keep(after, null, next);
    }
  });
}
