/**
 * Fills a service's database like years of use would: with SQL for both engines, in seconds, while no server uses it.
 * Rows have realistic lengths, and content derived from their number, so two fills are equal.
 */
import type { Engine, ServerHome } from "../conformance/harness/index.ts";
import { fillChain } from "./growth-chain.ts";
import { openSql, type Sql } from "./growth-sql.ts";
import type { BenchConnection } from "./targets.ts";

/** The amount of data to fill in. */
export interface Extent {
  readonly executions: number;
  /** Tenants other than the measured one; each has one connection. */
  readonly tenants: number;
  /** Audit events about the executions; by default one each. */
  readonly auditEvents?: number;
}

/** Values to filter listings by. */
export interface Filled {
  readonly clientId: string;
  /** A connection of the measured tenant that one in fifty of its executions used. */
  readonly rareConnectionId: string;
  /** A key of one of the tenant's executions. */
  readonly idempotencyKey: string;
  /** The externalId of a tenant in the middle. */
  readonly externalId: string;
}

const filledTables = "'tenants','connections','connect_sessions','executions','idempotency_keys','journal'";

/** Fills the database of a home whose server has been stopped. */
export async function fill(
  engine: Engine,
  home: ServerHome,
  connection: BenchConnection,
  extent: Extent,
): Promise<Filled> {
  const sql = await openSql(engine, home.databaseUrl);
  let clientId: string;
  try {
    const [owner] = await sql.rows(`select client_id from tenants where id = '${connection.tenantId}'`);
    const taken = await takeIndexesAndTriggers(sql);
    clientId = String(owner?.["client_id"]);
    for (const text of statementsOf(engine, clientId, connection, extent)) await sql.run(text);
    await fillChain(sql, clientId, { executions: extent.executions, total: extent.auditEvents ?? extent.executions });
    for (const text of taken) await sql.run(text);
    await sql.run(engine === "sqlite" ? "pragma wal_checkpoint(truncate)" : "vacuum analyze");
  } finally {
    await sql.close();
  }
  const hex = (of: number): string => of.toString(16).padStart(24, "0");
  const own = ownEvery(extent);
  return {
    clientId,
    rareConnectionId: `con_02${hex(1)}`,
    idempotencyKey: `key-${own * 107}`,
    externalId: `customer-${Math.floor(extent.tenants / 2)}`,
  };
}

/**
 * One in this many executions belongs to the measured tenant: at least 500 in all, and one in fifty in a big database.
 */
function ownEvery({ executions }: Extent): number {
  return Math.max(2, Math.min(50, Math.floor(executions / 500)));
}

