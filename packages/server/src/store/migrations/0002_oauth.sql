-- OAuth: flows at a provider's authorization server, leases of refreshes, and the scopes that a connection holds.

-- JSON; none for a credential that carries no scopes.
ALTER TABLE connections ADD COLUMN granted_scopes {{text}} NOT NULL DEFAULT '[]';

-- The one flow of a session: from its one-time address to the provider's answer. Every secret of it is a keyed hash, ""
-- until there is something to hash.
CREATE TABLE oauth_flows (
  id {{text}} NOT NULL PRIMARY KEY,
  session_id {{text}} NOT NULL REFERENCES connect_sessions (id) ON DELETE CASCADE,
  provider {{text}} NOT NULL,
  -- BCP 47 tags, the most wanted first, with commas between them.
  languages {{text}} NOT NULL,
  ticket_hash {{text}} NOT NULL,
  browser_hash {{text}} NOT NULL,
  state_hash {{text}} NOT NULL,
  created_at {{int}} NOT NULL,
  expires_at {{int}} NOT NULL,
  used_at {{int}}
){{table}};
CREATE UNIQUE INDEX oauth_flows_session ON oauth_flows (session_id);
CREATE UNIQUE INDEX oauth_flows_ticket ON oauth_flows (ticket_hash);
CREATE UNIQUE INDEX oauth_flows_state ON oauth_flows (state_hash) WHERE state_hash <> '';
CREATE INDEX oauth_flows_expiry ON oauth_flows (expires_at);

-- At most one refresh of a connection at a time over all replicas; the fence grows with each hand-over.
CREATE TABLE credential_refreshes (
  connection_id {{text}} NOT NULL PRIMARY KEY REFERENCES connections (id),
  owner_id {{text}} NOT NULL,
  fence {{int}} NOT NULL,
  lease_until {{int}} NOT NULL,
  credential_version {{int}} NOT NULL,
  asked_at {{int}} NOT NULL
){{table}};
