/** How PostgreSQL finds the records of a step: by their ids, whatever else an index would offer. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../tools/postgres/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { keyedExecution, makeConnectedTenant } from "./samples.ts";

let database: TestDatabase;
let store: Store;
let admin: Client;
before(async () => {
  database = await testDatabase();
  store = await openStore({ url: database.serverUrl, nowMs: Date.now, migrate: true, serve: true });
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await store.close();
  await database.drop();
});

/** How often each index of the records was read, as far as this connection knows. */
async function indexScans(): Promise<ReadonlyMap<string, number>> {
  await admin.query("select pg_stat_force_next_flush()");
  const { rows } = await admin.query<{ name: string; scans: string }>(
    "select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = 'executions'",
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

const steps = {
  "a hand-over":
    "select execution_hand_over(array[$1], array['owner_a'], array[0]::bigint[], array[1]::bigint[], array[1]::bigint[]) as taken",
  "an end": `select execution_end(array[$1], array['accepted'], array['owner_a'], array[0]::bigint[], array['succeeded'],
    array['null'], array[''], array[''], array[null]::bigint[], array[200]::bigint[], array[null], array[1]::bigint[],
    array['done']) as taken`,
};

for (const [name, sql] of Object.entries(steps)) {
  test(`${name} reads no index but that of the ids, also where few records are known to be open`, async () => {
    const { row, claim } = keyedExecution(await makeConnectedTenant(store));
    assert.equal((await store.executions.claim(row, claim)).kind, "claimed");
    const earlier = await indexScans();
    const { rows } = await admin.query<{ taken: boolean[] }>(sql, [row.id]);
    assert.deepEqual(rows, [{ taken: [true] }]);
    const later = await indexScans();
    const read = [...later].filter(([index, scans]) => scans !== earlier.get(index)).map(([index]) => index);
    assert.deepEqual(read, ["executions_pkey"]);
  });
}
