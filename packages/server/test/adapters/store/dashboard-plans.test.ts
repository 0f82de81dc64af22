/** The dashboard's and the sweep's statements use an index of each table that grows, by both engines' query plans. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CompiledQuery } from "kysely";
import { dueExpiries } from "../../../src/adapters/store/connections/expiry.ts";
import { dashboardStatements } from "../../../src/adapters/store/dashboard.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { sent, type Call } from "../../../src/adapters/store/statements/statement.ts";
import { firstIdOf } from "../../../src/domain/executions/port.ts";
import { oneConnection } from "./testing/one-connection.ts";
import { testSeals } from "../../test-seals.ts";

const world = oneConnection();

const span = { from: firstIdOf(1_700_000_000_000, ""), until: firstIdOf(1_700_003_600_000, ""), rows: 1000 };
const leases = { rows: 1000, now: 1_700_000_000_000 };
const { outcomes, accepted, needReconnect, executions, refreshes, deliveries } = dashboardStatements;

/** The statements on tables that grow, and the index of each. SQLite names a primary key's index itself. */
const expected: readonly (readonly [call: Call, postgres: string, sqlite: string])[] = [
  [outcomes.with(span), "executions_pkey", "sqlite_autoindex_executions_1"],
  [accepted.with(span), "executions_pkey", "sqlite_autoindex_executions_1"],
  [needReconnect.with({ rows: 1000 }), "connections_needs_reconnect", "connections_needs_reconnect"],
  [dueExpiries.with({ nowMs: 10_000, limit: 500 }), "connections_expiry", "connections_expiry"],
  [executions.with({ rows: 1000 }), "executions_running", "executions_running"],
  [refreshes.with(leases), "credential_refreshes_held", "credential_refreshes_held"],
  [deliveries.with(leases), "webhook_deliveries_due", "webhook_deliveries_due"],
];

const rows = 20_000;

/** Rows of each table; one in a thousand needs attention. */
function fill(engine: "sqlite" | "postgres"): string[] {
  const series =
    engine === "sqlite"
      ? `with recursive series(n) as (select 1 union all select n + 1 from series where n < ${rows})`
      : `with series(n) as (select generate_series(1, ${rows}))`;
  const rare = (yes: string, no: string): string => `case when n % 1000 = 0 then ${yes} else ${no} end`;
  return [
    `${series} insert into executions (id, client_id, tenant_id, connection_id, provider, action_id, effect, status,
        summary_input, summary_output, error_code, error_detail, idempotency_key, attempt, fence, owner_id, created_at, settle_after)
      select 'act_' || n, 'scl_1', 'ten_1', 'con_' || n, 'doppler', 'secrets.get', 'read', ${rare("'dispatched'", "'succeeded'")},
        '{}', 'null', '', '', '', 1, 1, 'own_1', n, 0 from series`,
    `${series} insert into connections (id, client_id, tenant_id, provider, auth_kind, status, account_slug, account_name,
        granted_actions, credential_version, expiry_due_at, created_at, updated_at)
      select 'con_' || n, 'scl_1', 'ten_1', 'github', 'oauth2', ${rare("'needs_reconnect'", "'active'")}, 'a', 'A', '[]', 1,
        case when n % 1000 = 1 then n end, n, n from series`,
    `${series} insert into credential_refreshes (connection_id, owner_id, fence, lease_until, credential_version, asked_at)
      select 'con_' || n, 'own_1', 1, ${rare("n", "0")}, 1, 0 from series`,
    `${series} insert into webhook_deliveries (endpoint_id, seq, client_id, status, attempts, round_attempts, next_at,
        lease_until, fence, fault, created_at)
      select 'whe_1', n, 'scl_1', ${rare("'pending'", "'delivered'")}, 1, 1, n, 0, 1, '', n from series`,
  ];
}

test("on PostgreSQL, under row-level security", async () => {
  const { admin, context } = world();
  await admin.query("set session_replication_role = replica");
  for (const text of fill("postgres")) await admin.query(text);
  await admin.query("vacuum analyze");
  for (const [call, index] of expected) {
    const [text, values] = sent(call, "postgres");
    const { rows: lines } = await context.read("system", (queries) =>
      queries.executeQuery<{ "QUERY PLAN": string }>(CompiledQuery.raw(`explain ${text}`, values)),
    );
    const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
    assert.ok(plan.includes(index), `${call.name}: ${plan}`);
    assert.doesNotMatch(plan, /Seq Scan on (?!owners)/, call.name);
  }
});

test("on SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-dashboard-"));
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
  for (const text of fill("sqlite")) beside.exec(text);
  for (const [call, , index] of expected) {
    const [text] = sent(call, "sqlite");
    const steps = beside.prepare(`explain query plan ${text}`).all();
    const plan = steps.map(({ detail }) => String(detail)).join("\n");
    assert.ok(plan.includes(index), `${call.name}: ${plan}`);
    // A partial index may be scanned, because it contains only matching rows; a table may not.
    assert.doesNotMatch(
      plan,
      /SCAN (?:executions|connections|credential_refreshes|webhook_deliveries)(?! USING)/,
      call.name,
    );
  }
  beside.close();
  await store.close();
  await rm(folder, { recursive: true });
});
