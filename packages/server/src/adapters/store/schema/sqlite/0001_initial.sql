-- The schema of a new SQLite database. The PostgreSQL one beside it has the same tables and columns, and row-level
-- security. Until version 0.1.0 this file changes in place; after it, every change is a new file: 0002_….sql.
--
-- Conventions: times are milliseconds since the epoch, booleans are 0 or 1, lists and documents are JSON in text.
-- STRICT makes SQLite refuse a value of another type, as PostgreSQL does. No nullable column is in a unique index.

--
-- The deployment
--

-- One row: which deployment this database belongs to.
CREATE TABLE deployment (
  slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
  deployment_id TEXT NOT NULL,
  sandbox INTEGER NOT NULL
) STRICT;

-- One row: the service time that all processes share, whatever their machines' clocks say. It is the machine's clock
-- plus offset_ms.
CREATE TABLE service_clock (
  slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
  offset_ms INTEGER NOT NULL,
  -- The newest service time that a process has confirmed; 0 if none has.
  mark_ms INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  -- Why time-based work is paused, and since when; '' and NULL while the clock is in order.
  jump_cause TEXT NOT NULL CHECK (jump_cause IN ('', 'ran', 'behind', 'ahead')),
  jump_at INTEGER,
  -- Service time that a start skipped, until an operator says whether it really passed.
  gap_from INTEGER,
  gap_to INTEGER
) STRICT;
INSERT INTO service_clock (slot, offset_ms, mark_ms, generation, jump_cause) VALUES (1, 0, 0, 1, '');

-- Spans of service time that did not pass, because somebody set the clock over them. Retention does not count them.
CREATE TABLE uncounted_spans (
  from_ms INTEGER NOT NULL PRIMARY KEY,
  to_ms INTEGER NOT NULL,
  CHECK (from_ms < to_ms)
) STRICT;

