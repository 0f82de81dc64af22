-- The first schema. Written once for both engines; {{text}}, {{int}}, {{bytes}} and {{table}} are filled in per engine
-- (migrations.ts). Times are milliseconds since the epoch. No nullable column stands in a unique index.

CREATE TABLE deployment (
  slot {{int}} NOT NULL PRIMARY KEY CHECK (slot = 1),
  deployment_id {{text}} NOT NULL,
  sandbox {{int}} NOT NULL
){{table}};

CREATE TABLE key_checks (
  root_key_id {{text}} NOT NULL PRIMARY KEY,
  check_value {{bytes}} NOT NULL
){{table}};

CREATE TABLE hashing_keys (
  version {{int}} NOT NULL PRIMARY KEY,
  wrapped {{bytes}} NOT NULL,
  root_key_id {{text}} NOT NULL
){{table}};

CREATE TABLE service_clients (
  id {{text}} NOT NULL PRIMARY KEY,
  name {{text}} NOT NULL,
  allowed_origins {{text}} NOT NULL,
  allowed_return_urls {{text}} NOT NULL,
  allowed_actions {{text}} NOT NULL,
  require_confirmed {{int}} NOT NULL,
  created_at {{int}} NOT NULL,
  revoked_at {{int}}
){{table}};

CREATE TABLE service_keys (
  id {{text}} NOT NULL PRIMARY KEY,
  client_id {{text}} NOT NULL REFERENCES service_clients (id),
  name {{text}} NOT NULL,
  hash {{text}} NOT NULL,
  created_at {{int}} NOT NULL,
  expires_at {{int}},
  revoked_at {{int}}
){{table}};
CREATE INDEX service_keys_client ON service_keys (client_id, created_at);

-- living_mark is '' while the tenant lives and its id afterwards, so that a deleted tenant gives its external id back.
CREATE TABLE tenants (
  id {{text}} NOT NULL PRIMARY KEY,
  client_id {{text}} NOT NULL REFERENCES service_clients (id),
  external_id {{text}} NOT NULL,
  living_mark {{text}} NOT NULL DEFAULT '',
  display_name {{text}} NOT NULL,
  created_at {{int}} NOT NULL,
  deleted_at {{int}}
){{table}};
CREATE UNIQUE INDEX tenants_external_id ON tenants (client_id, external_id, living_mark);
CREATE INDEX tenants_listing ON tenants (client_id, created_at, id);

CREATE TABLE tenant_keys (
  tenant_id {{text}} NOT NULL PRIMARY KEY REFERENCES tenants (id),
  wrapped {{bytes}} NOT NULL,
  root_key_id {{text}} NOT NULL
){{table}};

CREATE TABLE connections (
  id {{text}} NOT NULL PRIMARY KEY,
  client_id {{text}} NOT NULL,
  tenant_id {{text}} NOT NULL REFERENCES tenants (id),
  provider {{text}} NOT NULL,
  auth_kind {{text}} NOT NULL,
  status {{text}} NOT NULL,
  account_slug {{text}} NOT NULL,
  account_name {{text}} NOT NULL,
  granted_actions {{text}} NOT NULL,
  credential_version {{int}} NOT NULL,
  last_tested_at {{int}},
  created_at {{int}} NOT NULL,
  updated_at {{int}} NOT NULL
){{table}};
CREATE INDEX connections_listing ON connections (client_id, tenant_id, created_at, id);

CREATE TABLE credentials (
  connection_id {{text}} NOT NULL PRIMARY KEY REFERENCES connections (id),
  record {{bytes}} NOT NULL
){{table}};

