-- The schema of a new PostgreSQL database. The SQLite one next to it has the same tables and columns.
-- Until version 0.1.0 this file changes in place; after it, every change is a new file: 0002_….sql.
--
-- Conventions: times are milliseconds since the epoch, booleans are 0 or 1, lists and documents are JSON in text. Text
-- is COLLATE "C": it sorts by bytes, so that lists have the same order as on SQLite. No nullable column is in a unique
-- index.
--
-- A column `seal` is a keyed hash over its row, which only a server with the vault's keys can make: over all columns but
-- those that store/sealed-rows.ts names. A row that grants something and doesn't match its seal is treated as missing.
-- A row that was revoked or used has lost its seal, so clearing revoked_at or used_at doesn't bring it back.
--
-- Row-level security applies to the tables' owner too: a statement without the right condition sees nothing outside its
-- transaction's scope. scope.ts sets exactly one of these for each transaction:
--   svc.client_id   a service client: all of its rows
--   svc.subject_id  a tenant, connection, session, flow or execution: itself and what belongs to it
--   svc.system      'on' for work that spans clients on purpose
-- A setting that was never set is NULL, and '' after a transaction that set it. Neither matches a row. Tables without
-- data of service clients have no policy. A policy that reads another table does so last, because that is expensive.

--
-- The deployment
--

-- One row: the deployment that this database belongs to.
CREATE TABLE deployment (
  slot BIGINT NOT NULL PRIMARY KEY CHECK (slot = 1),
  deployment_id TEXT COLLATE "C" NOT NULL,
  sandbox BIGINT NOT NULL
);

-- One row: the service time that all processes share, whatever their machines' clocks say. It is the database's clock
-- plus offset_ms.
CREATE TABLE service_clock (
  slot BIGINT NOT NULL PRIMARY KEY CHECK (slot = 1),
  offset_ms BIGINT NOT NULL,
  -- The latest service time that a process has confirmed; 0 if none has.
  mark_ms BIGINT NOT NULL,
  generation BIGINT NOT NULL,
  -- Why time-based work is paused, and since when; '' and NULL while the clock is in order.
  jump_cause TEXT COLLATE "C" NOT NULL CHECK (jump_cause IN ('', 'ran', 'behind', 'ahead')),
  jump_at BIGINT,
  -- Service time that was skipped at a start, until an operator says whether it really passed.
  gap_from BIGINT,
  gap_to BIGINT
);
INSERT INTO service_clock (slot, offset_ms, mark_ms, generation, jump_cause) VALUES (1, 0, 0, 1, '');

-- Spans of service time that did not pass, because the clock was set past them. Retention does not count them.
CREATE TABLE uncounted_spans (
  from_ms BIGINT NOT NULL PRIMARY KEY,
  to_ms BIGINT NOT NULL,
  CHECK (from_ms < to_ms)
);

-- Server processes. Each proves that it is alive by counting beats, which others see grow. No clocks are compared.
CREATE TABLE owners (
  owner_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  beats BIGINT NOT NULL,
  ended_at BIGINT,
  -- The digest of each provider that the process has loaded besides the built-in ones, as JSON by slug.
  providers TEXT COLLATE "C" NOT NULL DEFAULT '{}'
);

-- The state after a restore from a backup: one row, or none if there never was a restore.
CREATE TABLE restores (
  slot BIGINT NOT NULL PRIMARY KEY CHECK (slot = 1),
  -- When svc-server backup made this copy. NULL once the operator has said which keys are too old.
  copied_at BIGINT,
  -- Idempotency keys created before this time may have acted without this database knowing. NULL if none are refused.
  keys_before BIGINT,
  -- Until this time, the same is true of keys that contain no time.
  undated_until BIGINT
);

-- One row, which prevents dispatching on a database that failed over, went back in time or was replaced. Every dispatch
-- checks that the fence is open and has both the epoch that the server expects and the database's current timeline
-- (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES).
CREATE TABLE database_fence (
  slot BIGINT NOT NULL PRIMARY KEY CHECK (slot = 1),
  -- Grows by one each time another timeline or database is accepted.
  epoch BIGINT NOT NULL,
  -- '' if the server's role may not read it, as with the two below.
  system_identifier TEXT NOT NULL,
  -- The database's OID in its cluster. A dump that is restored into another database has another one.
  database_oid TEXT NOT NULL,
  timeline TEXT NOT NULL,
  is_open BOOLEAN NOT NULL,
  -- Why it is closed; '' while it is open.
  reason TEXT NOT NULL,
  -- Whether a standby was ever seen. The database can fail over to one even if it is disconnected right now.
  saw_standbys BOOLEAN NOT NULL
);

