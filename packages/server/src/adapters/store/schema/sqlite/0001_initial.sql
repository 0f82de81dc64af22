-- The schema of a new SQLite database. The PostgreSQL one next to it has the same tables and columns, and row-level
-- security. Until version 0.1.0 this file changes in place; after it, every change is a new file: 0002_….sql.
--
-- Conventions: times are milliseconds since the epoch, booleans are 0 or 1, lists and documents are JSON in text.
-- STRICT makes SQLite reject a value of another type, as PostgreSQL does. No nullable column is in a unique index.
--
-- A column `seal` is a keyed hash over its row, which only a server with the vault's keys can make: over all columns but
-- those that store/sealed-rows.ts names. A row that grants something and doesn't match its seal is treated as missing.
-- A row that was revoked or used has lost its seal, so clearing revoked_at or used_at doesn't bring it back.

--
-- The deployment
--

-- One row: the deployment that this database belongs to.
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
  -- The latest service time that a process has confirmed; 0 if none has.
  mark_ms INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  -- Why time-based work is paused, and since when; '' and NULL while the clock is in order.
  jump_cause TEXT NOT NULL CHECK (jump_cause IN ('', 'ran', 'behind', 'ahead')),
  jump_at INTEGER,
  -- Service time that was skipped at a start, until an operator says whether it really passed.
  gap_from INTEGER,
  gap_to INTEGER
) STRICT;
INSERT INTO service_clock (slot, offset_ms, mark_ms, generation, jump_cause) VALUES (1, 0, 0, 1, '');

-- Spans of service time that did not pass, because the clock was set past them. Retention does not count them.
CREATE TABLE uncounted_spans (
  from_ms INTEGER NOT NULL PRIMARY KEY,
  to_ms INTEGER NOT NULL,
  CHECK (from_ms < to_ms)
) STRICT;

-- Server processes. Each proves that it is alive by counting beats, which others see grow. No clocks are compared.
CREATE TABLE owners (
  owner_id TEXT NOT NULL PRIMARY KEY,
  beats INTEGER NOT NULL,
  ended_at INTEGER,
  -- The digest of each provider that the process has loaded besides the built-in ones, as JSON by slug.
  providers TEXT NOT NULL DEFAULT '{}'
) STRICT;

-- The state after a restore from a backup: one row, or none if there never was a restore.
CREATE TABLE restores (
  slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1),
  -- When svc-server backup made this copy. NULL once the operator has said which keys are too old.
  copied_at INTEGER,
  -- Idempotency keys created before this time may have acted without this database knowing. NULL if none are refused.
  keys_before INTEGER,
  -- Until this time, the same is true of keys that contain no time.
  undated_until INTEGER
) STRICT;

--
-- The vault's keys
--

-- Recognizes each root key, so that a wrong one is rejected at startup.
CREATE TABLE key_checks (
  root_key_id TEXT NOT NULL PRIMARY KEY,
  check_value BLOB NOT NULL
) STRICT;

CREATE TABLE hashing_keys (
  version INTEGER NOT NULL PRIMARY KEY,
  wrapped BLOB NOT NULL,
  root_key_id TEXT NOT NULL
) STRICT;

-- OAuth apps that are registered with providers. client_id is '' for an app of the whole deployment. wrapped is the
-- app's secret, sealed under the root key.
CREATE TABLE oauth_apps (
  client_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  app_id TEXT NOT NULL,
  name TEXT NOT NULL,
  wrapped BLOB NOT NULL,
  root_key_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, provider)
) STRICT;

--
-- Service clients and their keys
--

-- The three allowed_ lists are JSON.
CREATE TABLE service_clients (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  allowed_origins TEXT NOT NULL,
  allowed_return_urls TEXT NOT NULL,
  allowed_actions TEXT NOT NULL,
  require_confirmed INTEGER NOT NULL,
  settle_by_state INTEGER NOT NULL DEFAULT 0,
  allow_import INTEGER NOT NULL DEFAULT 0,
  app_name TEXT NOT NULL DEFAULT '',
  logo_url TEXT NOT NULL DEFAULT '',
  logo_id TEXT NOT NULL DEFAULT '',
  agent_sign_in_url TEXT NOT NULL DEFAULT '',
  -- Rules about which calls are allowed, need a person's approval or are denied, as JSON.
  policy_rules TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  seal TEXT NOT NULL,
  CHECK (revoked_at IS NULL OR seal = '')
) STRICT;