CREATE TABLE connect_sessions (
  id {{text}} NOT NULL PRIMARY KEY,
  client_id {{text}} NOT NULL,
  tenant_id {{text}} NOT NULL REFERENCES tenants (id),
  provider {{text}} NOT NULL,
  auth_kind {{text}} NOT NULL,
  status {{text}} NOT NULL,
  allowed_origin {{text}} NOT NULL,
  return_url {{text}} NOT NULL,
  requested_actions {{text}} NOT NULL,
  completion {{text}} NOT NULL,
  connection_id {{text}} NOT NULL,
  reconnect {{int}} NOT NULL,
  token_hash {{text}} NOT NULL,
  token_used_at {{int}},
  secret_hash {{text}} NOT NULL,
  completion_code_hash {{text}} NOT NULL,
  verifying_until {{int}} NOT NULL,
  rejections {{int}} NOT NULL,
  error_code {{text}} NOT NULL,
  created_at {{int}} NOT NULL,
  expires_at {{int}} NOT NULL,
  completed_at {{int}}
){{table}};
CREATE UNIQUE INDEX connect_sessions_token ON connect_sessions (token_hash);
CREATE INDEX connect_sessions_secret ON connect_sessions (secret_hash);
CREATE INDEX connect_sessions_listing ON connect_sessions (client_id, tenant_id, created_at, id);
CREATE INDEX connect_sessions_expiry ON connect_sessions (status, expires_at);
CREATE INDEX connect_sessions_age ON connect_sessions (created_at);

-- What a session that awaits confirmation will write; gone when the session ends.
CREATE TABLE pending_completions (
  session_id {{text}} NOT NULL PRIMARY KEY REFERENCES connect_sessions (id),
  connection {{text}} NOT NULL,
  record {{bytes}} NOT NULL,
  at {{int}} NOT NULL
){{table}};

-- tenant_id is '-' where the operation has none, so it refers to nothing.
CREATE TABLE idempotency_keys (
  client_id {{text}} NOT NULL,
  tenant_id {{text}} NOT NULL,
  key {{text}} NOT NULL,
  state {{text}} NOT NULL,
  fingerprint {{text}} NOT NULL,
  execution_id {{text}} NOT NULL,
  answer {{text}},
  attempt {{int}} NOT NULL,
  owner_id {{text}} NOT NULL,
  created_at {{int}} NOT NULL,
  PRIMARY KEY (client_id, tenant_id, key)
){{table}};
CREATE INDEX idempotency_keys_running ON idempotency_keys (owner_id) WHERE state = 'running';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- No foreign keys: a record outlives what it speaks of, and this is the table that is written most.
CREATE TABLE executions (
  id {{text}} NOT NULL PRIMARY KEY,
  client_id {{text}} NOT NULL,
  tenant_id {{text}} NOT NULL,
  connection_id {{text}} NOT NULL,
  provider {{text}} NOT NULL,
  action_id {{text}} NOT NULL,
  effect {{text}} NOT NULL,
  status {{text}} NOT NULL,
  summary_input {{text}} NOT NULL,
  summary_output {{text}} NOT NULL,
  error_code {{text}} NOT NULL,
  error_detail {{text}} NOT NULL,
  retry_after_seconds {{int}},
  provider_status {{int}},
  provider_request_id {{text}},
  idempotency_key {{text}} NOT NULL,
  attempt {{int}} NOT NULL,
  fence {{int}} NOT NULL,
  owner_id {{text}} NOT NULL,
  created_at {{int}} NOT NULL,
  dispatched_at {{int}},
  completed_at {{int}},
  settle_after {{int}} NOT NULL,
  late_answer {{text}},
  resolution {{text}}
){{table}};
CREATE INDEX executions_listing ON executions (client_id, tenant_id, created_at, id);
CREATE INDEX executions_key ON executions (client_id, tenant_id, idempotency_key, created_at, id)
  WHERE idempotency_key <> '';
CREATE INDEX executions_age ON executions (created_at);
CREATE INDEX executions_open ON executions (owner_id) WHERE status IN ('accepted', 'dispatched');
CREATE INDEX executions_unresolved ON executions (client_id, tenant_id)
  WHERE status IN ('dispatched', 'outcome_unknown');

CREATE TABLE owners (
  owner_id {{text}} NOT NULL PRIMARY KEY,
  lease_until {{int}} NOT NULL
){{table}};

CREATE TABLE audit_events (
  id {{text}} NOT NULL PRIMARY KEY,
  client_id {{text}} NOT NULL,
  tenant_id {{text}} NOT NULL,
  type {{text}} NOT NULL,
  subject {{text}} NOT NULL,
  actor {{text}} NOT NULL,
  data {{text}} NOT NULL,
  at {{int}} NOT NULL
){{table}};
CREATE INDEX audit_events_listing ON audit_events (client_id, at, id);
