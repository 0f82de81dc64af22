/** The tables as Kysely sees them; schema/ creates them. JSON is text, booleans are 0 or 1. */

import type { JumpCause } from "../../domain/clock/port.ts";

/** 0 or 1: neither engine needs a type of its own then. */
export type Flag = 0 | 1;

/** `tenants`; `living_mark` is "" while the tenant lives and its id afterwards. */
export type TenantsTable = {
  id: string;
  client_id: string;
  external_id: string;
  living_mark: string;
  display_name: string;
  created_at: number;
  deleted_at: number | null;
};

/** `service_clients`; the lists are JSON. */
export type ServiceClientsTable = {
  id: string;
  name: string;
  allowed_origins: string;
  allowed_return_urls: string;
  allowed_actions: string;
  require_confirmed: Flag;
  app_name: string;
  logo_url: string;
  logo_id: string;
  created_at: number;
  revoked_at: number | null;
};

/** `service_keys`. */
export type ServiceKeysTable = {
  id: string;
  client_id: string;
  name: string;
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
};

/** `connections`; `granted_actions` is JSON. */
export type ConnectionsTable = {
  id: string;
  client_id: string;
  tenant_id: string;
  provider: string;
  auth_kind: string;
  status: string;
  account_slug: string;
  account_name: string;
  granted_actions: string;
  /** JSON. */
  granted_scopes: string;
  credential_version: number;
  last_tested_at: number | null;
  created_at: number;
  updated_at: number;
};

/** `connect_sessions`; `requested_actions` is JSON. */
export type ConnectSessionsTable = {
  id: string;
  client_id: string;
  tenant_id: string;
  provider: string;
  auth_kind: string;
  status: string;
  allowed_origin: string;
  return_url: string;
  requested_actions: string;
  completion: string;
  connection_id: string;
  reconnect: Flag;
  token_hash: string;
  token_used_at: number | null;
  secret_hash: string;
  completion_code_hash: string;
  verifying_until: number;
  rejections: number;
  error_code: string;
  created_at: number;
  expires_at: number;
  completed_at: number | null;
  seal: string;
};

/** `idempotency_keys`; `answer` is JSON. */
export type IdempotencyKeysTable = {
  client_id: string;
  tenant_id: string;
  key: string;
  state: string;
  fingerprint: string;
  execution_id: string;
  answer: string | null;
  attempt: number;
  owner_id: string;
  created_at: number;
};

/** `executions`; summaries, late answer and resolution are JSON. */
export type ExecutionsTable = {
  id: string;
  client_id: string;
  tenant_id: string;
  connection_id: string;
  provider: string;
  action_id: string;
  effect: string;
  status: string;
  summary_input: string;
  summary_output: string;
  error_code: string;
  error_detail: string;
  retry_after_seconds: number | null;
  provider_status: number | null;
  provider_request_id: string | null;
  idempotency_key: string;
  attempt: number;
  fence: number;
  owner_id: string;
  created_at: number;
  dispatched_at: number | null;
  completed_at: number | null;
  settle_after: number;
  late_answer: string | null;
  resolution: string | null;
};

/** `oauth_flows`; hashes are "" until there is something to hash. */
export type OAuthFlowsTable = {
  id: string;
  session_id: string;
  provider: string;
  languages: string;
  ticket_hash: string;
  browser_hash: string;
  state_hash: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
};

/** `credential_refreshes`. */
export type CredentialRefreshesTable = {
  connection_id: string;
  owner_id: string;
  fence: number;
  lease_until: number;
  credential_version: number;
  asked_at: number;
};

/** `audit_chains`: where each chain stands, and up to where retention has let go of it. */
export type AuditChainsTable = {
  client_id: string;
  seq: number;
  hash: string;
  anchor_seq: number;
  anchor_hash: string;
  anchor_at: number;
  anchor_signature: string;
};

/** `audit_events`; `data` is JSON. */
export type AuditEventsTable = {
  client_id: string;
  seq: number;
  id: string;
  tenant_id: string;
  type: string;
  subject: string;
  actor: string;
  data: string;
  at: number;
  prev_hash: string;
  hash: string;
};

/** `event_heads`: where each client's log of events stands, and up to where retention has let go of it. */
export type EventHeadsTable = { client_id: string; seq: number; pruned_seq: number };

/** `events`; `data` is JSON. */
export type EventsTable = {
  client_id: string;
  seq: number;
  entropy: string;
  type: string;
  tenant_id: string;
  endpoint_id: string;
  data: string;
  at: number;
};

/** `webhook_endpoints`; `event_types` is JSON. */
export type WebhookEndpointsTable = {
  id: string;
  client_id: string;
  url: string;
  description: string;
  event_types: string;
  status: string;
  disabled_reason: string;
  secret_salt: string;
  secret_key: number;
  old_salt: string;
  old_key: number;
  old_until: number;
  seen_seq: number;
  failing_since: number | null;
  created_at: number;
  updated_at: number;
};

/** `webhook_deliveries`. */
export type WebhookDeliveriesTable = {
  endpoint_id: string;
  seq: number;
  client_id: string;
  status: string;
  attempts: number;
  round_attempts: number;
  next_at: number;
  lease_until: number;
  fence: number;
  answer_status: number | null;
  fault: string;
  duration_ms: number | null;
  attempted_at: number | null;
  created_at: number;
};

/** The marks that a restore leaves. */
export type RestoresTable = {
  slot: number;
  copied_at: number | null;
  keys_before: number | null;
  undated_until: number | null;
};

/** `operator_tokens`. */
export type OperatorTokensTable = {
  id: string;
  name: string;
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
};

/** `operator_sessions`. */
export type OperatorSessionsTable = {
  hash: string;
  token_id: string;
  created_at: number;
  seen_at: number;
  ends_at: number;
};

/** The service clock: one row. */
export type ServiceClockTable = {
  slot: number;
  offset_ms: number;
  mark_ms: number;
  generation: number;
  jump_cause: "" | JumpCause;
  jump_at: number | null;
  gap_from: number | null;
  gap_to: number | null;
};

/** Every table by its name. */
export type Tables = {
  schema_migrations: { number: number; name: string; checksum: string; applied_at: number };
  deployment: { slot: number; deployment_id: string; sandbox: Flag };
  key_checks: { root_key_id: string; check_value: Uint8Array };
  hashing_keys: { version: number; wrapped: Uint8Array; root_key_id: string };
  tenant_keys: { tenant_id: string; wrapped: Uint8Array; root_key_id: string };
  service_clients: ServiceClientsTable;
  client_logos: { client_id: string; id: string; media_type: string; bytes: Uint8Array };
  service_keys: ServiceKeysTable;
  tenants: TenantsTable;
  connections: ConnectionsTable;
  credentials: { connection_id: string; record: Uint8Array };
  connect_sessions: ConnectSessionsTable;
  pending_completions: { session_id: string; connection: string; record: Uint8Array; at: number };
  idempotency_keys: IdempotencyKeysTable;
  executions: ExecutionsTable;
  oauth_flows: OAuthFlowsTable;
  credential_refreshes: CredentialRefreshesTable;
  owners: { owner_id: string; beats: number; ended_at: number | null };
  audit_chains: AuditChainsTable;
  audit_events: AuditEventsTable;
  events: EventsTable;
  event_heads: EventHeadsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  restores: RestoresTable;
  service_clock: ServiceClockTable;
  uncounted_spans: { from_ms: number; to_ms: number };
  operator_tokens: OperatorTokensTable;
  operator_sessions: OperatorSessionsTable;
};
