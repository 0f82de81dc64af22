/** Pruning keys reads the keys that it prunes, but not those that it pruned before. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createIdempotencyStore } from "../../../src/adapters/store/keys.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { makeConnectedTenant, type Place } from "./samples.ts";
import { countReads, oneConnection } from "./testing/one-connection.ts";
import { testSeals } from "../../test-seals.ts";

const world = oneConnection();

const expiredKeys = 3000;
const limits = { responsesBefore: 10_000, tombstonesBefore: 1000, limit: 20 };
const due = [
  { state: "done", count: 7, at: 9000 },
  { state: "freed", count: 5, at: 9000 },
  { state: "expired", count: 4, at: 500 },
];

/** Keys that expired long ago, keys due to expire or to be deleted, and one too young for either. */
function keysOf(place: Place): string[] {
  const all = [{ state: "expired", count: expiredKeys, at: 2000 }, ...due, { state: "done", count: 1, at: 20_000 }];
  return all.map(
    ({ state, count, at }) => `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})
      insert into idempotency_keys (client_id, tenant_id, key, state, fingerprint, execution_id, attempt, owner_id, created_at)
      select '${place.clientId}', '${place.tenantId}', '${state}-${at}-' || n, '${state}', 'f', '', 1, 'o', ${at} from n`,
  );
}

/** A tenant whose own setup keys have already expired. */
async function placeWithoutKeys(store: Store): Promise<Place> {
  const place = await makeConnectedTenant(store);
  await store.idempotency.prune(limits);
  return place;
}

test("doesn't read expired keys again on PostgreSQL", async () => {
  const { store, admin, context } = world();
  const place = await placeWithoutKeys(store);
  for (const text of keysOf(place)) await admin.query(text);
  await admin.query("vacuum analyze idempotency_keys");
  const readSoFar = async (): Promise<number> => {
    await countReads(world());
    const { rows } = await admin.query<{ read: string }>(
      `select seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = t.relname) as read
        from pg_stat_user_tables t where relname = 'idempotency_keys'`,
    );
    return Number(rows[0]?.read);
  };
  const earlier = await readSoFar();
  assert.equal(await createIdempotencyStore(context).prune(limits), 16);
  const read = (await readSoFar()) - earlier;
  // Each key is selected once, and read again to be written.
  assert.ok(read >= 16 && read <= 64, `${read} read for 16 of ${expiredKeys}`);
});

test("searches only keys that are due on SQLite", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "svc-prune-"));
  const file = join(folder, "svc.sqlite");
  const store = await openStore({
    seals: testSeals,
    url: `sqlite:${file}`,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const prepare = t.mock.method(DatabaseSync.prototype, "prepare");
  const place = await placeWithoutKeys(store);
  prepare.mock.restore();
  const beside = new DatabaseSync(file);
  for (const text of keysOf(place)) beside.exec(text);
  assert.equal(await store.idempotency.prune(limits), 16);
  const steps = prepare.mock.calls
    .map((call) => call.arguments[0])
    .filter((text) => text.includes("with gone"))
    .flatMap((text) => beside.prepare(`explain query plan ${text}`).all())
    .map(({ detail }) => String(detail));
  const chosen = steps.filter((step) => step.includes("created_at"));
  assert.deepEqual(
    chosen.map((step) => /INDEX (\w+)/.exec(step)?.[1]),
    ["idempotency_keys_expired", "idempotency_keys_answered"],
  );
  assert.deepEqual(
    steps.filter((step) => /^SCAN (?!gone)/.test(step)),
    [],
  );
  beside.close();
  await store.close();
  await rm(folder, { recursive: true });
});