/** The statements that fill, in order. The measured tenant's executions are numbered `k` from 1. */
function statementsOf(
  engine: Engine,
  clientId: string,
  connection: BenchConnection,
  extent: Extent,
): readonly string[] {
  const hex = (of: string): string =>
    engine === "sqlite" ? `printf('%024x', ${of})` : `lpad(to_hex((${of})::bigint), 24, '0')`;
  const series = (count: number): string =>
    engine === "sqlite"
      ? `with recursive series(n) as (select 1 union all select n + 1 from series where n < ${count})`
      : `with series(n) as (select generate_series(1::bigint, ${count}))`;
  const { executions, tenants } = extent;
  const own = ownEvery(extent);
  const startedAt = Date.now() - 60 * 86_400_000;
  const at = (count: number): string => `${startedAt} + n * ${Math.floor((59 * 86_400_000) / count)}`;
  const ownConnections = Math.max(120, Math.floor(tenants / 100));
  // A few tenants have most executions. The arithmetic is exact on both engines.
  const x = "((n * 2654435761) % 1000003)";
  const tenant = `(n % ${tenants}) * ${x} / 1000003 * ${x} / 1000003 + 1`;
  const status = "case when k % 100 = 7 then 'outcome_unknown' when k % 20 = 3 then 'failed' else 'succeeded' end";
  const action =
    "case when k % 50 = 11 then 'secrets.delete' when k % 50 < 3 then 'configs.list' when k % 50 < 10 then " +
    "'secrets.set' when k % 50 < 20 then 'secrets.names.list' else 'secrets.get' end";
  return [
    `${series(tenants)} insert into tenants (id, client_id, external_id, deletion_marker, display_name, label, created_at, seal)
      select 'ten_01' || ${hex("n")}, '${clientId}', 'customer-' || n, '', 'Customer number ' || n,
        case when n % 50 = 0 then 'eu' end, ${at(tenants)}, '' from series`,
    `${series(tenants + ownConnections)} insert into connections (id, client_id, tenant_id, provider, auth_kind, status,
        account_slug, account_name, granted_actions, credential_version, created_at, updated_at)
      select case when n <= ${tenants} then 'con_01' || ${hex("n")} else 'con_02' || ${hex(`n - ${tenants}`)} end,
        '${clientId}', case when n <= ${tenants} then 'ten_01' || ${hex("n")} else '${connection.tenantId}' end, 'doppler',
        'static_credential', case when n % 20 = 3 then 'needs_reconnect' else 'active' end, 'workplace-' || n,
        'Workplace number ' || n, '["secrets.get","secrets.names.list"]', 1, ${at(tenants + ownConnections)},
        ${at(tenants + ownConnections)} from series`,
    `${series(tenants)} insert into connect_sessions (id, client_id, tenant_id, provider, auth_kind, status,
        allowed_origin, return_url, requested_actions, completion, connection_id, reconnect, token_hash, secret_hash,
        completion_code_hash, verifying_until, rejections, error_code, created_at, expires_at, seal)
      select 'cs_01' || ${hex("n")}, '${clientId}',
        case when n % ${own} = 0 then '${connection.tenantId}' else 'ten_01' || ${hex("n")} end, 'doppler',
        'static_credential', case when n % 7 = 0 then 'expired' else 'completed' end, 'https://app.example.com',
        'https://app.example.com/settings/done', '["secrets.get","secrets.names.list"]', 'automatic',
        'con_01' || ${hex("n")}, 0, '1.filled-token-' || ${hex("n")}, '1.filled-secret-' || ${hex("n")}, '', 0, 0, '',
        ${at(tenants)}, ${at(tenants)} + 1800000, '1.filled-seal' from series`,
    `${series(executions)} insert into executions (id, client_id, tenant_id, connection_id, provider, action_id, effect,
        status, summary_input, summary_output, error_code, error_detail, provider_status, provider_request_id,
        idempotency_key, attempt, fence, owner_id, created_at, dispatched_at, completed_at, settle_after)
      select 'act_01' || ${hex("n")}, '${clientId}',
        case when n % ${own} = 0 then '${connection.tenantId}' else 'ten_01' || ${hex("t")} end,
        case when n % ${own} <> 0 then 'con_01' || ${hex("t")} when k % 50 = 29 then 'con_02' || ${hex("1")}
          else '${connection.connectionId}' end,
        'doppler', ${action}, case when k % 50 < 10 then 'write' else 'read' end, ${status},
        '{"project":"harbor-api","config":"production","name":"DATABASE_URL_' || n || '"}',
        case when ${status} = 'succeeded' then '{"name":"DATABASE_URL_' || n || '"}' else 'null' end,
        case ${status} when 'succeeded' then '' when 'failed' then 'RESOURCE_NOT_FOUND' else 'ACTION_OUTCOME_UNKNOWN' end,
        case ${status} when 'succeeded' then '' else 'What happened, in a sentence or two as it stands in a record.' end,
        200, 'req_' || ${hex("n")}, case when k % 50 < 10 then 'key-' || n else '' end, 1, 1, 'own_filled', ${at(executions)},
        ${at(executions)}, ${at(executions)} + 80, 0
      from (select n, ${tenant} as t, case when n % ${own} = 0 then n / ${own} else n end as k from series) numbered`,
    `insert into idempotency_keys (client_id, tenant_id, key, state, fingerprint, execution_id, attempt, owner_id, created_at)
      select client_id, tenant_id, idempotency_key, 'done', '1.a-fingerprint-of-forty-three-characters-aaaaa', id, 1,
        owner_id, created_at from executions where idempotency_key like 'key-%'`,
    `insert into credentials (connection_id, record) select id, ${engine === "sqlite" ? "zeroblob(300)" : "decode(repeat('00', 300), 'hex')"}
      from connections where id like 'con_01%' and id not in (select connection_id from credentials)`,
  ];
}

/**
 * Drops the filled tables' indexes, whose maintenance would take hours, and on SQLite, which has no switch for them,
 * the triggers. Returns the statements that recreate them.
 */
async function takeIndexesAndTriggers(sql: Sql): Promise<readonly string[]> {
  const found = await sql.rows(
    sql.engine === "sqlite"
      ? `select type, name, sql as text from sqlite_master
         where type in ('index', 'trigger') and sql is not null and tbl_name in (${filledTables})`
      : `select 'index' as type, indexname as name, indexdef as text from pg_indexes
         where tablename in (${filledTables}) and indexname not in (select conname from pg_constraint)`,
  );
  for (const { type, name } of found) await sql.run(`drop ${String(type)} ${String(name)}`);
  return found.map(({ text }) => String(text));
}
