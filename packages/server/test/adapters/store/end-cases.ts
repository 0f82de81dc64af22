/** Settlements in one batch: each depends only on its own record. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionRow, Settlement } from "../../../src/domain/records/record.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { keyedExecution, makeConnectedTenant, sampleExecution } from "./samples.ts";
import type { Place } from "./samples.ts";
import { freed, succeeded, unknown } from "./settlement-samples.ts";

type End = { row: ExecutionRow; ownerId?: string; fence?: number; settlement?: Settlement };

export function endCases(store: () => Store): void {
  const found = (row: ExecutionRow) => store().executions.find(row.clientId, row.tenantId, row.id);
  /** The first may be sent alone, so another record's settlement is sent before those that should share a batch. */
  const takenTogether = async (place: Place, ends: readonly End[]): Promise<boolean[]> => {
    const [, ...taken] = await Promise.all([{ row: await read(place) }, ...ends].map(settle));
    return taken;
  };
  const settle = ({ row, ownerId = "owner_a", fence = 0, settlement = succeeded }: End): Promise<boolean> =>
    store().executions.settle(row, { from: "accepted", ownerId, fence }, settlement);
  const read = async (place: Place): Promise<ExecutionRow> => {
    const row = sampleExecution(place, { effect: "read" });
    assert.equal((await store().executions.claim(row, null)).kind, "claimed");
    return row;
  };
  const write = async (place: Place): Promise<ExecutionRow> => {
    const { row, claim } = keyedExecution(place);
    assert.equal((await store().executions.claim(row, claim)).kind, "claimed");
    return row;
  };
  const kinds: Readonly<Record<string, (place: Place) => Promise<ExecutionRow>>> = { reads: read, writes: write };

  for (const [name, make] of Object.entries(kinds)) {
    test(`settles each of several ${name} in a batch with its own outcome`, async () => {
      const place = await makeConnectedTenant(store());
      const rows = await Promise.all(Array.from({ length: 9 }, () => make(place)));
      const settlements = rows.map((_row, index): Settlement => {
        return index % 2 === 0
          ? { ...succeeded, summaryOutput: { index }, completedAt: 3000 + index, providerRequestId: null }
          : { ...freed, retryAfterSeconds: index, completedAt: 3000 + index };
      });
      const ends = rows.map((row, index) => ({ row, settlement: settlements[index] ?? succeeded }));
      assert.ok((await takenTogether(place, ends)).every(Boolean));
      for (const { row, settlement } of ends) {
        const { releasesKey: _releasesKey, ...written } = settlement;
        assert.deepEqual(await found(row), { ...row, ...written });
      }
    });

    test(`of several ${name} in a batch, leaves only the unexpected ones unsettled`, async () => {
      const place = await makeConnectedTenant(store());
      const rows = await Promise.all(Array.from({ length: 6 }, () => make(place)));
      const [good, otherOwner, otherFence, ended, last] = rows;
      assert.ok(good && otherOwner && otherFence && ended && last);
      assert.equal(await settle({ row: ended, settlement: freed }), true);
      const before = await Promise.all([otherOwner, otherFence, ended].map(found));
      const taken = await takenTogether(place, [
        { row: good },
        { row: otherOwner, ownerId: "owner_b" },
        { row: otherFence, fence: 1 },
        { row: ended },
        { row: sampleExecution(place) },
        { row: last },
      ]);
      assert.deepEqual(taken, [true, false, false, false, false, true]);
      assert.deepEqual(await Promise.all([otherOwner, otherFence, ended].map(found)), before);
      for (const row of [good, last]) assert.equal((await found(row))?.status, "succeeded");
    });

    test(`of several settlements in a batch for one of the ${name}, records the first that matches`, async () => {
      const place = await makeConnectedTenant(store());
      const [row, other] = [await make(place), await make(place)];
      const taken = await takenTogether(place, [
        { row, fence: 1, settlement: freed },
        { row, settlement: freed },
        { row: other },
        { row },
        { row: other, settlement: freed },
      ]);
      assert.deepEqual(taken, [false, true, true, false, false]);
      assert.equal((await found(row))?.errorCode, "PROVIDER_UNREACHABLE");
      assert.equal((await found(other))?.status, "succeeded");
    });
  }

  test("settles reads, writes and an unknown outcome in a batch as if alone", async () => {
    const place = await makeConnectedTenant(store());
    const [plain, keyed, unsure] = [await read(place), await write(place), await write(place)];
    const taken = await takenTogether(place, [
      { row: plain },
      { row: keyed, settlement: freed },
      { row: unsure, settlement: unknown },
    ]);
    assert.deepEqual(taken, [true, true, true]);
    const states = [plain, keyed, unsure].map(async (row) => (await found(row))?.status);
    assert.deepEqual(await Promise.all(states), ["succeeded", "failed", "outcome_unknown"]);
    const stateOf = async ({ clientId, tenantId, idempotencyKey }: ExecutionRow) =>
      (await store().idempotency.find({ clientId, tenantId, key: idempotencyKey }))?.state;
    assert.equal(await stateOf(keyed), "freed");
    assert.equal(await stateOf(unsure), "done");
  });
}