-- Server processes. Each proves that it is alive by beats that others see grow; no clocks are compared.
CREATE TABLE owners (
  owner_id TEXT NOT NULL PRIMARY KEY,
  beats INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

-- What a restore from a backup left open: one row, or none if there never was a restore.
CREATE TABLE restores (
  slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
  -- In a copy made by svc-server backup: when. NULL once the operator has said which keys are too old.
  copied_at INTEGER,
  -- Idempotency keys created before this time may have acted without this database knowing; NULL if none is refused.
  keys_before INTEGER,
  -- Until then the same holds for keys that carry no time.
  undated_until INTEGER
) STRICT;

--
-- The vault's keys
--

-- Recognizes each root key, so that a wrong one is refused at the start.
CREATE TABLE key_checks (
  root_key_id TEXT NOT NULL PRIMARY KEY,
  check_value BLOB NOT NULL
) STRICT;

CREATE TABLE hashing_keys (
  version INTEGER NOT NULL PRIMARY KEY,
  wrapped BLOB NOT NULL,
  root_key_id TEXT NOT NULL
) STRICT;

--
-- Service clients and their keys
--

-- The three lists are JSON.
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

--
-- Tenants
--

-- living_mark is '' until the tenant is deleted and its id afterwards, so that its external id can be used again.
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
-- Lists for a service client, without the deleted ones; and for the operator, across clients.
CREATE INDEX tenants_living ON tenants (client_id, living_mark, created_at, id);
CREATE INDEX tenants_age ON tenants (created_at, id);

-- The key that a tenant's credentials are sealed with. Destroying it makes them unreadable, in backups too.
CREATE TABLE tenant_keys (
  tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenants (id),
  wrapped BLOB NOT NULL,
  root_key_id TEXT NOT NULL
) STRICT;

--
-- Connections
--

-- granted_actions and granted_scopes are JSON; '[]' for a credential that has no scopes.
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
  granted_scopes TEXT NOT NULL DEFAULT '[]',
  credential_version INTEGER NOT NULL,
  last_tested_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX connections_listing ON connections (client_id, tenant_id, created_at, id);
CREATE INDEX connections_age ON connections (created_at, id);
CREATE INDEX connections_needs_reconnect ON connections (created_at, id) WHERE status = 'needs_reconnect';

-- The sealed credential; gone when the connection is disconnected.
CREATE TABLE credentials (
  connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections (id),
  record BLOB NOT NULL
) STRICT;

-- At most one OAuth refresh of a connection at a time, over all replicas; the fence grows with each new holder.
CREATE TABLE credential_refreshes (
  connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections (id),
  owner_id TEXT NOT NULL,
  fence INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  credential_version INTEGER NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX credential_refreshes_held ON credential_refreshes (lease_until) WHERE lease_until > 0;

--
-- Connect sessions
--

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
  completed_at INTEGER,
  -- A keyed hash over what the session was created with, which only a server that has the vault can make.
  seal TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX connect_sessions_token ON connect_sessions (token_hash);
CREATE INDEX connect_sessions_secret ON connect_sessions (secret_hash);
CREATE INDEX connect_sessions_listing ON connect_sessions (client_id, tenant_id, created_at, id);
CREATE INDEX connect_sessions_expiry ON connect_sessions (status, expires_at);
CREATE INDEX connect_sessions_age ON connect_sessions (created_at);

-- What a session that waits for confirmation will write; gone when the session ends.
CREATE TABLE pending_completions (
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES connect_sessions (id),
  connection TEXT NOT NULL,
  record BLOB NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- A session's one OAuth flow, from its one-time address to the provider's answer. Each secret is a keyed hash, '' until
-- there is something to hash.
CREATE TABLE oauth_flows (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES connect_sessions (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  -- BCP 47 tags, most wanted first, separated by commas.
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

--
-- Idempotency keys and executions
--

-- tenant_id is '-' where the operation has no tenant, so it is no foreign key. execution_id is '' for a key of another
-- operation than an execution.
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
-- An execution's key ends with its record, so only the keys of other operations are looked up by their owner.
CREATE INDEX idempotency_keys_running ON idempotency_keys (owner_id) WHERE state = 'running' AND execution_id = '';
-- Retention: answers go first; that a key was used is remembered for years.
CREATE INDEX idempotency_keys_answered ON idempotency_keys (created_at) WHERE state IN ('done', 'freed');
CREATE INDEX idempotency_keys_expired ON idempotency_keys (created_at) WHERE state = 'expired';

-- No foreign keys: a record outlives what it refers to, and this table is written the most. An id begins with the time
-- at which it was made, so the order of ids is the order of age; retention needs no index of its own.
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
-- Every filter of a list reads its page from an index. action_id is last, so that rows of other actions are skipped
-- there.
CREATE INDEX executions_tenant ON executions (client_id, tenant_id, created_at, id, action_id);
-- A connection belongs to one tenant, so its id alone is enough.
CREATE INDEX executions_connection ON executions (connection_id, created_at, id);
CREATE INDEX executions_key ON executions (client_id, tenant_id, idempotency_key, created_at, id)
  WHERE idempotency_key <> '';
CREATE INDEX executions_troubled ON executions (client_id, tenant_id, status, created_at, id)
  WHERE status IN ('failed', 'outcome_unknown');
CREATE INDEX executions_running ON executions (client_id, tenant_id, status, created_at, id)
  WHERE status IN ('accepted', 'dispatched');
-- The operator's list, across clients.
CREATE INDEX executions_unknown ON executions (created_at, id) WHERE status = 'outcome_unknown';

--
-- The audit trail
--

-- Each service client has a chain of events: numbers without gaps, each event hashed over the one before it. seq and
-- hash are those of the newest event; a new chain has none, and is there from its client's creation. The deployment's own
-- chain is the one without a client. Retention has removed everything up to the anchor, and only a holder of the
-- vault's key can sign one.
CREATE TABLE audit_chains (
  client_id TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL CHECK (seq >= 0),
  hash TEXT NOT NULL,
  anchor_seq INTEGER NOT NULL CHECK (anchor_seq >= 0),
  anchor_hash TEXT NOT NULL,
  anchor_at INTEGER NOT NULL,
  anchor_signature TEXT NOT NULL,
  CHECK (anchor_seq <= seq)
) STRICT;
INSERT INTO audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
  VALUES ('', 0, '0000000000000000000000000000000000000000000000000000000000000000', 0, '0000000000000000000000000000000000000000000000000000000000000000', 0, '');

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
  PRIMARY KEY (client_id, seq)
) STRICT;
CREATE INDEX audit_events_tenant ON audit_events (client_id, tenant_id, seq);
CREATE INDEX audit_events_subject ON audit_events (client_id, subject, seq);
-- Nearly all events are uses of credentials, so a page of those needs no index.
CREATE INDEX audit_events_type ON audit_events (client_id, type, seq) WHERE type <> 'credential.used';

-- The database itself refuses to change the trail, or to remove what is not behind the anchor.
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END;

CREATE TRIGGER audit_events_kept BEFORE DELETE ON audit_events
WHEN OLD.seq > coalesce((SELECT anchor_seq FROM audit_chains WHERE client_id = OLD.client_id), 0)
BEGIN SELECT RAISE(ABORT, 'audit events are kept for their retention'); END;

CREATE TRIGGER audit_chains_forward BEFORE UPDATE ON audit_chains
WHEN NEW.client_id <> OLD.client_id OR NEW.seq < OLD.seq OR NEW.anchor_seq < OLD.anchor_seq
BEGIN SELECT RAISE(ABORT, 'an audit chain only grows'); END;

CREATE TRIGGER audit_chains_kept BEFORE DELETE ON audit_chains
BEGIN SELECT RAISE(ABORT, 'an audit chain is never deleted'); END;

--
-- Events and webhooks
--

-- The newest number of each service client's log. The row is locked from the moment a number is given to the commit, so
-- numbers appear in the order of commits: who has read up to one never misses a smaller one. Retention has removed
-- everything up to pruned_seq.
CREATE TABLE event_heads (
  client_id TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  pruned_seq INTEGER NOT NULL,
  CHECK (pruned_seq <= seq)
) STRICT;

-- The outbox: an event is written in the transaction that makes the change. Nothing in it is secret. Its id is made
-- from at and entropy, 10 random bytes in hexadecimal. endpoint_id is '' unless the event is for one endpoint only,
-- like a test.
CREATE TABLE events (
  client_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  entropy TEXT NOT NULL,
  type TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  data TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (client_id, seq)
) STRICT;
CREATE INDEX events_type ON events (client_id, type, seq);
CREATE INDEX events_tenant ON events (client_id, tenant_id, seq);
CREATE INDEX events_at ON events (client_id, at);

-- secret_salt and secret_key say how the signing secret is derived from the vault's hashing key; no secret is stored.
-- The old pair still signs until old_until. Events up to seen_seq have their deliveries.
CREATE TABLE webhook_endpoints (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  event_types TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason TEXT NOT NULL,
  secret_salt TEXT NOT NULL,
  secret_key INTEGER NOT NULL,
  old_salt TEXT NOT NULL,
  old_key INTEGER NOT NULL,
  old_until INTEGER NOT NULL,
  seen_seq INTEGER NOT NULL,
  failing_since INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_endpoints_client ON webhook_endpoints (client_id, created_at, id);

-- One row per event and endpoint. A sender holds it until lease_until; the fence grows each time it is taken.
CREATE TABLE webhook_deliveries (
  endpoint_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  round_attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  answer_status INTEGER,
  fault TEXT NOT NULL,
  duration_ms INTEGER,
  attempted_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (endpoint_id, seq)
) STRICT;
-- What is due is looked up endpoint by endpoint, so that the backlog of one does not hold up the others.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (client_id, seq);

--
-- Operators
--

-- Who may sign in to the console, and who is signed in. Only keyed hashes of tokens and sessions are stored.
CREATE TABLE operator_tokens (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

-- A session ends some time after seen_at, and at ends_at in any case; both are checked when it is used.
CREATE TABLE operator_sessions (
  hash TEXT NOT NULL PRIMARY KEY,
  token_id TEXT NOT NULL REFERENCES operator_tokens (id),
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX operator_sessions_token ON operator_sessions (token_id);