--
-- The vault's keys
--

-- Recognizes each root key, so that a wrong one is rejected at startup.
CREATE TABLE key_checks (
  root_key_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  check_value BYTEA NOT NULL
);

CREATE TABLE hashing_keys (
  version BIGINT NOT NULL PRIMARY KEY,
  wrapped BYTEA NOT NULL,
  root_key_id TEXT COLLATE "C" NOT NULL
);

-- OAuth apps that are registered with providers. client_id is '' for an app of the whole deployment. wrapped is the
-- app's secret, sealed under the root key.
CREATE TABLE oauth_apps (
  client_id TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  app_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  wrapped BYTEA NOT NULL,
  root_key_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (client_id, provider)
);
ALTER TABLE oauth_apps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON oauth_apps USING (
  current_setting('svc.system', true) = 'on');

--
-- Service clients and their keys
--

-- The three allowed_ lists are JSON.
CREATE TABLE service_clients (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  allowed_origins TEXT COLLATE "C" NOT NULL,
  allowed_return_urls TEXT COLLATE "C" NOT NULL,
  allowed_actions TEXT COLLATE "C" NOT NULL,
  require_confirmed BIGINT NOT NULL,
  settle_by_state BIGINT NOT NULL DEFAULT 0,
  allow_import BIGINT NOT NULL DEFAULT 0,
  app_name TEXT COLLATE "C" NOT NULL DEFAULT '',
  logo_url TEXT COLLATE "C" NOT NULL DEFAULT '',
  logo_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  agent_sign_in_url TEXT COLLATE "C" NOT NULL DEFAULT '',
  -- Rules about which calls are allowed, need a person's approval or are denied, as JSON.
  policy_rules TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  created_at BIGINT NOT NULL,
  revoked_at BIGINT,
  seal TEXT COLLATE "C" NOT NULL,
  CHECK (revoked_at IS NULL OR seal = '')
);
ALTER TABLE service_clients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON service_clients USING (
  id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- The images of service_clients.logo_id, in a table of their own because every request reads its service client. An id
-- is the digest of the bytes.
CREATE TABLE client_logos (
  client_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES service_clients (id),
  id TEXT COLLATE "C" NOT NULL,
  media_type TEXT COLLATE "C" NOT NULL,
  bytes BYTEA NOT NULL
);
CREATE INDEX client_logos_id ON client_logos (id);
ALTER TABLE client_logos ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON client_logos USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

CREATE TABLE service_keys (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES service_clients (id),
  name TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  -- The tenants that it reaches, as JSON: `{"ids": […]}` or `{"label": …}`; NULL if it reaches all.
  tenants TEXT COLLATE "C",
  -- As in service_clients, for this key alone.
  policy_rules TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  -- Whether it may decide on proposals.
  may_decide BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  seal TEXT COLLATE "C" NOT NULL,
  CHECK (revoked_at IS NULL OR seal = '')
);
CREATE INDEX service_keys_client ON service_keys (client_id, created_at);
ALTER TABLE service_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON service_keys USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

--
-- Tenants
--

-- deletion_marker is '' until the tenant is deleted and then its id, so that its external id can be used again.
CREATE TABLE tenants (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES service_clients (id),
  external_id TEXT COLLATE "C" NOT NULL,
  deletion_marker TEXT COLLATE "C" NOT NULL DEFAULT '',
  display_name TEXT COLLATE "C" NOT NULL,
  label TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  deleted_at BIGINT,
  seal TEXT COLLATE "C" NOT NULL
);
-- It begins with the external id, so that operators can look it up across service clients.
CREATE UNIQUE INDEX tenants_external_id ON tenants (external_id, client_id, deletion_marker);
-- For a service client's list, which omits deleted tenants, and for the operator's list across clients.
CREATE INDEX tenants_listing ON tenants (client_id, deletion_marker, created_at, id);
CREATE INDEX tenants_label ON tenants (client_id, label, deletion_marker, created_at, id) WHERE label IS NOT NULL;
CREATE INDEX tenants_label_age ON tenants (label, created_at, id) WHERE label IS NOT NULL AND deletion_marker = '';
CREATE INDEX tenants_age ON tenants (created_at, id);
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON tenants USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- Tokens that a service client hands to agents. parent_id is '' if a token was made with the key itself. connections
-- and actions are JSON, NULL if the token doesn't narrow them; audience is JSON.
CREATE TABLE delegated_tokens (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES service_clients (id),
  tenant_id TEXT COLLATE "C" NOT NULL REFERENCES tenants (id),
  key_id TEXT COLLATE "C" NOT NULL REFERENCES service_keys (id),
  parent_id TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  connections TEXT COLLATE "C",
  actions TEXT COLLATE "C",
  max_effect TEXT COLLATE "C" NOT NULL,
  max_executions BIGINT,
  -- Counted with each execution's claim, for tokens with a maximum.
  used_executions BIGINT NOT NULL,
  require_approval BIGINT NOT NULL DEFAULT 0,
  audience TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  agent TEXT COLLATE "C" NOT NULL,
  label TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  seal TEXT COLLATE "C" NOT NULL,
  CHECK (revoked_at IS NULL OR seal = ''),
  CHECK (used_executions >= 0)
);
CREATE INDEX delegated_tokens_listing ON delegated_tokens (client_id, created_at, id);
-- The operator's list, across clients.
CREATE INDEX delegated_tokens_age ON delegated_tokens (created_at, id);
CREATE INDEX delegated_tokens_tenant ON delegated_tokens (tenant_id, created_at, id);
CREATE INDEX delegated_tokens_label ON delegated_tokens (client_id, label, created_at, id) WHERE label <> '';
CREATE INDEX delegated_tokens_parent ON delegated_tokens (parent_id) WHERE parent_id <> '';
CREATE INDEX delegated_tokens_expiry ON delegated_tokens (expires_at);
-- After a restore, tokens with a budget are revoked.
CREATE INDEX delegated_tokens_budget ON delegated_tokens (id) WHERE max_executions IS NOT NULL AND revoked_at IS NULL;
ALTER TABLE delegated_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON delegated_tokens USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- Sign-ins of agents' hosts that an app has decided on. Before that, a request is sealed into its id and stored nowhere.
-- tenant_id is '' for the address of all tenants; approval is JSON, NULL if the app denied it. Secrets are keyed hashes,
-- '' until there is one and once it is used. grant_id is the delegated token that represents the sign-in. A row with a
-- proposal_id isn't a host's: a person wants to decide on that proposal, and the app says who they are.
CREATE TABLE agent_authorizations (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES service_clients (id),
  tenant_id TEXT COLLATE "C" NOT NULL,
  resource TEXT COLLATE "C" NOT NULL,
  host_id TEXT COLLATE "C" NOT NULL,
  host_name TEXT COLLATE "C" NOT NULL,
  redirect_uri TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C",
  code_challenge TEXT COLLATE "C" NOT NULL,
  browser_hash TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('approved', 'denied', 'completed', 'ended')),
  approval TEXT COLLATE "C",
  secret_hash TEXT COLLATE "C" NOT NULL,
  code_hash TEXT COLLATE "C" NOT NULL,
  usable_until BIGINT NOT NULL,
  grant_id TEXT COLLATE "C" NOT NULL,
  proposal_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  seal TEXT COLLATE "C" NOT NULL
);
CREATE INDEX agent_authorizations_code ON agent_authorizations (code_hash) WHERE code_hash <> '';
CREATE INDEX agent_authorizations_expiry ON agent_authorizations (expires_at);
ALTER TABLE agent_authorizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON agent_authorizations USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- The refresh tokens of a sign-in. Each can be used once; a second use ends the sign-in.
CREATE TABLE agent_refresh_tokens (
  hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  grant_id TEXT COLLATE "C" NOT NULL REFERENCES delegated_tokens (id) ON DELETE CASCADE,
  host_id TEXT COLLATE "C" NOT NULL,
  resource TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  seal TEXT COLLATE "C" NOT NULL,
  CHECK (used_at IS NULL OR seal = '')
);
CREATE INDEX agent_refresh_tokens_grant ON agent_refresh_tokens (grant_id);
ALTER TABLE agent_refresh_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON agent_refresh_tokens USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- Hosts that registered themselves. redirect_uris is JSON; used_at is the time of the newest completed sign-in.
CREATE TABLE agent_hosts (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  redirect_uris TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  seal TEXT COLLATE "C" NOT NULL
);
ALTER TABLE agent_hosts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON agent_hosts USING (
  current_setting('svc.system', true) = 'on');

