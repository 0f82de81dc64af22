/** Connect sessions except their completion. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectSessionStatus } from "../../../src/domain/connect-sessions/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { verify } from "../../domain/journal/fixture.ts";
import { addTenant, makeSession, makeTenant, record, sampleClaim, sampleConnection, sampleSession } from "./samples.ts";

const rejection = { by: "end_user", failsWith: "CREDENTIAL_REJECTED", code: "PROVIDER_UNAUTHORIZED" } as const;

export function sessionCases(store: () => Store): void {
  const statusOf = async (id: string) => (await store().connectSessions.findById(id))?.status;

  test("creates a session once per key, and finds it by id, token and secret", async () => {
    const place = await makeTenant(store());
    const session = sampleSession(place);
    const claim = sampleClaim(place.clientId, { tenantId: place.tenantId });
    const response = { status: 201, body: { id: session.id } };
    assert.deepEqual(await store().connectSessions.create(session, claim, response, "key:k"), { kind: "created" });
    const again = await store().connectSessions.create(sampleSession(place), claim, response, "key:k");
    assert.deepEqual(again.kind === "key_taken" && again.row.response, response);
    assert.deepEqual(await store().connectSessions.find(place.clientId, place.tenantId, session.id), session);
    assert.deepEqual(await store().connectSessions.findByTokenHash(session.tokenHash), session);
    assert.equal(await store().connectSessions.findBySecretHash(""), null);
    assert.equal(
      await store().connectSessions.exchange(session.id, `secret ${session.id}`, 2000, "https://app.example"),
      true,
    );
    const opened = { ...session, status: "opened", tokenUsedAt: 2000, secretHash: `secret ${session.id}` };
    assert.deepEqual(await store().connectSessions.findBySecretHash(`secret ${session.id}`), opened);
    const stranger = await makeTenant(store());
    assert.equal(await store().connectSessions.find(stranger.clientId, place.tenantId, session.id), null);
  });

  test("creates one session per key concurrently, with one audit event each", async () => {
    const place = await makeTenant(store());
    const claims = Array.from({ length: 20 }, () => sampleClaim(place.clientId, { tenantId: place.tenantId }));
    const made = await Promise.all(
      [...claims, ...claims].map(async (claim) => {
        const session = sampleSession(place);
        const response = { status: 201, body: { id: session.id } };
        return { session, claim, created: await store().connectSessions.create(session, claim, response, "key:k") };
      }),
    );
    const won = made.filter(({ created }) => created.kind === "created");
    assert.deepEqual(new Set(won.map(({ claim }) => claim)), new Set(claims));
    assert.equal(won.length, claims.length);
    for (const { claim, created } of made) {
      const winner = won.find((other) => other.claim === claim);
      if (created.kind === "key_taken") assert.deepEqual(created.row.response?.body, { id: winner?.session.id });
    }
    for (const { session, created } of made) {
      assert.equal(await statusOf(session.id), created.kind === "created" ? "pending" : undefined);
    }
    const trail = await store().audit.page(place.clientId, 0, 100);
    const events = trail.filter(({ subject }) => subject.startsWith("cs_"));
    assert.deepEqual(new Set(events.map(({ subject }) => subject)), new Set(won.map(({ session }) => session.id)));
    assert.equal(events.length, won.length);
    assert.equal((await verify(store(), place.clientId)).ok, true);
  });

  test("the token opens the session once, in time, for one of twenty", async () => {
    const place = await makeTenant(store());
    const late = await makeSession(store(), place);
    assert.equal(await store().connectSessions.exchange(late, "s", 10_000, "https://app.example"), false);
    assert.equal(await statusOf(late), "pending");
    const id = await makeSession(store(), place);
    const wins = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store().connectSessions.exchange(id, `s${n}`, 2000, "https://app.example")),
    );
    assert.equal(wins.filter(Boolean).length, 1);
    assert.equal((await store().connectSessions.findById(id))?.secretHash, `s${wins.indexOf(true)}`);
    const ended = await makeSession(store(), place);
    await store().connectSessions.end(ended, "cancelled", "", 1500, { actor: "system" });
    assert.equal(await store().connectSessions.exchange(ended, "s", 2000, "https://app.example"), false);
  });

  test("allows one verification at a time, until it ends or times out", async () => {
    const id = await makeSession(store(), await makeTenant(store()), { status: "opened" });
    const begin = (at: number) => store().connectSessions.beginVerification(id, at, at + 100);
    const wins = await Promise.all(Array.from({ length: 20 }, () => begin(2000)));
    assert.equal(wins.filter(Boolean).length, 1);
    assert.equal(await begin(2099), false);
    assert.equal(await begin(2100), true);
    await store().connectSessions.endVerification(id);
    assert.equal(await begin(2101), true);
    assert.equal(await begin(10_000), false);
  });

  test("doesn't verify a session before its exchange or after its end", async () => {
    const place = await makeTenant(store());
    for (const status of ["pending", "awaiting_confirmation", "completed", "failed"] as const) {
      const id = await makeSession(store(), place, { status });
      assert.equal(await store().connectSessions.beginVerification(id, 2000, 2100), false, status);
    }
  });

  test("fails the session at the fifth rejection; each one ends the verification", async () => {
    const id = await makeSession(store(), await makeTenant(store()), { status: "opened" });
    for (const count of [1, 2, 3, 4, 5]) {
      assert.equal(await store().connectSessions.beginVerification(id, 2000, 2100), true);
      assert.equal(await store().connectSessions.reject(id, 5, 2000, rejection), count);
      assert.equal(await statusOf(id), count < 5 ? "opened" : "failed");
    }
    const session = await store().connectSessions.findById(id);
    assert.equal(session?.errorCode, "CREDENTIAL_REJECTED");
    assert.equal(session.completedAt, 2000);
    assert.equal(await store().connectSessions.reject(id, 5, 2000, rejection), 5);
  });

  test("ends a session once, and deletes its pending credential", async () => {
    const place = await makeTenant(store());
    const id = await makeSession(store(), place, { status: "opened", completion: "confirmed" });
    const pending = { connection: sampleConnection(place), record, at: 2000, completionCodeHash: "c", confirmBy: 9000 };
    assert.equal(await store().connectSessions.awaitConfirmation(id, pending), true);
    assert.equal(await store().connectSessions.end(id, "failed", "SOME_CODE", 3000, { actor: "system" }), true);
    assert.equal(await store().connectSessions.end(id, "cancelled", "", 3001, { actor: "system" }), false);
    const session = await store().connectSessions.findById(id);
    assert.equal(session?.status, "failed");
    assert.equal(session.errorCode, "SOME_CODE");
    assert.equal(session.completionCodeHash, "");
    assert.equal(await store().connectSessions.pendingCompletion(id), null);
  });

  test("appends an event in the commit of an end, and none without an end", async () => {
    const place = await makeTenant(store());
    const events = async () =>
      (await store().audit.page(place.clientId, 0, 100))
        .filter(({ type, subject }) => subject.startsWith("cs_") && type !== "connect_session.created")
        .map(({ type, subject }) => [type, subject]);
    const ended = await makeSession(store(), place, { status: "opened" });
    await store().connectSessions.end(ended, "failed", "CODE", 3000, { actor: "system" });
    await store().connectSessions.end(ended, "cancelled", "", 3000, { actor: "system" });
    const refused = await makeSession(store(), place, { status: "opened" });
    for (let count = 1; count <= 3; count += 1) {
      await store().connectSessions.reject(refused, 2, 3000, rejection);
    }
    const due = await makeSession(store(), place, { status: "opened", createdAt: 2_000_000, expiresAt: 2_000_500 });
    for (let count = 1; count <= 2; count += 1) await store().connectSessions.sweep(2_000_500, 500);
    assert.deepEqual(await events(), [
      ["connect_session.failed", ended],
      ["credential.rejected", refused],
      ["credential.rejected", refused],
      ["connect_session.failed", refused],
      ["connect_session.expired", due],
    ]);
    // If the event can't be appended, the end is undone.
    const kept = await makeSession(store(), place, { status: "opened" });
    const broken = { actor: undefined as never };
    await assert.rejects(store().connectSessions.end(kept, "failed", "CODE", 3000, broken));
    assert.equal(await statusOf(kept), "opened");
  });

  test("lists a session past its expiry as expired, swept or not", async () => {
    const place = await makeTenant(store());
    const due = await makeSession(store(), place, { createdAt: 1, expiresAt: 5000 });
    const open = await makeSession(store(), place, { createdAt: 2 });
    const ended = await makeSession(store(), place, { createdAt: 3, status: "expired" });
    const sibling = { clientId: place.clientId, tenantId: await addTenant(store(), place.clientId) };
    await makeSession(store(), sibling, { createdAt: 4 });
    const list = async (status: ConnectSessionStatus | null) => {
      const query = { status, after: null, limit: 10, nowMs: 5000 };
      return (await store().connectSessions.list(place.clientId, place.tenantId, query)).rows.map((row) => row.id);
    };
    assert.deepEqual(await list("expired"), [ended, due]);
    assert.deepEqual(await list("pending"), [open]);
    assert.deepEqual(await list(null), [ended, open, due]);
    const query = { status: null, after: { createdAt: 3, id: ended }, limit: 1, nowMs: 5000 };
    const page = await store().connectSessions.list(place.clientId, place.tenantId, query);
    assert.deepEqual([page.rows[0]?.id, page.more], [open, true]);
  });

  test("expires due sessions and deletes their pending credentials; prunes old ones after their end", async () => {
    const place = await makeTenant(store());
    const at = 1_000_000;
    const opens = { createdAt: at, expiresAt: at + 500 };
    const id = await makeSession(store(), place, { ...opens, status: "opened", completion: "confirmed" });
    const pending = { connection: sampleConnection(place), record, at, completionCodeHash: "c", confirmBy: at + 100 };
    assert.equal(await store().connectSessions.awaitConfirmation(id, pending), true);
    const living = await makeSession(store(), place, opens);
    assert.ok((await store().connectSessions.sweep(at + 100, 100)) >= 1);
    await store().connectSessions.prune(at, 100);
    assert.equal(await statusOf(id), "expired");
    assert.equal(await store().connectSessions.pendingCompletion(id), null);
    assert.equal(await statusOf(living), "pending");
    assert.equal(await store().connectSessions.prune(at + 1, 100), 1);
    assert.equal(await statusOf(id), undefined);
    assert.equal(await statusOf(living), "pending");
  });
}
