-- The schema at migration 5 on SQLite, as the program of that time made it. A statement ends with a semicolon at the end of a line.
CREATE TABLE schema_migrations (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT;
CREATE TABLE deployment (
  slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
  deployment_id TEXT NOT NULL,
  sandbox INTEGER NOT NULL
) STRICT;
CREATE TABLE key_checks (
  root_key_id TEXT NOT NULL PRIMARY KEY,
  check_value BLOB NOT NULL
) STRICT;
CREATE TABLE hashing_keys (
  version INTEGER NOT NULL PRIMARY KEY,
  wrapped BLOB NOT NULL,
  root_key_id TEXT NOT NULL
) STRICT;
CREATE TABLE service_clients (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  allowed_origins TEXT NOT NULL,
  allowed_return_urls TEXT NOT NULL,
  allowed_actions TEXT NOT NULL,
  require_confirmed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE TABLE service_keys (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES service_clients (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX service_keys_client ON service_keys (client_id, created_at);
CREATE TABLE tenants (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES service_clients (id),
  external_id TEXT NOT NULL,
  living_mark TEXT NOT NULL DEFAULT '',
  display_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX tenants_external_id ON tenants (client_id, external_id, living_mark);
CREATE INDEX tenants_listing ON tenants (client_id, created_at, id);
CREATE TABLE tenant_keys (
  tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenants (id),
  wrapped BLOB NOT NULL,
  root_key_id TEXT NOT NULL
) STRICT;
CREATE TABLE connections (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  provider TEXT NOT NULL,
  auth_kind TEXT NOT NULL,
  status TEXT NOT NULL,
  account_slug TEXT NOT NULL,
  account_name TEXT NOT NULL,
  granted_actions TEXT NOT NULL,
  credential_version INTEGER NOT NULL,
  last_tested_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX connections_listing ON connections (client_id, tenant_id, created_at, id);
CREATE TABLE credentials (
  connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections (id),
  record BLOB NOT NULL
) STRICT;
CREATE TABLE connect_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  provider TEXT NOT NULL,
  auth_kind TEXT NOT NULL,
  status TEXT NOT NULL,
  allowed_origin TEXT NOT NULL,
  return_url TEXT NOT NULL,
  requested_actions TEXT NOT NULL,
  completion TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  reconnect INTEGER NOT NULL,
  token_hash TEXT NOT NULL,
  token_used_at INTEGER,
  secret_hash TEXT NOT NULL,
  completion_code_hash TEXT NOT NULL,
  verifying_until INTEGER NOT NULL,
  rejections INTEGER NOT NULL,
  error_code TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  completed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX connect_sessions_token ON connect_sessions (token_hash);
CREATE INDEX connect_sessions_secret ON connect_sessions (secret_hash);
CREATE INDEX connect_sessions_listing ON connect_sessions (client_id, tenant_id, created_at, id);
CREATE INDEX connect_sessions_expiry ON connect_sessions (status, expires_at);
CREATE INDEX connect_sessions_age ON connect_sessions (created_at);
CREATE TABLE pending_completions (
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES connect_sessions (id),
  connection TEXT NOT NULL,
  record BLOB NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE idempotency_keys (
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  key TEXT NOT NULL,
  state TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  execution_id TEXT NOT NULL,
  answer TEXT,
  attempt INTEGER NOT NULL,
  owner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, tenant_id, key)
) STRICT;
CREATE INDEX idempotency_keys_running ON idempotency_keys (owner_id) WHERE state = 'running';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CREATE TABLE executions (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  action_id TEXT NOT NULL,
  effect TEXT NOT NULL,
  status TEXT NOT NULL,
  summary_input TEXT NOT NULL,
  summary_output TEXT NOT NULL,
  error_code TEXT NOT NULL,
  error_detail TEXT NOT NULL,
  retry_after_seconds INTEGER,
  provider_status INTEGER,
  provider_request_id TEXT,
  idempotency_key TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  owner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  dispatched_at INTEGER,
  completed_at INTEGER,
  settle_after INTEGER NOT NULL,
  late_answer TEXT,
  resolution TEXT
) STRICT;
CREATE INDEX executions_listing ON executions (client_id, tenant_id, created_at, id);
CREATE INDEX executions_key ON executions (client_id, tenant_id, idempotency_key, created_at, id)
  WHERE idempotency_key <> '';
CREATE INDEX executions_age ON executions (created_at);
CREATE INDEX executions_open ON executions (owner_id) WHERE status IN ('accepted', 'dispatched');
CREATE INDEX executions_unresolved ON executions (client_id, tenant_id)
  WHERE status IN ('dispatched', 'outcome_unknown');
CREATE TABLE owners (
  owner_id TEXT NOT NULL PRIMARY KEY,
  lease_until INTEGER NOT NULL
) STRICT;
CREATE TABLE audit_events (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  actor TEXT NOT NULL,
  data TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_events_listing ON audit_events (client_id, at, id);
ALTER TABLE connections ADD COLUMN granted_scopes TEXT NOT NULL DEFAULT '[]';
CREATE TABLE oauth_flows (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES connect_sessions (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  languages TEXT NOT NULL,
  ticket_hash TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  state_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE UNIQUE INDEX oauth_flows_session ON oauth_flows (session_id);
CREATE UNIQUE INDEX oauth_flows_ticket ON oauth_flows (ticket_hash);
CREATE UNIQUE INDEX oauth_flows_state ON oauth_flows (state_hash) WHERE state_hash <> '';
CREATE INDEX oauth_flows_expiry ON oauth_flows (expires_at);
CREATE TABLE credential_refreshes (
  connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections (id),
  owner_id TEXT NOT NULL,
  fence INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  credential_version INTEGER NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT;
ALTER TABLE audit_events RENAME TO audit_events_before_chain;
CREATE TABLE audit_chains (
  client_id TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  hash TEXT NOT NULL,
  anchor_seq INTEGER NOT NULL CHECK (anchor_seq >= 0),
  anchor_hash TEXT NOT NULL,
  anchor_at INTEGER NOT NULL,
  anchor_signature TEXT NOT NULL,
  CHECK (anchor_seq <= seq)
) STRICT;
CREATE TABLE audit_events (
  client_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  actor TEXT NOT NULL,
  data TEXT NOT NULL,
  at INTEGER NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  CONSTRAINT audit_events_place PRIMARY KEY (client_id, seq)
) STRICT;
CREATE INDEX audit_events_tenant ON audit_events (client_id, tenant_id, seq);
CREATE INDEX audit_events_subject ON audit_events (client_id, subject, seq);
CREATE INDEX audit_events_type ON audit_events (client_id, type, seq) WHERE type <> 'credential.used';
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
BEGIN SELECT RAISE(ABORT, 'audit events are never changed') ; END;
CREATE TRIGGER audit_events_kept BEFORE DELETE ON audit_events
WHEN OLD.seq > coalesce((SELECT anchor_seq FROM audit_chains WHERE client_id = OLD.client_id), 0)
BEGIN SELECT RAISE(ABORT, 'audit events are kept for their retention') ; END;
CREATE TRIGGER audit_chains_forward BEFORE UPDATE ON audit_chains
WHEN NEW.client_id <> OLD.client_id OR NEW.seq < OLD.seq OR NEW.anchor_seq < OLD.anchor_seq
BEGIN SELECT RAISE(ABORT, 'an audit chain only grows') ; END;
CREATE TRIGGER audit_chains_kept BEFORE DELETE ON audit_chains
BEGIN SELECT RAISE(ABORT, 'an audit chain is never deleted') ; END;
DROP TABLE audit_events_before_chain;
