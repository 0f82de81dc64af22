-- The operator console: who may sign in, and who is signed in. Only keyed hashes of tokens and sessions are kept.
-- Nothing of a client is in these tables; on PostgreSQL they are seen by what acts across clients alone.
CREATE TABLE operator_tokens (
  id {{text}} NOT NULL PRIMARY KEY,
  name {{text}} NOT NULL,
  hash {{text}} NOT NULL,
  created_at {{int}} NOT NULL,
  expires_at {{int}},
  revoked_at {{int}},
  last_used_at {{int}}
){{table}};

-- A session ends by itself: a while after seen_at, and after ends_at whatever happens; both are judged when it is used.
CREATE TABLE operator_sessions (
  hash {{text}} NOT NULL PRIMARY KEY,
  token_id {{text}} NOT NULL REFERENCES operator_tokens (id),
  created_at {{int}} NOT NULL,
  seen_at {{int}} NOT NULL,
  ends_at {{int}} NOT NULL
){{table}};
CREATE INDEX operator_sessions_token ON operator_sessions (token_id);

{{postgres}} ALTER TABLE operator_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON operator_tokens USING (current_setting('svc.system', true) = 'on');
{{postgres}} ALTER TABLE operator_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON operator_sessions USING (current_setting('svc.system', true) = 'on');

-- Listings over all clients, newest first.
CREATE INDEX executions_unknown ON executions (created_at, id) WHERE status = 'outcome_unknown';
CREATE INDEX tenants_age ON tenants (created_at, id);
CREATE INDEX connections_age ON connections (created_at, id);
