/** How PostgreSQL finds the records of a step: by their ids, whatever else an index would offer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionRow, ExecutionStore } from "../../src/executions/port.ts";
import { createExecutionStore } from "../../src/store/executions/executions.ts";
import { keyedExecution, makeConnectedTenant, succeeded } from "./samples.ts";
import { countReads, oneConnection } from "./testing/one-connection.ts";

const world = oneConnection();
let stepping: ExecutionStore | undefined;

/** One for all tests: what goes together is a matter of one store. */
function executions(): ExecutionStore {
  stepping ??= createExecutionStore(world().context, { held: () => ({ epoch: 1, needsSync: false }) });
  return stepping;
}

/** How often each index of the records was read by the one connection. */
async function indexScans(): Promise<ReadonlyMap<string, number>> {
  await countReads(world());
  const { rows } = await world().admin.query<{ name: string; scans: string }>(
    "select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = 'executions'",
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

const steps: Readonly<Record<string, (row: ExecutionRow) => Promise<boolean>>> = {
  "a hand-over": (row) => executions().dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 1, settleAfter: 1 }),
  "an end": (row) => executions().settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, succeeded),
};

for (const [name, take] of Object.entries(steps)) {
  for (const several of [1, 4]) {
    test(`${name} of ${several} at once reads no index but that of the ids, also where few records are known to be open`, async () => {
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

// A plan is kept while a table grows.
test("the ends of several do not read all records, also where PostgreSQL knows that they are few", async () => {
  const { store, admin } = world();
  const place = await makeConnectedTenant(store);
  const made = Array.from({ length: 4 }, () => keyedExecution(place));
  for (const { row, claim } of made) assert.equal((await store.executions.claim(row, claim)).kind, "claimed");
  await admin.query("analyze executions");
  const four = (value: string): string => `array_fill(${value}, array[4])`;
  const settled = ["'succeeded'::text", "'null'::text", "''::text", "''::text", "null::bigint", "null::bigint"];
  const values = [
    "'accepted'::text",
    "'owner_a'::text",
    "0::bigint",
    ...settled,
    "null::text",
    "1::bigint",
    "'done'::text",
  ];
  await admin.query("begin");
  const { rows: called } = await admin.query<{ taken: boolean[] }>(
    `select execution_end($1, ${values.map(four).join()}) as taken`,
    [made.map(({ row }) => row.id)],
  );
  const { rows: read } = await admin.query("select pg_stat_get_xact_numscans('executions'::regclass)::int as whole");
  await admin.query("commit");
  assert.deepEqual(called, [{ taken: [true, true, true, true] }]);
  assert.deepEqual(read, [{ whole: 0 }]);
});

test("the ends of several are planned once", async () => {
  const { admin } = world();
  const plans: string[] = [];
  const onNotice = ({ detail = "" }: { detail?: string | undefined }): number => plans.push(detail);
  const listsOf = (values: readonly string[]): string => values.map((value) => `array_fill(${value}, array[2])`).join();
  const settled = ["'succeeded'::text", "'null'::text", "''::text", "''::text", "null::bigint", "null::bigint"];
  const values = ["'exec_none'::text", "'accepted'::text", "'owner_a'::text", "0::bigint", ...settled];
  const call = `select execution_end(${listsOf([...values, "null::text", "1::bigint", "''::text"])}) as taken`;
  admin.on("notice", onNotice);
  await admin.query("set debug_print_plan = on; set client_min_messages = log");
  for (let times = 0; times < 8; times += 1) await admin.query(call);
  const first = plans.splice(0);
  for (let times = 0; times < 4; times += 1) await admin.query(call);
  await admin.query("reset debug_print_plan; reset client_min_messages");
  admin.off("notice", onNotice);
  const updates = (made: readonly string[]): number => made.filter((plan) => plan.includes(":commandType 2")).length;
  assert.equal(updates(first), 1);
  assert.equal(updates(plans), 0);
});
