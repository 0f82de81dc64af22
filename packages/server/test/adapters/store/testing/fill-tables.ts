/** Statements that fill the tables of listings with rows of one service client. */

/** So many that a filter without matches takes several windows. */
const rows = 1600;

/** SQL for columns whose value matters: filters, order, and uniqueness. All other text is an empty JSON list. */
const values: Readonly<Record<string, string>> = {
  client_id: "'scl_1'",
  tenant_id: "'ten_1'",
  connection_id: "'con_1'",
  endpoint_id: "'whe_1'",
  provider: "'doppler'",
  status: "'active'",
  deletion_marker: "''",
};

type Filled = { readonly table: string; readonly columns: string; readonly own?: Readonly<Record<string, string>> };

const tables: readonly Filled[] = [
  {
    table: "tenants",
    columns: "id, client_id, external_id, deletion_marker, display_name, label, created_at, seal",
    own: { id: "'ten_' || n", external_id: "'customer-' || n", label: "'eu'" },
  },
  {
    table: "connections",
    columns: `id, client_id, tenant_id, provider, auth_kind, status, account_slug, account_name, granted_actions,
      credential_version, created_at, updated_at`,
    own: {
      id: "'con_' || n",
      status: "case n % 3 when 0 then 'needs_reconnect' when 1 then 'active' else 'disconnected' end",
    },
  },
  {
    table: "connect_sessions",
    columns: `id, client_id, tenant_id, provider, auth_kind, status, allowed_origin, return_url, requested_actions,
      completion, connection_id, reconnect, token_hash, secret_hash, completion_code_hash, verifying_until, rejections,
      error_code, created_at, expires_at, seal`,
    own: { id: "'cs_' || n", status: "'completed'", token_hash: "'t' || n" },
  },
  {
    table: "executions",
    columns: `id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input,
      summary_output, error_code, error_detail, idempotency_key, attempt, fence, owner_id, created_at, settle_after`,
    own: {
      id: "'act_' || n",
      status: "case n % 2 when 0 then 'failed' else 'dispatched' end",
      idempotency_key: "'k'",
    },
  },
  {
    table: "delegated_tokens",
    columns: `id, client_id, tenant_id, key_id, parent_id, hash, max_effect, used_executions, audience, subject, agent,
      label, created_at, expires_at, seal`,
    own: { id: "'tok_' || n", label: "'l'" },
  },
  {
    table: "proposals",
    columns: `id, client_id, tenant_id, connection_id, provider, listed_origin, action_id, effect, status, summary_input,
      digest, action_version, grant_generation, precondition, asked_by, approver, idempotency_key, fingerprint, mcp_grant,
      token_chain, subject, agent, key_id, token_id, decision_seal, execution_id, error_code, error_detail, created_at,
      expires_at, next_at, ended_at`,
    own: {
      id: "'prp_' || n",
      status: "case n % 2 when 0 then 'pending' else 'denied' end",
      ended_at: "case n % 2 when 0 then null else n end",
    },
  },
  {
    table: "webhook_deliveries",
    columns: `endpoint_id, seq, client_id, status, attempts, round_attempts, next_at, lease_until, fence, fault,
      created_at`,
    own: { status: "'pending'" },
  },
  {
    table: "journal",
    columns: `client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash, public_seq, public_salt,
      public_data`,
    own: {
      id: "'evt_' || n",
      type: "case n % 2 when 0 then 'connection.tested' else 'connection.created' end",
      subject: "'con_1'",
      public_seq: "case n % 2 when 0 then 0 else (n + 1) / 2 end",
      public_salt: "case n % 2 when 0 then null else '00' end",
      public_data: "case n % 2 when 0 then null else '{}' end",
    },
  },
];

/** Columns whose value is the number of the row. */
const numbered =
  /^(?:seq|at|.*_at|.*_until|attempts?|round_attempts|fence|rejections|reconnect|.*_version|.*_after|used_executions|grant_generation)$/;

/** The statements, in order. */
export function fillStatements(engine: "sqlite" | "postgres"): string[] {
  const series =
    engine === "sqlite"
      ? `with recursive series(n) as (select 1 union all select n + 1 from series where n < ${rows})`
      : `with series(n) as (select generate_series(1, ${rows}))`;
  const valueOf = (column: string, own: Readonly<Record<string, string>>): string =>
    own[column] ?? values[column] ?? (numbered.test(column) && column !== "action_version" ? "n" : "'[]'");
  return [
    ...tables.map(({ table, columns, own = {} }) => {
      const list = columns.split(",").map((column) => column.trim());
      return `${series} insert into ${table} (${list.join(", ")}) select ${list.map((column) => valueOf(column, own)).join(", ")} from series`;
    }),
    "update journal_heads set seq = 1600, public_seq = 800 where client_id = 'scl_1'",
  ];
}