-- The key that a tenant's credentials are sealed with. Destroying it makes them unreadable, in backups too.
CREATE TABLE tenant_keys (
  tenant_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tenants (id),
  wrapped BYTEA NOT NULL,
  root_key_id TEXT COLLATE "C" NOT NULL
);
CREATE INDEX tenant_keys_root ON tenant_keys (root_key_id, tenant_id);
ALTER TABLE tenant_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON tenant_keys USING (
  tenant_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM tenants WHERE tenants.id = tenant_keys.tenant_id));

--
-- Connections
--

-- listed_origin is `name address` out of the operator's list; '' if the provider's origin is fixed.
-- granted_actions and granted_scopes are JSON; '[]' for a credential that has no scopes.
CREATE TABLE connections (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL REFERENCES tenants (id),
  provider TEXT COLLATE "C" NOT NULL,
  auth_kind TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  origin TEXT COLLATE "C" NOT NULL DEFAULT 'connect' CHECK (origin IN ('connect', 'import')),
  listed_origin TEXT COLLATE "C" NOT NULL DEFAULT '',
  account_slug TEXT COLLATE "C" NOT NULL,
  account_name TEXT COLLATE "C" NOT NULL,
  granted_actions TEXT COLLATE "C" NOT NULL,
  granted_scopes TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  credential_version BIGINT NOT NULL,
  -- Grows each time the end user consents: with each reconnect, not with a refresh.
  grant_generation BIGINT NOT NULL DEFAULT 1,
  last_tested_at BIGINT,
  -- When the credential expires at the provider; NULL if it never does or the provider doesn't say.
  credential_expires_at BIGINT,
  -- When the next notice of that expiry is due, or the expiry itself; NULL once it has passed.
  expiry_due_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX connections_listing ON connections (client_id, tenant_id, created_at, id);
CREATE INDEX connections_age ON connections (created_at, id);
CREATE INDEX connections_provider ON connections (provider, listed_origin, id) WHERE status <> 'disconnected';
CREATE INDEX connections_needs_reconnect ON connections (created_at, id) WHERE status = 'needs_reconnect';
CREATE INDEX connections_disconnected ON connections (created_at, id) WHERE status = 'disconnected';
CREATE INDEX connections_expiry ON connections (expiry_due_at) WHERE status = 'active' AND expiry_due_at IS NOT NULL;
ALTER TABLE connections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON connections USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- The sealed credential. It is deleted when the connection is disconnected.
CREATE TABLE credentials (
  connection_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES connections (id),
  record BYTEA NOT NULL
);
ALTER TABLE credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON credentials USING (
  connection_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connections WHERE connections.id = credentials.connection_id));

