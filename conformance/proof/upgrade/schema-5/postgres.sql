-- The schema at migration 5 on PostgreSQL, as the program of that time made it. A statement ends with a semicolon at the end of a line.
CREATE TABLE schema_migrations (number BIGINT NOT NULL PRIMARY KEY, name TEXT COLLATE "C" NOT NULL, checksum TEXT COLLATE "C" NOT NULL, applied_at BIGINT NOT NULL);
CREATE TABLE deployment (
  slot BIGINT NOT NULL PRIMARY KEY CHECK (slot = 1),
  deployment_id TEXT COLLATE "C" NOT NULL,
  sandbox BIGINT NOT NULL
);
CREATE TABLE key_checks (
  root_key_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  check_value BYTEA NOT NULL
);
CREATE TABLE hashing_keys (
  version BIGINT NOT NULL PRIMARY KEY,
  wrapped BYTEA NOT NULL,
  root_key_id TEXT COLLATE "C" NOT NULL
);
CREATE TABLE service_clients (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  allowed_origins TEXT COLLATE "C" NOT NULL,
  allowed_return_urls TEXT COLLATE "C" NOT NULL,
  allowed_actions TEXT COLLATE "C" NOT NULL,
  require_confirmed BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE TABLE service_keys (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES service_clients (id),
  name TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT
);
CREATE INDEX service_keys_client ON service_keys (client_id, created_at);
CREATE TABLE tenants (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES service_clients (id),
  external_id TEXT COLLATE "C" NOT NULL,
  living_mark TEXT COLLATE "C" NOT NULL DEFAULT '',
  display_name TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE UNIQUE INDEX tenants_external_id ON tenants (client_id, external_id, living_mark);
CREATE INDEX tenants_listing ON tenants (client_id, created_at, id);
CREATE TABLE tenant_keys (
  tenant_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tenants (id),
  wrapped BYTEA NOT NULL,
  root_key_id TEXT COLLATE "C" NOT NULL
);
CREATE TABLE connections (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL REFERENCES tenants (id),
  provider TEXT COLLATE "C" NOT NULL,
  auth_kind TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  account_slug TEXT COLLATE "C" NOT NULL,
  account_name TEXT COLLATE "C" NOT NULL,
  granted_actions TEXT COLLATE "C" NOT NULL,
  credential_version BIGINT NOT NULL,
  last_tested_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX connections_listing ON connections (client_id, tenant_id, created_at, id);
CREATE TABLE credentials (
  connection_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES connections (id),
  record BYTEA NOT NULL
);
CREATE TABLE connect_sessions (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL REFERENCES tenants (id),
  provider TEXT COLLATE "C" NOT NULL,
  auth_kind TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  allowed_origin TEXT COLLATE "C" NOT NULL,
  return_url TEXT COLLATE "C" NOT NULL,
  requested_actions TEXT COLLATE "C" NOT NULL,
  completion TEXT COLLATE "C" NOT NULL,
  connection_id TEXT COLLATE "C" NOT NULL,
  reconnect BIGINT NOT NULL,
  token_hash TEXT COLLATE "C" NOT NULL,
  token_used_at BIGINT,
  secret_hash TEXT COLLATE "C" NOT NULL,
  completion_code_hash TEXT COLLATE "C" NOT NULL,
  verifying_until BIGINT NOT NULL,
  rejections BIGINT NOT NULL,
  error_code TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  completed_at BIGINT
);
CREATE UNIQUE INDEX connect_sessions_token ON connect_sessions (token_hash);
CREATE INDEX connect_sessions_secret ON connect_sessions (secret_hash);
CREATE INDEX connect_sessions_listing ON connect_sessions (client_id, tenant_id, created_at, id);
CREATE INDEX connect_sessions_expiry ON connect_sessions (status, expires_at);
CREATE INDEX connect_sessions_age ON connect_sessions (created_at);
CREATE TABLE pending_completions (
  session_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES connect_sessions (id),
  connection TEXT COLLATE "C" NOT NULL,
  record BYTEA NOT NULL,
  at BIGINT NOT NULL
);
CREATE TABLE idempotency_keys (
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL,
  execution_id TEXT COLLATE "C" NOT NULL,
  answer TEXT COLLATE "C",
  attempt BIGINT NOT NULL,
  owner_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (client_id, tenant_id, key)
);
CREATE INDEX idempotency_keys_running ON idempotency_keys (owner_id) WHERE state = 'running';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CREATE TABLE executions (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  connection_id TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  action_id TEXT COLLATE "C" NOT NULL,
  effect TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  summary_input TEXT COLLATE "C" NOT NULL,
  summary_output TEXT COLLATE "C" NOT NULL,
  error_code TEXT COLLATE "C" NOT NULL,
  error_detail TEXT COLLATE "C" NOT NULL,
  retry_after_seconds BIGINT,
  provider_status BIGINT,
  provider_request_id TEXT COLLATE "C",
  idempotency_key TEXT COLLATE "C" NOT NULL,
  attempt BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  owner_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  dispatched_at BIGINT,
  completed_at BIGINT,
  settle_after BIGINT NOT NULL,
  late_answer TEXT COLLATE "C",
  resolution TEXT COLLATE "C"
);
CREATE INDEX executions_listing ON executions (client_id, tenant_id, created_at, id);
CREATE INDEX executions_key ON executions (client_id, tenant_id, idempotency_key, created_at, id)
  WHERE idempotency_key <> '';
CREATE INDEX executions_age ON executions (created_at);
CREATE INDEX executions_open ON executions (owner_id) WHERE status IN ('accepted', 'dispatched');
CREATE INDEX executions_unresolved ON executions (client_id, tenant_id)
  WHERE status IN ('dispatched', 'outcome_unknown');
CREATE TABLE owners (
  owner_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  lease_until BIGINT NOT NULL
);
CREATE TABLE audit_events (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  actor TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX audit_events_listing ON audit_events (client_id, at, id);
ALTER TABLE connections ADD COLUMN granted_scopes TEXT COLLATE "C" NOT NULL DEFAULT '[]';
CREATE TABLE oauth_flows (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  session_id TEXT COLLATE "C" NOT NULL REFERENCES connect_sessions (id) ON DELETE CASCADE,
  provider TEXT COLLATE "C" NOT NULL,
  languages TEXT COLLATE "C" NOT NULL,
  ticket_hash TEXT COLLATE "C" NOT NULL,
  browser_hash TEXT COLLATE "C" NOT NULL,
  state_hash TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE UNIQUE INDEX oauth_flows_session ON oauth_flows (session_id);
CREATE UNIQUE INDEX oauth_flows_ticket ON oauth_flows (ticket_hash);
CREATE UNIQUE INDEX oauth_flows_state ON oauth_flows (state_hash) WHERE state_hash <> '';
CREATE INDEX oauth_flows_expiry ON oauth_flows (expires_at);
CREATE TABLE credential_refreshes (
  connection_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES connections (id),
  owner_id TEXT COLLATE "C" NOT NULL,
  fence BIGINT NOT NULL,
  lease_until BIGINT NOT NULL,
  credential_version BIGINT NOT NULL,
  asked_at BIGINT NOT NULL
);
ALTER TABLE audit_events RENAME TO audit_events_before_chain;
CREATE TABLE audit_chains (
  client_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  seq BIGINT NOT NULL CHECK (seq >= 1),
  hash TEXT COLLATE "C" NOT NULL,
  anchor_seq BIGINT NOT NULL CHECK (anchor_seq >= 0),
  anchor_hash TEXT COLLATE "C" NOT NULL,
  anchor_at BIGINT NOT NULL,
  anchor_signature TEXT COLLATE "C" NOT NULL,
  CHECK (anchor_seq <= seq)
);
CREATE TABLE audit_events (
  client_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  actor TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  prev_hash TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  CONSTRAINT audit_events_place PRIMARY KEY (client_id, seq)
);
CREATE INDEX audit_events_tenant ON audit_events (client_id, tenant_id, seq);
CREATE INDEX audit_events_subject ON audit_events (client_id, subject, seq);
CREATE INDEX audit_events_type ON audit_events (client_id, type, seq) WHERE type <> 'credential.used';
CREATE FUNCTION audit_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND OLD.seq <= (SELECT anchor_seq FROM audit_chains WHERE client_id = OLD.client_id) THEN RETURN OLD
  ; END IF
  ; RAISE EXCEPTION 'audit events are never changed, and kept for their retention'
  ; END $$;
CREATE TRIGGER audit_events_kept BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_guard();
CREATE FUNCTION audit_chains_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' AND NEW.client_id = OLD.client_id AND NEW.seq >= OLD.seq AND NEW.anchor_seq >= OLD.anchor_seq
  THEN RETURN NEW
  ; END IF
  ; RAISE EXCEPTION 'an audit chain only grows'
  ; END $$;
CREATE TRIGGER audit_chains_forward BEFORE UPDATE OR DELETE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION audit_chains_guard();
CREATE FUNCTION audit_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'the audit trail is never truncated'
  ; END $$;
CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();
CREATE TRIGGER audit_chains_not_truncated BEFORE TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();
DROP TABLE audit_events_before_chain;
ALTER TABLE service_clients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON service_clients USING (
  id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE service_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON service_keys USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON tenants USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE connections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON connections USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE connect_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON connect_sessions USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE executions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON executions USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON idempotency_keys USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR execution_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE audit_chains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON audit_chains USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON audit_events USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');
ALTER TABLE tenant_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON tenant_keys USING (
  tenant_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM tenants WHERE tenants.id = tenant_keys.tenant_id));
ALTER TABLE credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON credentials USING (
  connection_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connections WHERE connections.id = credentials.connection_id));
ALTER TABLE credential_refreshes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON credential_refreshes USING (
  connection_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connections WHERE connections.id = credential_refreshes.connection_id));
ALTER TABLE pending_completions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON pending_completions USING (
  session_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connect_sessions WHERE connect_sessions.id = pending_completions.session_id));
ALTER TABLE oauth_flows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON oauth_flows USING (
  session_id = nullif(current_setting('svc.subject_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connect_sessions WHERE connect_sessions.id = oauth_flows.session_id));
