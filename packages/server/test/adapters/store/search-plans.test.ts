/** The operator's search reads an index of each big table, by both engines' query plans. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { StoreContext } from "../../../src/adapters/store/context.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { createSearchStore } from "../../../src/adapters/store/search.ts";
import { sent, type Call } from "../../../src/adapters/store/statements/statement.ts";
import type { SearchStore } from "../../../src/domain/operators/port.ts";
import { testSeals } from "../../test-seals.ts";
import { oneConnection } from "./testing/one-connection.ts";

const world = oneConnection();

/** Returns the statements that `work` sends, without a database. */
async function callsOf(work: (search: SearchStore) => Promise<unknown>): Promise<readonly Call[]> {
  const seen: Call[] = [];
  const runAll = (calls: readonly Call[]) => {
    seen.push(...calls);
    return Promise.resolve(calls.map(() => ({ rows: [] })));
  };
  const executor = { adapter: {}, provideConnection: (use: (connection: object) => unknown) => use({ runAll }) };
  const queries = { getExecutor: () => executor };
  const read = (_scope: unknown, run: (given: never) => Promise<unknown>) => run(queries as never);
  const list = (scope: unknown, run: (step: unknown) => Promise<unknown>) =>
    run((step: (given: never) => Promise<unknown>) => read(scope, step));
  await work(createSearchStore({ read, list } as unknown as StoreContext));
  return seen;
}

const options = { limit: 6, lookAtMax: 5000 };
const expected: readonly (readonly [what: string, work: (search: SearchStore) => Promise<unknown>])[] = [
  ["ids of executions", (search) => search.byId("execution", "act_19", 6)],
  ["ids of tenants", (search) => search.byId("tenant", "ten_19", 6)],
  ["ids of connections", (search) => search.byId("connection", "con_19", 6)],
  ["ids of events", (search) => search.byId("event", "evt_19", 6)],
  ["names of tenants", (search) => search.byName("tenant", "name 19", options)],
  ["names of connections", (search) => search.byName("connection", "name 19", options)],
];

/** Twenty thousand rows of each table that grows. */
function fill(engine: "sqlite" | "postgres"): string[] {
  const series =
    engine === "sqlite"
      ? "with recursive series(n) as (select 1 union all select n + 1 from series where n < 20000)"
      : "with series(n) as (select generate_series(1, 20000))";
  return [
    `${series} insert into executions (id, client_id, tenant_id, connection_id, provider, action_id, effect, status,
        summary_input, summary_output, error_code, error_detail, idempotency_key, attempt, fence, owner_id, created_at, settle_after)
      select 'act_' || n, 'scl_1', 'ten_1', 'con_1', 'doppler', 'secrets.get', 'read', 'succeeded',
        '{}', 'null', '', '', '', 1, 1, 'own_1', n, 0 from series`,
    `${series} insert into tenants (id, client_id, external_id, display_name, created_at, seal)
      select 'ten_' || n, 'scl_1', 'ext ' || n, 'Name ' || n, n, '' from series`,
    `${series} insert into connections (id, client_id, tenant_id, provider, auth_kind, status, account_slug, account_name,
        granted_actions, credential_version, created_at, updated_at)
      select 'con_' || n, 'scl_1', 'ten_1', 'github', 'oauth2', 'active', 'a', 'Name ' || n, '[]', 1, n, n from series`,
    `${series} insert into journal (client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash,
        public_seq, public_salt, public_data)
      select 'scl_1', n, 'evt_' || n, '', 'connection.created', '', '', '{}', n, '', '', n, '', '{}' from series`,
    `insert into journal_heads (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature, public_seq, pruned_seq)
      values ('scl_1', 20000, '', 0, '', 0, '', 20000, 0)`,
  ];
}

test("on PostgreSQL", async () => {
  const { admin } = world();
  await admin.query("set session_replication_role = replica");
  for (const text of fill("postgres")) await admin.query(text);
  await admin.query("vacuum analyze");
  for (const [what, work] of expected) {
    for (const call of await callsOf(work)) {
      const [text, values] = sent(call, "postgres");
      const { rows } = await admin.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      assert.match(plan, /Index/, `${what}: ${plan}`);
      assert.doesNotMatch(plan, /Seq Scan on (?!journal_heads)/, `${what}: ${plan}`);
    }
  }
});

test("on SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-search-"));
  const file = join(folder, "svc.sqlite");
  const options = { seals: testSeals, url: `sqlite:${file}`, nowMs: Date.now, migrate: true, serve: true };
  const store = await openStore(options);
  const beside = new DatabaseSync(file);
  beside.exec("pragma foreign_keys = off");
  for (const text of fill("sqlite")) beside.exec(text);
  for (const [what, work] of expected) {
    for (const call of await callsOf(work)) {
      const [text] = sent(call, "sqlite");
      const steps = beside.prepare(`explain query plan ${text}`).all();
      const plan = steps.map(({ detail }) => String(detail)).join("\n");
      assert.match(plan, /SEARCH/, `${what}: ${plan}`);
      assert.doesNotMatch(plan, /SCAN (?!head)/, `${what}: ${plan}`);
    }
  }
  beside.close();
  await store.close();
  await rm(folder, { recursive: true });
});
