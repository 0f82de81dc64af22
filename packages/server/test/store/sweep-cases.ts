/** What dead owners leave, and what is let go after its time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionRow } from "../../src/executions/port.ts";
import type { Store } from "../../src/store/port.ts";
import { until } from "./poll.ts";
import {
  executionId,
  keyedExecution,
  makeConnectedTenant,
  newId,
  sampleExecution,
  succeeded,
  unknown,
} from "./samples.ts";

const handOver = { at: 2000, settleAfter: 40_000 };

export function sweepCases(store: () => Store): void {
  const found = (row: ExecutionRow) => store().executions.find(row.clientId, row.tenantId, row.id);
  const keyState = async (claim: Parameters<Store["idempotency"]["find"]>[0]) =>
    (await store().idempotency.find(claim))?.state;
  const sweep = (ownerId: string) => store().executions.sweep({ ownerId, staleBefore: 0, limit: 100 });
  const attempt = async (ownerId: string, sent: boolean) => {
    const made = keyedExecution(await makeConnectedTenant(store()), { ownerId });
    await store().executions.claim(made.row, made.claim);
    if (sent) await store().executions.dispatch(made.row, { ownerId, fence: 0 }, handOver);
    return made;
  };
  const deadOwner = async () => {
    const ownerId = newId("owner");
    await store().owners.renew(ownerId, 1);
    await until(async () => !(await store().owners.renew(ownerId, 1)));
    return ownerId;
  };

  test("a lease is renewed while it lasts and never after", async () => {
    const ownerId = newId("owner");
    assert.equal(await store().owners.renew(ownerId, 600_000), true);
    assert.equal(await store().owners.renew(ownerId, 600_000), true);
    await store().owners.release(ownerId);
    assert.equal(await store().owners.renew(ownerId, 600_000), false);
    const slept = await deadOwner();
    assert.equal(await store().owners.renew(slept, 600_000), false);
    assert.equal(await store().owners.renew(slept, 600_000), false);
  });

  test("what a dead owner had accepted fails and frees its key; what it had sent becomes unknown", async () => {
    const dead = newId("owner");
    await store().owners.renew(dead, 600_000);
    const [accepted, sent] = [await attempt(dead, false), await attempt(dead, true)];
    assert.deepEqual(await sweep(newId("owner")), { failed: 0, unknown: 0 });
    await store().owners.release(dead);
    assert.deepEqual(await sweep(newId("owner")), { failed: 1, unknown: 1 });
    assert.deepEqual(await sweep(newId("owner")), { failed: 0, unknown: 0 });

    const failed = await found(accepted.row);
    assert.deepEqual([failed?.status, failed?.errorCode, failed?.fence], ["failed", "ACTION_NOT_DISPATCHED", 1]);
    assert.ok((failed?.retryAfterSeconds ?? 0) > 0);
    assert.equal(await keyState(accepted.claim), "freed");
    const lost = await found(sent.row);
    assert.deepEqual([lost?.status, lost?.errorCode, lost?.fence], ["outcome_unknown", "ACTION_OUTCOME_UNKNOWN", 2]);
    assert.equal(lost?.settleAfter, handOver.settleAfter);
    assert.ok((lost.completedAt ?? 0) > 0);
    assert.equal(await keyState(sent.claim), "done");
  });

  test("an owner that wakes late neither sends nor settles what was swept", async () => {
    const dead = await deadOwner();
    const [accepted, sent] = [await attempt(dead, false), await attempt(dead, true)];
    assert.deepEqual(await sweep(newId("owner")), { failed: 1, unknown: 1 });
    assert.equal(await store().executions.dispatch(accepted.row, { ownerId: dead, fence: 0 }, handOver), false);
    const expect = { from: "dispatched", ownerId: dead, fence: 1 } as const;
    assert.equal(await store().executions.settle(sent.row, expect, succeeded), false);
    assert.equal((await found(sent.row))?.status, "outcome_unknown");
    assert.equal((await found(accepted.row))?.status, "failed");
  });

  test("sweeps at once settle each record once", async () => {
    const dead = await deadOwner();
    for (let n = 0; n < 10; n += 1) await attempt(dead, n % 2 === 0);
    const counts = await Promise.all(Array.from({ length: 8 }, () => sweep(newId("owner"))));
    const again = await sweep(newId("owner"));
    const sum = (part: "failed" | "unknown") => [...counts, again].reduce((total, count) => total + count[part], 0);
    assert.deepEqual([sum("failed"), sum("unknown")], [5, 5]);
  });

  test("an owner without a lease is dead; the sweeper itself is not", async () => {
    const nobody = newId("owner");
    const sweeper = newId("owner");
    const left = await attempt(nobody, true);
    const own = await attempt(sweeper, true);
    assert.deepEqual(await sweep(sweeper), { failed: 0, unknown: 1 });
    assert.equal((await found(left.row))?.status, "outcome_unknown");
    assert.equal((await found(own.row))?.status, "dispatched");
    await store().executions.settle(own.row, { from: "dispatched", ownerId: sweeper, fence: 1 }, succeeded);
  });

  test("the sweeper's own records stay, also when its lease has ended", async () => {
    const sweeper = await deadOwner();
    const { row } = await attempt(sweeper, true);
    assert.deepEqual(await sweep(sweeper), { failed: 0, unknown: 0 });
    assert.deepEqual(await sweep(newId("owner")), { failed: 0, unknown: 1 });
    assert.equal((await found(row))?.status, "outcome_unknown");
  });

  test("what is older than any deadline is settled whoever owns it", async () => {
    const ownerId = newId("owner");
    await store().owners.renew(ownerId, 600_000);
    const { row } = await attempt(ownerId, true);
    const stale = (staleBefore: number) => store().executions.sweep({ ownerId, staleBefore, limit: 100 });
    assert.deepEqual(await stale(row.createdAt), { failed: 0, unknown: 0 });
    assert.deepEqual(await stale(row.createdAt + 1), { failed: 0, unknown: 1 });
  });

  test("a sweep settles no more than it may", async () => {
    const dead = await deadOwner();
    for (let n = 0; n < 5; n += 1) await attempt(dead, true);
    const few = () => store().executions.sweep({ ownerId: newId("owner"), staleBefore: 0, limit: 3 });
    assert.deepEqual(
      [await few(), await few()],
      [
        { failed: 0, unknown: 3 },
        { failed: 0, unknown: 2 },
      ],
    );
  });

  test("old settled executions are let go; unknown, open and young ones stay", async () => {
    const place = await makeConnectedTenant(store());
    const make = async (createdAt: number, settlement: typeof succeeded | null, idAt = createdAt) => {
      const row = sampleExecution(place, { id: executionId(idAt), createdAt });
      await store().executions.claim(row, null);
      const expect = { from: "accepted", ownerId: row.ownerId, fence: 0 } as const;
      if (settlement !== null) await store().executions.settle(row, expect, settlement);
      return row;
    };
    const gone = [await make(10, succeeded), await make(11, { ...succeeded, status: "failed" })];
    const kept = [await make(10, unknown), await make(10, null), await make(20, succeeded)];
    // A clock that was set between id and time: whichever of the two is young keeps it.
    kept.push(await make(20, succeeded, 5), await make(5, succeeded, 20));
    const prune = (before: number, limit: number, beyond: string) => store().executions.prune(before, limit, beyond);
    assert.deepEqual(await prune(-1, 100, ""), { count: 0, last: "" });
    const [first, second] = gone.map(({ id }) => id).sort();
    assert.deepEqual(await prune(20, 1, ""), { count: 1, last: first });
    assert.deepEqual(await prune(20, 100, second ?? ""), { count: 0, last: second });
    assert.deepEqual(await prune(20, 100, first ?? ""), { count: 1, last: second });
    for (const row of gone) assert.equal(await found(row), null);
    for (const row of kept) assert.notEqual(await found(row), null);
  });
}
