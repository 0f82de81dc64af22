/** Settling what dead owners left, and pruning. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OwnerBeats } from "../../../src/domain/executions/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { executionId, keyedExecution, makeConnectedTenant, newId, sampleExecution } from "./samples.ts";
import { succeeded, unknown } from "./settlement-samples.ts";

const handOver = { at: 2000, settleAfter: 40_000 };

export function sweepCases(store: () => Store): void {
  const found = (row: ExecutionRow) => store().executions.find(row.clientId, row.tenantId, row.id);
  const keyState = async (claim: Parameters<Store["idempotency"]["find"]>[0]) =>
    (await store().idempotency.find(claim))?.state;
  const sweep = (silent: readonly OwnerBeats[] = []) => store().executions.sweep({ silent, limit: 100 });
  const attempt = async (ownerId: string, sent: boolean) => {
    const made = keyedExecution(await makeConnectedTenant(store()), { ownerId });
    await store().executions.claim(made.row, made.claim);
    if (sent) await store().executions.dispatch(made.row, { ownerId, fence: 0 }, handOver);
    return made;
  };
  const newOwner = async () => {
    const ownerId = newId("owner");
    await store().owners.begin(ownerId);
    return ownerId;
  };
  const deadOwner = async () => {
    const ownerId = await newOwner();
    await store().owners.end(ownerId);
    return ownerId;
  };
  const beatsOf = async (ownerId: string) =>
    (await store().owners.living()).find((owner) => owner.ownerId === ownerId)?.beats;

  test("an owner beats until it has ended, and never after", async () => {
    const ownerId = await newOwner();
    assert.equal(await beatsOf(ownerId), 1);
    assert.deepEqual([await store().owners.beat(ownerId), await store().owners.beat(ownerId)], [true, true]);
    assert.equal(await beatsOf(ownerId), 3);
    await store().owners.end(ownerId);
    assert.equal(await beatsOf(ownerId), undefined);
    assert.equal(await store().owners.beat(ownerId), false);
    await store().owners.begin(ownerId);
    assert.equal(await store().owners.beat(ownerId), false, "an ended name can't begin again");
    assert.equal(await store().owners.beat(newId("owner")), false);
  });

  test("an owner reports the providers it has loaded until it has ended", async () => {
    const ownerId = newId("owner");
    await store().owners.begin(ownerId, { shelf: `digest of ${ownerId}` });
    const mine = async () =>
      (await store().owners.loaded()).filter(({ shelf }) => shelf === `digest of ${ownerId}`).length;
    assert.equal(await mine(), 1);
    await store().owners.end(ownerId);
    assert.equal(await mine(), 0);
  });

  test("a sweep ends a silent owner, unless it has beaten since", async () => {
    const [silent, living] = [await newOwner(), await newOwner()];
    const [left, held] = [await attempt(silent, true), await attempt(living, true)];
    await store().owners.beat(living);
    const seen = [silent, living].map((ownerId) => ({ ownerId, beats: 1 }));
    assert.deepEqual(await sweep(seen), { failed: 0, unknown: 1 });
    assert.equal((await found(left.row))?.status, "outcome_unknown");
    assert.equal((await found(held.row))?.status, "dispatched");
    assert.deepEqual([await store().owners.beat(silent), await store().owners.beat(living)], [false, true]);
    assert.deepEqual(await sweep([{ ownerId: living, beats: 3 }]), { failed: 0, unknown: 1 });
  });

  test("fails what a dead owner had accepted and frees its key; what it had sent becomes unknown", async () => {
    const dead = await newOwner();
    const [accepted, sent] = [await attempt(dead, false), await attempt(dead, true)];
    assert.deepEqual(await sweep(), { failed: 0, unknown: 0 });
    await store().owners.end(dead);
    assert.deepEqual(await sweep(), { failed: 1, unknown: 1 });
    assert.deepEqual(await sweep(), { failed: 0, unknown: 0 });

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

  test("an owner that wakes late neither sends nor settles swept records", async () => {
    const dead = await deadOwner();
    const [accepted, sent] = [await attempt(dead, false), await attempt(dead, true)];
    assert.deepEqual(await sweep(), { failed: 1, unknown: 1 });
    assert.equal(await store().executions.dispatch(accepted.row, { ownerId: dead, fence: 0 }, handOver), false);
    const expect = { from: "dispatched", ownerId: dead, fence: 1 } as const;
    assert.equal(await store().executions.settle(sent.row, expect, succeeded), false);
    assert.equal((await found(sent.row))?.status, "outcome_unknown");
    assert.equal((await found(accepted.row))?.status, "failed");
  });

  test("concurrent sweeps settle each record once", async () => {
    const dead = await deadOwner();
    for (let n = 0; n < 10; n += 1) await attempt(dead, n % 2 === 0);
    const counts = await Promise.all(Array.from({ length: 8 }, () => sweep()));
    const again = await sweep();
    const sum = (part: "failed" | "unknown") => [...counts, again].reduce((total, count) => total + count[part], 0);
    assert.deepEqual([sum("failed"), sum("unknown")], [5, 5]);
  });

  test("treats an owner without a row as dead, but never a living one, however old its records", async () => {
    const [nobody, living] = [newId("owner"), await newOwner()];
    const [left, held] = [await attempt(nobody, true), await attempt(living, true)];
    assert.deepEqual(await sweep(), { failed: 0, unknown: 1 });
    assert.equal((await found(left.row))?.status, "outcome_unknown");
    assert.equal((await found(held.row))?.status, "dispatched");
    assert.ok(held.row.createdAt < 10_000, "the record is as old as it can be");
    await store().owners.end(living);
    await sweep();
  });

  test("an owner gives up the records it names, if they are open", async () => {
    const ownerId = await newOwner();
    const [accepted, sent, kept] = [
      await attempt(ownerId, false),
      await attempt(ownerId, true),
      await attempt(ownerId, true),
    ];
    const other = await attempt(await newOwner(), true);
    const ids = [accepted, sent, kept].map(({ row }) => row.id);
    assert.deepEqual((await store().executions.openOf(ownerId)).sort(), [...ids].sort());
    const named = [accepted.row.id, sent.row.id, other.row.id];
    assert.deepEqual(await store().executions.giveUp(ownerId, named), { failed: 1, unknown: 1 });
    assert.deepEqual(await store().executions.giveUp(ownerId, named), { failed: 0, unknown: 0 });
    assert.deepEqual(await store().executions.openOf(ownerId), [kept.row.id]);
    assert.equal((await found(other.row))?.status, "dispatched");
    assert.equal(await keyState(accepted.claim), "freed");
    for (const { row } of [kept, other]) await store().owners.end(row.ownerId);
    await sweep();
  });

  test("sweeps no more records than the limit", async () => {
    const dead = await deadOwner();
    for (let n = 0; n < 5; n += 1) await attempt(dead, true);
    const few = () => store().executions.sweep({ silent: [], limit: 3 });
    assert.deepEqual(
      [await few(), await few()],
      [
        { failed: 0, unknown: 3 },
        { failed: 0, unknown: 2 },
      ],
    );
  });

  test("prunes old settled executions; unknown, open and young ones stay", async () => {
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
    // The clock was set between id and time. If either is young, the record stays.
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