-- Allows one OAuth refresh of a connection at a time, across replicas. The fence grows with each new holder.
CREATE TABLE credential_refreshes (
  connection_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES connections (id),
  owner_id TEXT COLLATE "C" NOT NULL,
  fence BIGINT NOT NULL,
  lease_until BIGINT NOT NULL,
  credential_version BIGINT NOT NULL,
  asked_at BIGINT NOT NULL
);
CREATE INDEX credential_refreshes_held ON credential_refreshes (lease_until) WHERE lease_until > 0;
ALTER TABLE credential_refreshes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON credential_refreshes USING (
  connection_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connections WHERE connections.id = credential_refreshes.connection_id));

--
-- Connect sessions
--

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
  completed_at BIGINT,
  -- A keyed hash of the values the session was created with, which only a server with the vault's keys can make.
  seal TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX connect_sessions_token ON connect_sessions (token_hash);
CREATE INDEX connect_sessions_secret ON connect_sessions (secret_hash);
CREATE INDEX connect_sessions_listing ON connect_sessions (client_id, tenant_id, created_at, id);
CREATE INDEX connect_sessions_expiry ON connect_sessions (status, expires_at);
CREATE INDEX connect_sessions_age ON connect_sessions (created_at);
ALTER TABLE connect_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON connect_sessions USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- The data that a session awaiting confirmation will write. It is deleted when the session ends.
CREATE TABLE pending_completions (
  session_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES connect_sessions (id),
  connection TEXT COLLATE "C" NOT NULL,
  record BYTEA NOT NULL,
  at BIGINT NOT NULL
);
ALTER TABLE pending_completions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON pending_completions USING (
  session_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connect_sessions WHERE connect_sessions.id = pending_completions.session_id));

