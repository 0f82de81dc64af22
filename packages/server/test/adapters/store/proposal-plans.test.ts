/** The operator's list of proposals reads an index in order, however many have ended, by both engines' query plans. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { StoreContext } from "../../../src/adapters/store/context.ts";
import { createOverviewStore } from "../../../src/adapters/store/overview.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { sent, type Call } from "../../../src/adapters/store/statements/statement.ts";
import type { OverviewStore } from "../../../src/domain/operators/port.ts";
import { oneConnection } from "./testing/one-connection.ts";
import { testSeals } from "../../test-seals.ts";

const world = oneConnection();

/** Returns the statements that `work` sends, without a database. */
async function callsOf(work: (overview: OverviewStore) => Promise<unknown>): Promise<readonly Call[]> {
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
  await work(createOverviewStore({ read, list } as unknown as StoreContext));
  return seen;
}

const after = { createdAt: 15_000, id: "prp_15000" };
const expected: readonly (readonly [
  what: string,
  index: string,
  work: (overview: OverviewStore) => Promise<unknown>,
])[] = [
  ["waiting", "proposals_waiting", (overview) => overview.proposals({ status: "waiting", after: null, limit: 25 })],
  ["more waiting ones", "proposals_waiting", (overview) => overview.proposals({ status: "waiting", after, limit: 25 })],
  ["approved", "proposals_waiting", (overview) => overview.proposals({ status: "approved", after, limit: 25 })],
  ["denied", "proposals_ended", (overview) => overview.proposals({ status: "denied", after: null, limit: 25 })],
  ["more accepted", "proposals_ended", (overview) => overview.proposals({ status: "accepted", after, limit: 25 })],
  ["all", "proposals_age", (overview) => overview.proposals({ status: "all", after: null, limit: 25 })],
  ["more", "proposals_age", (overview) => overview.proposals({ status: "all", after, limit: 25 })],
  ["count", "proposals_waiting", (overview) => overview.waitingProposals(1000)],
];

/** Twenty thousand proposals; of each thousand, one is waiting and one was denied. */
function fill(engine: "sqlite" | "postgres"): string {
  const series =
    engine === "sqlite"
      ? "with recursive series(n) as (select 1 union all select n + 1 from series where n < 20000)"
      : "with series(n) as (select generate_series(1, 20000))";
  return `${series} insert into proposals (id, client_id, tenant_id, connection_id, provider, listed_origin, action_id, effect,
      status, summary_input, digest, action_version, grant_generation, precondition, asked_by, approver, idempotency_key,
      fingerprint, mcp_grant, token_chain, subject, agent, key_id, token_id, decision_seal, execution_id, error_code,
      error_detail, created_at, expires_at, next_at, ended_at)
    select 'prp_' || n, 'scl_1', 'ten_1', 'con_' || n, 'doppler', '', 'secrets.set', 'write',
      case n % 1000 when 0 then 'pending' when 1 then 'denied' else 'accepted' end, '{}', 'd', 'v', 1, '', '', 'any', 'k' || n,
      'f', '', '[]', '', '', 'k', '', '', '', '', '', n, n, 0, case n % 1000 when 0 then null else n end from series`;
}

test("on PostgreSQL", async () => {
  const { admin } = world();
  await admin.query("set session_replication_role = replica");
  await admin.query(fill("postgres"));
  await admin.query("vacuum analyze proposals");
  // As the store does for a listing's page.
  await admin.query("set enable_sort = off; set enable_incremental_sort = off");
  for (const [what, index, work] of expected) {
    for (const call of await callsOf(work)) {
      const [text, values] = sent(call, "postgres");
      const { rows } = await admin.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      // Nearly all were accepted, so the index over all of them is as good.
      const isRight = plan.includes(index) || (what === "more accepted" && plan.includes("proposals_age"));
      assert.ok(isRight, `${what}: ${plan}`);
      assert.doesNotMatch(plan, /Seq Scan|Sort/, what);
    }
  }
});

test("on SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-proposals-"));
  const file = join(folder, "svc.sqlite");
  const store = await openStore({
    seals: testSeals,
    url: `sqlite:${file}`,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const beside = new DatabaseSync(file);
  beside.exec("pragma foreign_keys = off");
  beside.exec(fill("sqlite"));
  for (const [what, index, work] of expected) {
    for (const call of await callsOf(work)) {
      const [text] = sent(call, "sqlite");
      const steps = beside.prepare(`explain query plan ${text}`).all();
      const plan = steps.map(({ detail }) => String(detail)).join("\n");
      assert.ok(plan.includes(index), `${what}: ${plan}`);
      // The index provides the order, so that a page ends after its rows.
      assert.doesNotMatch(plan, /TEMP B-TREE|SCAN proposals(?! USING)/, what);
    }
  }
  const { rows } = await store.overview.proposals({ status: "waiting", after: null, limit: 100 });
  assert.deepEqual([rows.length, rows[0]?.id, await store.overview.waitingProposals(7)], [20, "prp_20000", 7]);
  beside.close();
  await store.close();
  await rm(folder, { recursive: true });
});