-- The images of service_clients.logo_id, in a table of their own because every request reads its service client. An id
-- is the digest of the bytes.
CREATE TABLE client_logos (
  client_id TEXT NOT NULL PRIMARY KEY REFERENCES service_clients (id),
  id TEXT NOT NULL,
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX client_logos_id ON client_logos (id);

CREATE TABLE service_keys (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES service_clients (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  -- The tenants that it reaches, as JSON: `{"ids": […]}` or `{"label": …}`; NULL if it reaches all.
  tenants TEXT,
  -- As in service_clients, for this key alone.
  policy_rules TEXT NOT NULL DEFAULT '[]',
  -- Whether it may decide on proposals.
  may_decide INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  seal TEXT NOT NULL,
  CHECK (revoked_at IS NULL OR seal = '')
) STRICT;
CREATE INDEX service_keys_client ON service_keys (client_id, created_at);

--
-- Tenants
--

-- deletion_marker is '' until the tenant is deleted and then its id, so that its external id can be used again.
CREATE TABLE tenants (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES service_clients (id),
  external_id TEXT NOT NULL,
  deletion_marker TEXT NOT NULL DEFAULT '',
  display_name TEXT NOT NULL,
  label TEXT,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  seal TEXT NOT NULL
) STRICT;
-- It begins with the external id, so that operators can look it up across service clients.
CREATE UNIQUE INDEX tenants_external_id ON tenants (external_id, client_id, deletion_marker);
-- For a service client's list, which omits deleted tenants, and for the operator's list across clients.
CREATE INDEX tenants_listing ON tenants (client_id, deletion_marker, created_at, id);
CREATE INDEX tenants_label ON tenants (client_id, label, deletion_marker, created_at, id) WHERE label IS NOT NULL;
CREATE INDEX tenants_label_age ON tenants (label, created_at, id) WHERE label IS NOT NULL AND deletion_marker = '';
CREATE INDEX tenants_age ON tenants (created_at, id);

-- Tokens that a service client hands to agents. parent_id is '' if a token was made with the key itself. connections
-- and actions are JSON, NULL if the token doesn't narrow them; audience is JSON.
CREATE TABLE delegated_tokens (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES service_clients (id),
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  key_id TEXT NOT NULL REFERENCES service_keys (id),
  parent_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  connections TEXT,
  actions TEXT,
  max_effect TEXT NOT NULL,
  max_executions INTEGER,
  -- Counted with each execution's claim, for tokens with a maximum.
  used_executions INTEGER NOT NULL,
  require_approval INTEGER NOT NULL DEFAULT 0,
  audience TEXT NOT NULL,
  subject TEXT NOT NULL,
  agent TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  seal TEXT NOT NULL,
  CHECK (revoked_at IS NULL OR seal = ''),
  CHECK (used_executions >= 0)
) STRICT;
CREATE INDEX delegated_tokens_listing ON delegated_tokens (client_id, created_at, id);
-- The operator's list, across clients.
CREATE INDEX delegated_tokens_age ON delegated_tokens (created_at, id);
CREATE INDEX delegated_tokens_tenant ON delegated_tokens (tenant_id, created_at, id);
CREATE INDEX delegated_tokens_label ON delegated_tokens (client_id, label, created_at, id) WHERE label <> '';
CREATE INDEX delegated_tokens_parent ON delegated_tokens (parent_id) WHERE parent_id <> '';
CREATE INDEX delegated_tokens_expiry ON delegated_tokens (expires_at);
-- After a restore, tokens with a budget are revoked.
CREATE INDEX delegated_tokens_budget ON delegated_tokens (id) WHERE max_executions IS NOT NULL AND revoked_at IS NULL;

-- Sign-ins of agents' hosts that an app has decided on. Before that, a request is sealed into its id and stored nowhere.
-- tenant_id is '' for the address of all tenants; approval is JSON, NULL if the app denied it. Secrets are keyed hashes,
-- '' until there is one and once it is used. grant_id is the delegated token that represents the sign-in. A row with a
-- proposal_id isn't a host's: a person wants to decide on that proposal, and the app says who they are.
CREATE TABLE agent_authorizations (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES service_clients (id),
  tenant_id TEXT NOT NULL,
  resource TEXT NOT NULL,
  host_id TEXT NOT NULL,
  host_name TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  state TEXT,
  code_challenge TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('approved', 'denied', 'completed', 'ended')),
  approval TEXT,
  secret_hash TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  usable_until INTEGER NOT NULL,
  grant_id TEXT NOT NULL,
  proposal_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT;
CREATE INDEX agent_authorizations_code ON agent_authorizations (code_hash) WHERE code_hash <> '';
CREATE INDEX agent_authorizations_expiry ON agent_authorizations (expires_at);

-- The refresh tokens of a sign-in. Each can be used once; a second use ends the sign-in.
CREATE TABLE agent_refresh_tokens (
  hash TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  grant_id TEXT NOT NULL REFERENCES delegated_tokens (id) ON DELETE CASCADE,
  host_id TEXT NOT NULL,
  resource TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  seal TEXT NOT NULL,
  CHECK (used_at IS NULL OR seal = '')
) STRICT;
CREATE INDEX agent_refresh_tokens_grant ON agent_refresh_tokens (grant_id);

-- Hosts that registered themselves. redirect_uris is JSON; used_at is the time of the newest completed sign-in.
CREATE TABLE agent_hosts (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  seal TEXT NOT NULL
) STRICT;

-- The key that a tenant's credentials are sealed with. Destroying it makes them unreadable, in backups too.
CREATE TABLE tenant_keys (
  tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenants (id),
  wrapped BLOB NOT NULL,
  root_key_id TEXT NOT NULL
) STRICT;
CREATE INDEX tenant_keys_root ON tenant_keys (root_key_id, tenant_id);

--
-- Connections
--

-- listed_origin is `name address` out of the operator's list; '' if the provider's origin is fixed.
-- granted_actions and granted_scopes are JSON; '[]' for a credential that has no scopes.
CREATE TABLE connections (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  provider TEXT NOT NULL,
  auth_kind TEXT NOT NULL,
  status TEXT NOT NULL,
  origin TEXT NOT NULL DEFAULT 'connect' CHECK (origin IN ('connect', 'import')),
  listed_origin TEXT NOT NULL DEFAULT '',
  account_slug TEXT NOT NULL,
  account_name TEXT NOT NULL,
  granted_actions TEXT NOT NULL,
  granted_scopes TEXT NOT NULL DEFAULT '[]',
  credential_version INTEGER NOT NULL,
  -- Grows each time the end user consents: with each reconnect, not with a refresh.
  grant_generation INTEGER NOT NULL DEFAULT 1,
  last_tested_at INTEGER,
  -- When the credential expires at the provider; NULL if it never does or the provider doesn't say.
  credential_expires_at INTEGER,
  -- When the next notice of that expiry is due, or the expiry itself; NULL once it has passed.
  expiry_due_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX connections_listing ON connections (client_id, tenant_id, created_at, id);
CREATE INDEX connections_age ON connections (created_at, id);
CREATE INDEX connections_provider ON connections (provider, listed_origin, id) WHERE status <> 'disconnected';
CREATE INDEX connections_needs_reconnect ON connections (created_at, id) WHERE status = 'needs_reconnect';
CREATE INDEX connections_disconnected ON connections (created_at, id) WHERE status = 'disconnected';
CREATE INDEX connections_expiry ON connections (expiry_due_at) WHERE status = 'active' AND expiry_due_at IS NOT NULL;

-- The sealed credential. It is deleted when the connection is disconnected.
CREATE TABLE credentials (
  connection_id TEXT NOT NULL PRIMARY KEY REFERENCES connections (id),
  record BLOB NOT NULL
) STRICT;

-- Allows one OAuth refresh of a connection at a time, across replicas. The fence grows with each new holder.
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
  -- A keyed hash of the values the session was created with, which only a server with the vault's keys can make.
  seal TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX connect_sessions_token ON connect_sessions (token_hash);
CREATE INDEX connect_sessions_secret ON connect_sessions (secret_hash);
CREATE INDEX connect_sessions_listing ON connect_sessions (client_id, tenant_id, created_at, id);
CREATE INDEX connect_sessions_expiry ON connect_sessions (status, expires_at);
CREATE INDEX connect_sessions_age ON connect_sessions (created_at);

-- The data that a session awaiting confirmation will write. It is deleted when the session ends.
CREATE TABLE pending_completions (
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES connect_sessions (id),
  connection TEXT NOT NULL,
  record BLOB NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- A session's OAuth flow, from its one-time URL to the provider's response. Each secret is stored as a keyed hash, ''
-- until there is one.
CREATE TABLE oauth_flows (
  id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES connect_sessions (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  -- BCP 47 tags, the preferred one first. JSON.
  languages TEXT NOT NULL,
  ticket_hash TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  state_hash TEXT NOT NULL,
  -- The OAuth client id of the app that sent the user to the provider; '' before that.
  app_id TEXT NOT NULL,
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

-- tenant_id is '-' if the operation has no tenant, so it can't be a foreign key. execution_id is '' if the operation is
-- not an execution.
CREATE TABLE idempotency_keys (
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  key TEXT NOT NULL,
  state TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  execution_id TEXT NOT NULL,
  response TEXT,
  attempt INTEGER NOT NULL,
  owner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, tenant_id, key)
) STRICT;
-- An execution's key is settled with its record, so only the keys of other operations are found by owner.
CREATE INDEX idempotency_keys_running ON idempotency_keys (owner_id) WHERE state = 'running' AND execution_id = '';
-- Retention removes answers first. The fact that a key was used is kept for years.
CREATE INDEX idempotency_keys_answered ON idempotency_keys (created_at) WHERE state IN ('done', 'freed', 'proposed');
CREATE INDEX idempotency_keys_expired ON idempotency_keys (created_at) WHERE state = 'expired';

-- No foreign keys: a record outlives the rows it refers to, and this table has the most writes. An id begins with the
-- time it was created, so ids sort by age and retention needs no index of its own.
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
  -- The grant under which an agent made it through MCP, such as key:<public id>; '' if it was made in another way.
  mcp_grant TEXT NOT NULL DEFAULT '',
  -- The delegated token that started it, after the token's ancestors, as JSON; and the person that the token acts for
  -- and the agent that holds it, or ''.
  token_chain TEXT NOT NULL DEFAULT '[]',
  subject TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT '',
  -- The approved proposal that it executes, or ''.
  proposal_id TEXT NOT NULL DEFAULT '',
  attempt INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  owner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  dispatched_at INTEGER,
  completed_at INTEGER,
  settle_after INTEGER NOT NULL,
  late_response TEXT,
  resolution TEXT,
  -- Written with the dispatch if the action declares evidence: the version of its declaration, the facts that it read
  -- before the change, and keyed digests of sensitive input fields. JSON.
  action_version TEXT,
  facts TEXT,
  digests TEXT,
  -- The newest looks at the provider, and how evidence settled the outcome. JSON.
  looks TEXT,
  settlement TEXT,
  -- Digests are kept only until the outcome is known.
  CHECK (digests IS NULL OR status IN ('dispatched', 'outcome_unknown'))
) STRICT;
-- Every filter of a list reads its page from an index. action_id is in it so that rows of other actions can be skipped
-- without reading them.
CREATE INDEX executions_tenant ON executions (client_id, tenant_id, created_at, id, action_id);
-- A connection belongs to one tenant, so its id alone is enough.
CREATE INDEX executions_connection ON executions (connection_id, created_at, id);
CREATE INDEX executions_key ON executions (client_id, tenant_id, idempotency_key, created_at, id)
  WHERE idempotency_key <> '';
CREATE INDEX executions_troubled ON executions (client_id, tenant_id, status, created_at, id)
  WHERE status IN ('failed', 'outcome_unknown');
-- A connection's failures may be few among many records, of it and of its tenant.
CREATE INDEX executions_connection_troubled ON executions (connection_id, status, created_at, id)
  WHERE status IN ('failed', 'outcome_unknown');
CREATE INDEX executions_running ON executions (client_id, tenant_id, status, created_at, id)
  WHERE status IN ('accepted', 'dispatched');
-- The operator's list, across clients.
CREATE INDEX executions_unknown ON executions (created_at, id) WHERE status = 'outcome_unknown';
-- The counts of metrics, which read nothing else.
CREATE INDEX executions_unknown_provider ON executions (provider, created_at, client_id, id)
  WHERE status = 'outcome_unknown';

-- One row per unknown outcome of an action with evidence, until it is settled or resolved: when svc looks at the
-- provider next. A process leases a row until lease_until. The fence grows with each lease.
CREATE TABLE execution_looks (
  execution_id TEXT NOT NULL PRIMARY KEY REFERENCES executions (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  -- When the schedule began, and how many of its looks were made.
  since INTEGER NOT NULL,
  made INTEGER NOT NULL,
  -- NULL once the schedule is over. Then svc looks only on request.
  next_at INTEGER,
  -- 1 while the connection needs to be reconnected.
  paused INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  fence INTEGER NOT NULL
) STRICT;
CREATE INDEX execution_looks_due ON execution_looks (client_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX execution_looks_connection ON execution_looks (connection_id);

-- Calls that need or needed a person's approval. execution_id is '' until the proposal is used up, in the commit that
-- accepts its execution. sealed is the input, sealed under the tenant's key; it is destroyed however the proposal ends.
CREATE TABLE proposals (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  listed_origin TEXT NOT NULL,
  action_id TEXT NOT NULL,
  effect TEXT NOT NULL,
  status TEXT NOT NULL,
  summary_input TEXT NOT NULL,
  sealed BLOB,
  -- A keyed hash over everything that a person approves: the input, the action's version, the connection's grant and
  -- the preview.
  digest TEXT NOT NULL,
  action_version TEXT NOT NULL,
  grant_generation INTEGER NOT NULL,
  -- NULL if the action has no preview. precondition is a keyed hash of the data that the preview depends on, '' without
  -- a preview.
  preview TEXT,
  precondition TEXT NOT NULL,
  -- Whose policy required the approval, and the number of its rule; '' if the caller proposed the call.
  asked_by TEXT NOT NULL,
  rule INTEGER,
  approver TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  -- As in executions.
  mcp_grant TEXT NOT NULL,
  token_chain TEXT NOT NULL,
  subject TEXT NOT NULL,
  agent TEXT NOT NULL,
  -- The service key of the call, or the one that its token was made with; and that token, or ''.
  key_id TEXT NOT NULL,
  token_id TEXT NOT NULL,
  -- JSON, NULL until a person has decided; and a keyed hash over it, which only a server with the vault's keys can
  -- make.
  decision TEXT,
  decision_seal TEXT NOT NULL,
  execution_id TEXT NOT NULL,
  -- Why it was withdrawn, or ''.
  error_code TEXT NOT NULL,
  error_detail TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- The earliest time to execute an approved proposal. A process that takes the proposal moves this time ahead.
  next_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- The input is kept only while the proposal is waiting.
  CHECK (sealed IS NULL OR status IN ('pending', 'approved'))
) STRICT;
CREATE INDEX proposals_listing ON proposals (client_id, tenant_id, created_at, id);
CREATE INDEX proposals_connection ON proposals (connection_id, created_at, id);
-- Waiting proposals: for the operator's list across clients, and for the server's own work.
CREATE INDEX proposals_waiting ON proposals (created_at, id) WHERE status IN ('pending', 'approved');
CREATE INDEX proposals_waiting_connection ON proposals (connection_id) WHERE status IN ('pending', 'approved');
CREATE INDEX proposals_waiting_tokens ON proposals (client_id, token_chain) WHERE status IN ('pending', 'approved');
CREATE INDEX proposals_approved ON proposals (client_id, next_at) WHERE status = 'approved';
-- All proposals, and those with one final status, for the operator's list across clients.
CREATE INDEX proposals_age ON proposals (created_at, id);
CREATE INDEX proposals_ended ON proposals (status, created_at, id) WHERE ended_at IS NOT NULL;

--
-- The audit trail
--

-- Each service client has a chain of events, numbered without gaps; each event's hash covers the one before it. A
-- chain exists from its client's creation. seq and hash are those of its newest event. The deployment has a chain
-- with an empty client_id. Retention has removed everything up to the anchor, which only a server with the vault's
-- keys can sign.
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
-- Nearly all events are uses of credentials, so listing those needs no index.
CREATE INDEX audit_events_type ON audit_events (client_id, type, seq) WHERE type <> 'credential.used';

-- The database itself rejects changes to the trail, and the removal of events after the anchor.
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

-- The newest number of each service client's log. The row is locked from the moment a number is assigned until the
-- commit, so numbers appear in commit order, and a reader never misses a smaller one. Retention has removed
-- everything up to pruned_seq.
CREATE TABLE event_heads (
  client_id TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  pruned_seq INTEGER NOT NULL,
  CHECK (pruned_seq <= seq)
) STRICT;

-- The outbox: an event is written in the transaction of the change. Nothing in it is secret. Its id is derived from
-- at and entropy, 10 random bytes in hexadecimal. endpoint_id is '' unless the event is for a single endpoint, like a
-- test.
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

-- The signing secret isn't stored. It is derived from secret_salt and the vault's hashing key of version secret_key.
-- The old pair is used as well until old_until. Events up to seen_seq have their deliveries.
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

-- One row per event and endpoint. A sender leases it until lease_until. The fence grows with each lease.
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
  response_status INTEGER,
  fault TEXT NOT NULL,
  duration_ms INTEGER,
  attempted_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (endpoint_id, seq)
) STRICT;
-- Due deliveries are found endpoint by endpoint, so that one's backlog doesn't delay the others.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (client_id, seq);

--
-- Operators
--

-- Tokens that can sign in to the console, and sessions that are signed in. Both are stored as keyed hashes.
CREATE TABLE operator_tokens (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER,
  seal TEXT NOT NULL,
  CHECK (revoked_at IS NULL OR seal = '')
) STRICT;

-- A session ends some time after seen_at, and at ends_at at the latest. Both are checked when it is used.
CREATE TABLE operator_sessions (
  hash TEXT NOT NULL PRIMARY KEY,
  token_id TEXT NOT NULL REFERENCES operator_tokens (id),
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT;
CREATE INDEX operator_sessions_token ON operator_sessions (token_id);