-- A session's OAuth flow, from its one-time URL to the provider's response. Each secret is stored as a keyed hash, ''
-- until there is one.
CREATE TABLE oauth_flows (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  session_id TEXT COLLATE "C" NOT NULL REFERENCES connect_sessions (id) ON DELETE CASCADE,
  provider TEXT COLLATE "C" NOT NULL,
  -- BCP 47 tags, the preferred one first. JSON.
  languages TEXT COLLATE "C" NOT NULL,
  ticket_hash TEXT COLLATE "C" NOT NULL,
  browser_hash TEXT COLLATE "C" NOT NULL,
  state_hash TEXT COLLATE "C" NOT NULL,
  -- The OAuth client id of the app that sent the user to the provider; '' before that.
  app_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE UNIQUE INDEX oauth_flows_session ON oauth_flows (session_id);
CREATE UNIQUE INDEX oauth_flows_ticket ON oauth_flows (ticket_hash);
CREATE UNIQUE INDEX oauth_flows_state ON oauth_flows (state_hash) WHERE state_hash <> '';
CREATE INDEX oauth_flows_expiry ON oauth_flows (expires_at);
ALTER TABLE oauth_flows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON oauth_flows USING (
  session_id = nullif(current_setting('svc.subject_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connect_sessions WHERE connect_sessions.id = oauth_flows.session_id));

--
-- Idempotency keys and executions
--

-- tenant_id is '-' if the operation has no tenant, so it can't be a foreign key. execution_id is '' if the operation is
-- not an execution.
CREATE TABLE idempotency_keys (
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL,
  execution_id TEXT COLLATE "C" NOT NULL,
  response TEXT COLLATE "C",
  attempt BIGINT NOT NULL,
  owner_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (client_id, tenant_id, key)
);
-- An execution's key is settled with its record, so only the keys of other operations are found by owner.
CREATE INDEX idempotency_keys_running ON idempotency_keys (owner_id) WHERE state = 'running' AND execution_id = '';
-- Retention removes answers first. The fact that a key was used is kept for years.
CREATE INDEX idempotency_keys_answered ON idempotency_keys (created_at) WHERE state IN ('done', 'freed', 'proposed');
CREATE INDEX idempotency_keys_expired ON idempotency_keys (created_at) WHERE state = 'expired';
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON idempotency_keys USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR execution_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- No foreign keys: a record outlives the rows it refers to, and this table has the most writes. An id begins with the
-- time it was created, so ids sort by age and retention needs no index of its own.
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
  -- The grant under which an agent made it through MCP, such as key:<public id>; '' if it was made in another way.
  mcp_grant TEXT COLLATE "C" NOT NULL DEFAULT '',
  -- The delegated token that started it, after the token's ancestors, as JSON; and the person that the token acts for
  -- and the agent that holds it, or ''.
  token_chain TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  subject TEXT COLLATE "C" NOT NULL DEFAULT '',
  agent TEXT COLLATE "C" NOT NULL DEFAULT '',
  -- The approved proposal that it executes, or ''.
  proposal_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  attempt BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  owner_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  dispatched_at BIGINT,
  completed_at BIGINT,
  settle_after BIGINT NOT NULL,
  late_response TEXT COLLATE "C",
  resolution TEXT COLLATE "C",
  -- Written with the dispatch if the action declares evidence: the version of its declaration, the facts that it read
  -- before the change, and keyed digests of sensitive input fields. JSON.
  action_version TEXT COLLATE "C",
  facts TEXT COLLATE "C",
  digests TEXT COLLATE "C",
  -- The newest looks at the provider, and how evidence settled the outcome. JSON.
  looks TEXT COLLATE "C",
  settlement TEXT COLLATE "C",
  -- Digests are kept only until the outcome is known.
  CHECK (digests IS NULL OR status IN ('dispatched', 'outcome_unknown'))
);
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
ALTER TABLE executions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON executions USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- One row per unknown outcome of an action with evidence, until it is settled or resolved: when svc looks at the
-- provider next. A process leases a row until lease_until. The fence grows with each lease.
CREATE TABLE execution_looks (
  execution_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES executions (id) ON DELETE CASCADE,
  client_id TEXT COLLATE "C" NOT NULL,
  connection_id TEXT COLLATE "C" NOT NULL,
  -- When the schedule began, and how many of its looks were made.
  since BIGINT NOT NULL,
  made BIGINT NOT NULL,
  -- NULL once the schedule is over. Then svc looks only on request.
  next_at BIGINT,
  -- 1 while the connection needs to be reconnected.
  paused BIGINT NOT NULL,
  lease_until BIGINT NOT NULL,
  fence BIGINT NOT NULL
);
CREATE INDEX execution_looks_due ON execution_looks (client_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX execution_looks_connection ON execution_looks (connection_id);
ALTER TABLE execution_looks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON execution_looks USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR execution_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- Calls that need or needed a person's approval. execution_id is '' until the proposal is used up, in the commit that
-- accepts its execution. sealed is the input, sealed under the tenant's key; it is destroyed however the proposal ends.
CREATE TABLE proposals (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  connection_id TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  listed_origin TEXT COLLATE "C" NOT NULL,
  action_id TEXT COLLATE "C" NOT NULL,
  effect TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  summary_input TEXT COLLATE "C" NOT NULL,
  sealed BYTEA,
  -- A keyed hash over everything that a person approves: the input, the action's version, the connection's grant and
  -- the preview.
  digest TEXT COLLATE "C" NOT NULL,
  action_version TEXT COLLATE "C" NOT NULL,
  grant_generation BIGINT NOT NULL,
  -- NULL if the action has no preview. precondition is a keyed hash of the data that the preview depends on, '' without
  -- a preview.
  preview TEXT COLLATE "C",
  precondition TEXT COLLATE "C" NOT NULL,
  -- Whose policy required the approval, and the number of its rule; '' if the caller proposed the call.
  asked_by TEXT COLLATE "C" NOT NULL,
  rule BIGINT,
  approver TEXT COLLATE "C" NOT NULL,
  idempotency_key TEXT COLLATE "C" NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL,
  -- As in executions.
  mcp_grant TEXT COLLATE "C" NOT NULL,
  token_chain TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  agent TEXT COLLATE "C" NOT NULL,
  -- The service key of the call, or the one that its token was made with; and that token, or ''.
  key_id TEXT COLLATE "C" NOT NULL,
  token_id TEXT COLLATE "C" NOT NULL,
  -- JSON, NULL until a person has decided; and a keyed hash over it, which only a server with the vault's keys can
  -- make.
  decision TEXT COLLATE "C",
  decision_seal TEXT COLLATE "C" NOT NULL,
  execution_id TEXT COLLATE "C" NOT NULL,
  -- Why it was withdrawn, or ''.
  error_code TEXT COLLATE "C" NOT NULL,
  error_detail TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  -- The earliest time to execute an approved proposal. A process that takes the proposal moves this time ahead.
  next_at BIGINT NOT NULL,
  ended_at BIGINT,
  -- The input is kept only while the proposal is waiting.
  CHECK (sealed IS NULL OR status IN ('pending', 'approved'))
);
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
ALTER TABLE proposals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON proposals USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

--
-- The audit trail
--

-- Each service client has a chain of events, numbered without gaps; each event's hash covers the one before it. A
-- chain exists from its client's creation. seq and hash are those of its newest event. The deployment has a chain
-- with an empty client_id. Retention has removed everything up to the anchor, which only a server with the vault's
-- keys can sign.
CREATE TABLE audit_chains (
  client_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  seq BIGINT NOT NULL CHECK (seq >= 0),
  hash TEXT COLLATE "C" NOT NULL,
  anchor_seq BIGINT NOT NULL CHECK (anchor_seq >= 0),
  anchor_hash TEXT COLLATE "C" NOT NULL,
  anchor_at BIGINT NOT NULL,
  anchor_signature TEXT COLLATE "C" NOT NULL,
  CHECK (anchor_seq <= seq)
);
INSERT INTO audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
  VALUES ('', 0, repeat('0', 64), 0, repeat('0', 64), 0, '');
ALTER TABLE audit_chains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON audit_chains USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

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
  PRIMARY KEY (client_id, seq)
);
CREATE INDEX audit_events_tenant ON audit_events (client_id, tenant_id, seq);
CREATE INDEX audit_events_subject ON audit_events (client_id, subject, seq);
-- Nearly all events are uses of credentials, so listing those needs no index.
CREATE INDEX audit_events_type ON audit_events (client_id, type, seq) WHERE type <> 'credential.used';
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON audit_events USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- The database itself rejects changes to the trail, and the removal of events after the anchor.
CREATE FUNCTION audit_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Retention removes many events at once, so they are checked together.
    PERFORM 1 FROM (SELECT client_id, max(seq) AS seq FROM gone GROUP BY client_id) AS newest
      LEFT JOIN audit_chains USING (client_id) WHERE newest.seq > coalesce(audit_chains.anchor_seq, 0);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  RAISE EXCEPTION 'audit events are never changed, and kept for their retention';
END $$;
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_guard();
CREATE TRIGGER audit_events_kept AFTER DELETE ON audit_events
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION audit_events_guard();

CREATE FUNCTION audit_chains_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.client_id = OLD.client_id AND NEW.seq >= OLD.seq AND NEW.anchor_seq >= OLD.anchor_seq
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an audit chain only grows';
END $$;
CREATE TRIGGER audit_chains_forward BEFORE UPDATE OR DELETE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION audit_chains_guard();

CREATE FUNCTION audit_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is never truncated';
END $$;
CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();
CREATE TRIGGER audit_chains_not_truncated BEFORE TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();

--
-- Events and webhooks
--

-- The newest number of each service client's log. The row is locked from the moment a number is assigned until the
-- commit, so numbers appear in commit order, and a reader never misses a smaller one. Retention has removed
-- everything up to pruned_seq.
CREATE TABLE event_heads (
  client_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  seq BIGINT NOT NULL CHECK (seq >= 1),
  pruned_seq BIGINT NOT NULL,
  CHECK (pruned_seq <= seq)
);
ALTER TABLE event_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON event_heads USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- The outbox: an event is written in the transaction of the change. Nothing in it is secret. Its id is derived from
-- at and entropy, 10 random bytes in hexadecimal. endpoint_id is '' unless the event is for a single endpoint, like a
-- test.
CREATE TABLE events (
  client_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  entropy TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  endpoint_id TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (client_id, seq)
);
CREATE INDEX events_type ON events (client_id, type, seq);
CREATE INDEX events_tenant ON events (client_id, tenant_id, seq);
CREATE INDEX events_at ON events (client_id, at);
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON events USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- The signing secret isn't stored. It is derived from secret_salt and the vault's hashing key of version secret_key.
-- The old pair is used as well until old_until. Events up to seen_seq have their deliveries.
CREATE TABLE webhook_endpoints (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL,
  event_types TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason TEXT COLLATE "C" NOT NULL,
  secret_salt TEXT COLLATE "C" NOT NULL,
  secret_key BIGINT NOT NULL,
  old_salt TEXT COLLATE "C" NOT NULL,
  old_key BIGINT NOT NULL,
  old_until BIGINT NOT NULL,
  seen_seq BIGINT NOT NULL,
  failing_since BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX webhook_endpoints_client ON webhook_endpoints (client_id, created_at, id);
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON webhook_endpoints USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- One row per event and endpoint. A sender leases it until lease_until. The fence grows with each lease.
CREATE TABLE webhook_deliveries (
  endpoint_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  client_id TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts BIGINT NOT NULL,
  round_attempts BIGINT NOT NULL,
  next_at BIGINT NOT NULL,
  lease_until BIGINT NOT NULL,
  fence BIGINT NOT NULL,
  response_status BIGINT,
  fault TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT,
  attempted_at BIGINT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (endpoint_id, seq)
);
-- Due deliveries are found endpoint by endpoint, so that one's backlog doesn't delay the others.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (client_id, seq);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON webhook_deliveries USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

--
-- Operators
--

-- Tokens that can sign in to the console, and sessions that are signed in. Both are stored as keyed hashes.
CREATE TABLE operator_tokens (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT,
  seal TEXT COLLATE "C" NOT NULL,
  CHECK (revoked_at IS NULL OR seal = '')
);
ALTER TABLE operator_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON operator_tokens USING (
  current_setting('svc.system', true) = 'on');

-- A session ends some time after seen_at, and at ends_at at the latest. Both are checked when it is used.
CREATE TABLE operator_sessions (
  hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  token_id TEXT COLLATE "C" NOT NULL REFERENCES operator_tokens (id),
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  seal TEXT COLLATE "C" NOT NULL
);
CREATE INDEX operator_sessions_token ON operator_sessions (token_id);
ALTER TABLE operator_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY scope ON operator_sessions USING (
  current_setting('svc.system', true) = 'on');
