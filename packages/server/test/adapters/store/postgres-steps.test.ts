/** How PostgreSQL finds records: for a step by id, even if another index looks cheaper; and never another client's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionStore } from "../../../src/domain/executions/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import { createExecutionStore } from "../../../src/adapters/store/executions/executions.ts";
import { keyedExecution, makeConnectedTenant } from "./samples.ts";
import { succeeded } from "./settlement-samples.ts";
import { countReads, oneConnection } from "./testing/one-connection.ts";

const world = oneConnection();
let stepping: ExecutionStore | undefined;

/** One store for all tests, because batches form within a store. */
function executions(): ExecutionStore {
  stepping ??= createExecutionStore(world().context, {
    held: () => ({ epoch: 1, needsSync: false, readsTimeline: true }),
  });
  return stepping;
}

/** How often the single connection has read each index of the records. */
async function indexScans(): Promise<ReadonlyMap<string, number>> {
  await countReads(world());
  const { rows } = await world().admin.query<{ name: string; scans: string }>(
    "select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = 'executions'",
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

const steps: Readonly<Record<string, (row: ExecutionRow) => Promise<boolean>>> = {
  "a dispatch": (row) => executions().dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 1, settleAfter: 1 }),
  "a settlement": (row) => executions().settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, succeeded),
};

for (const [name, take] of Object.entries(steps)) {
  for (const several of [1, 4]) {
    test(`${name} in a batch of ${several} reads only the index of ids, even if few records seem to be open`, async () => {
      const { store } = world();
      const place = await makeConnectedTenant(store);
      const made = Array.from({ length: several }, () => keyedExecution(place));
      for (const { row, claim } of made) assert.equal((await store.executions.claim(row, claim)).kind, "claimed");
      const earlier = await indexScans();
      const taken = await Promise.all(made.map(({ row }) => take(row)));
      assert.ok(taken.every(Boolean));
      const later = await indexScans();
      const read = [...later].filter(([index, scans]) => scans !== earlier.get(index)).map(([index]) => index);
      assert.deepEqual(read, ["executions_pkey"]);
    });
  }
}

test("a listing of another client's tenant doesn't look at its records", async () => {
  const { store } = world();
  const place = await makeConnectedTenant(store);
  const { row, claim } = keyedExecution(place);
  await executions().claim(row, claim);
  const other = await makeConnectedTenant(store);
  const none = { connectionId: null, status: null, actionId: null, idempotencyKey: null, after: null, limit: 10 };
  const queries = [
    none,
    { ...none, status: "accepted" },
    { ...none, status: "failed" },
    { ...none, idempotencyKey: row.idempotencyKey },
  ] as const;
  for (const query of queries) {
    const own = await executions().list(place.clientId, place.tenantId, query);
    assert.equal(own.rows.length, query.status === "failed" ? 0 : 1);
  }
  const earlier = await indexScans();
  for (const query of queries) {
    assert.deepEqual((await executions().list(other.clientId, place.tenantId, query)).rows, []);
  }
  const range = { sinceMs: 0, untilMs: row.createdAt + 1 };
  assert.deepEqual((await executions().summarize(other.clientId, place.tenantId, range)).counts, []);
  assert.deepEqual(await indexScans(), earlier);
});
