-- Events for a service client's own programs, and webhooks. The log is the transactional outbox: triggers write a row in
-- the very transaction that changes a state, so that no path to a change can forget it. Nothing in a row is secret.
-- Semicolons inside a trigger stand at the beginning of a line, for one at a line's end ends the statement.

-- Where each client's log stands. The row is locked from the number's giving to the commit, so numbers appear in the
-- order of commits: who has read up to one never misses a smaller one. Retention has let go of all up to pruned_seq.
CREATE TABLE event_heads (
  client_id {{text}} NOT NULL PRIMARY KEY,
  seq {{int}} NOT NULL CHECK (seq >= 1),
  pruned_seq {{int}} NOT NULL,
  CHECK (pruned_seq <= seq)
){{table}};

-- An event's id is made from at and entropy, 10 random bytes in hexadecimal. endpoint_id is '' unless the event is for
-- one endpoint alone, as a test is.
CREATE TABLE events (
  client_id {{text}} NOT NULL,
  seq {{int}} NOT NULL,
  entropy {{text}} NOT NULL,
  type {{text}} NOT NULL,
  tenant_id {{text}} NOT NULL,
  endpoint_id {{text}} NOT NULL,
  data {{text}} NOT NULL,
  at {{int}} NOT NULL,
  CONSTRAINT events_place PRIMARY KEY (client_id, seq)
){{table}};
CREATE INDEX events_type ON events (client_id, type, seq);
CREATE INDEX events_tenant ON events (client_id, tenant_id, seq);
CREATE INDEX events_at ON events (client_id, at);

-- secret_salt and secret_key name what the signing secret is derived from with the vault's hashing key; no secret is
-- kept. The old pair still signs until old_until. Events up to seen_seq have their deliveries.
CREATE TABLE webhook_endpoints (
  id {{text}} NOT NULL PRIMARY KEY,
  client_id {{text}} NOT NULL,
  url {{text}} NOT NULL,
  description {{text}} NOT NULL,
  event_types {{text}} NOT NULL,
  status {{text}} NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason {{text}} NOT NULL,
  secret_salt {{text}} NOT NULL,
  secret_key {{int}} NOT NULL,
  old_salt {{text}} NOT NULL,
  old_key {{int}} NOT NULL,
  old_until {{int}} NOT NULL,
  seen_seq {{int}} NOT NULL,
  failing_since {{int}},
  created_at {{int}} NOT NULL,
  updated_at {{int}} NOT NULL
){{table}};
CREATE INDEX webhook_endpoints_client ON webhook_endpoints (client_id, created_at, id);

-- One row an event and endpoint. Whoever sends holds it until lease_until, under a fence that grows with each take.
CREATE TABLE webhook_deliveries (
  endpoint_id {{text}} NOT NULL,
  seq {{int}} NOT NULL,
  client_id {{text}} NOT NULL,
  status {{text}} NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts {{int}} NOT NULL,
  round_attempts {{int}} NOT NULL,
  next_at {{int}} NOT NULL,
  lease_until {{int}} NOT NULL,
  fence {{int}} NOT NULL,
  answer_status {{int}},
  fault {{text}} NOT NULL,
  duration_ms {{int}},
  attempted_at {{int}},
  created_at {{int}} NOT NULL,
  CONSTRAINT webhook_deliveries_place PRIMARY KEY (endpoint_id, seq)
){{table}};
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (client_id, seq);

{{postgres}} ALTER TABLE event_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON event_heads USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');
{{postgres}} ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON events USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');
{{postgres}} ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON webhook_endpoints USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');
{{postgres}} ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON webhook_deliveries USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- Appending. SQLite: an insert into the view. PostgreSQL: a function, which sees the log whatever its caller may see, and
-- puts the scope back. (A SET clause would say so, but only a superuser may give one for a setting of our own.)
{{sqlite}} CREATE VIEW event_appends AS SELECT client_id, type, tenant_id, endpoint_id, data FROM events;
{{sqlite}} CREATE TRIGGER event_appended INSTEAD OF INSERT ON event_appends
BEGIN
  INSERT INTO event_heads (client_id, seq, pruned_seq) VALUES (NEW.client_id, 1, 0)
    ON CONFLICT (client_id) DO UPDATE SET seq = event_heads.seq + 1
  ; INSERT INTO events (client_id, seq, entropy, type, tenant_id, endpoint_id, data, at)
    SELECT client_id, seq, lower(hex(randomblob(10))), NEW.type, NEW.tenant_id, NEW.endpoint_id, NEW.data,
      cast(round(unixepoch('subsec') * 1000) AS INTEGER)
    FROM event_heads WHERE client_id = NEW.client_id
  ; END;
{{postgres}} CREATE FUNCTION event_append(of_client TEXT, of_type TEXT, of_tenant TEXT, of_endpoint TEXT, of_data TEXT)
  RETURNS BIGINT LANGUAGE plpgsql AS $$ DECLARE given BIGINT
  ; was TEXT := coalesce(current_setting('svc.system', true), '')
  ; BEGIN
  PERFORM set_config('svc.system', 'on', true)
  ; INSERT INTO event_heads (client_id, seq, pruned_seq) VALUES (of_client, 1, 0)
    ON CONFLICT (client_id) DO UPDATE SET seq = event_heads.seq + 1 RETURNING seq INTO given
  ; INSERT INTO events (client_id, seq, entropy, type, tenant_id, endpoint_id, data, at) VALUES (of_client, given,
    encode(substr(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 1, 10), 'hex'), of_type, of_tenant, of_endpoint,
    of_data, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  ; PERFORM set_config('svc.system', was, true)
  ; RETURN given
  ; END $$;

-- Which change is which event. On PostgreSQL the triggers run at the commit: the log is locked last and briefly, and
-- whoever waits for it waits for a commit and no more.
{{sqlite}} CREATE TRIGGER connection_created AFTER INSERT ON connections
BEGIN
  INSERT INTO event_appends (client_id, type, tenant_id, endpoint_id, data)
  VALUES (NEW.client_id, 'connection.created', NEW.tenant_id, '', json_object(
    'connection_id', NEW.id, 'provider', NEW.provider, 'status', NEW.status))
  ; END;
{{sqlite}} CREATE TRIGGER connection_changed AFTER UPDATE OF status ON connections
WHEN NEW.status <> OLD.status AND NOT (NEW.status = 'active' AND NEW.credential_version <> OLD.credential_version)
BEGIN
  INSERT INTO event_appends (client_id, type, tenant_id, endpoint_id, data)
  VALUES (NEW.client_id, CASE NEW.status WHEN 'active' THEN 'connection.updated' ELSE 'connection.' || NEW.status END,
    NEW.tenant_id, '', json_object('connection_id', NEW.id, 'provider', NEW.provider, 'status', NEW.status))
  ; END;
{{sqlite}} CREATE TRIGGER connect_session_ended AFTER UPDATE OF status ON connect_sessions
WHEN NEW.status <> OLD.status AND NEW.status IN ('completed', 'failed', 'cancelled', 'expired')
BEGIN
  INSERT INTO event_appends (client_id, type, tenant_id, endpoint_id, data)
  VALUES (NEW.client_id, 'connect_session.' || NEW.status, NEW.tenant_id, '', json_object(
    'connect_session_id', NEW.id, 'connection_id', nullif(NEW.connection_id, ''), 'provider', NEW.provider,
    'status', NEW.status, 'error', nullif(NEW.error_code, '')))
  ; INSERT INTO event_appends (client_id, type, tenant_id, endpoint_id, data)
  SELECT NEW.client_id, 'connection.updated', NEW.tenant_id, '', json_object(
    'connection_id', NEW.connection_id, 'provider', NEW.provider, 'status', 'active')
  WHERE NEW.status = 'completed' AND NEW.reconnect = 1
  ; END;
{{sqlite}} CREATE TRIGGER credential_rejected AFTER UPDATE OF rejections ON connect_sessions
WHEN NEW.rejections > OLD.rejections
BEGIN
  INSERT INTO event_appends (client_id, type, tenant_id, endpoint_id, data)
  VALUES (NEW.client_id, 'credential.rejected', NEW.tenant_id, '', json_object(
    'connect_session_id', NEW.id, 'connection_id', nullif(NEW.connection_id, ''), 'provider', NEW.provider,
    'rejections', NEW.rejections))
  ; END;
{{sqlite}} CREATE TRIGGER execution_unknown_or_resolved AFTER UPDATE OF status ON executions
WHEN NEW.status <> OLD.status AND (NEW.status = 'outcome_unknown' OR OLD.status = 'outcome_unknown')
BEGIN
  INSERT INTO event_appends (client_id, type, tenant_id, endpoint_id, data)
  VALUES (NEW.client_id,
    CASE NEW.status WHEN 'outcome_unknown' THEN 'action_execution.outcome_unknown' ELSE 'action_execution.resolved' END,
    NEW.tenant_id, '', json_object('execution_id', NEW.id, 'connection_id', NEW.connection_id, 'provider', NEW.provider,
    'action_id', NEW.action_id, 'status', NEW.status))
  ; END;

{{postgres}} CREATE FUNCTION connection_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM event_append(NEW.client_id,
    CASE WHEN TG_OP = 'INSERT' THEN 'connection.created' WHEN NEW.status = 'active' THEN 'connection.updated'
      ELSE 'connection.' || NEW.status END, NEW.tenant_id, '',
    json_build_object('connection_id', NEW.id, 'provider', NEW.provider, 'status', NEW.status)::text)
  ; RETURN NULL
  ; END $$;
{{postgres}} CREATE CONSTRAINT TRIGGER connection_created AFTER INSERT ON connections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION connection_event();
{{postgres}} CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE OF status ON connections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status <> OLD.status AND NOT
    (NEW.status = 'active' AND NEW.credential_version <> OLD.credential_version)) EXECUTE FUNCTION connection_event();

{{postgres}} CREATE FUNCTION connect_session_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM event_append(NEW.client_id, 'connect_session.' || NEW.status, NEW.tenant_id, '', json_build_object(
    'connect_session_id', NEW.id, 'connection_id', nullif(NEW.connection_id, ''), 'provider', NEW.provider,
    'status', NEW.status, 'error', nullif(NEW.error_code, ''))::text)
  ; IF NEW.status = 'completed' AND NEW.reconnect = 1 THEN
    PERFORM event_append(NEW.client_id, 'connection.updated', NEW.tenant_id, '', json_build_object(
      'connection_id', NEW.connection_id, 'provider', NEW.provider, 'status', 'active')::text)
  ; END IF
  ; RETURN NULL
  ; END $$;
{{postgres}} CREATE CONSTRAINT TRIGGER connect_session_ended AFTER UPDATE OF status ON connect_sessions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status <> OLD.status
    AND NEW.status IN ('completed', 'failed', 'cancelled', 'expired')) EXECUTE FUNCTION connect_session_event();

{{postgres}} CREATE FUNCTION credential_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM event_append(NEW.client_id, 'credential.rejected', NEW.tenant_id, '', json_build_object(
    'connect_session_id', NEW.id, 'connection_id', nullif(NEW.connection_id, ''), 'provider', NEW.provider,
    'rejections', NEW.rejections)::text)
  ; RETURN NULL
  ; END $$;
{{postgres}} CREATE CONSTRAINT TRIGGER credential_rejected AFTER UPDATE OF rejections ON connect_sessions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.rejections > OLD.rejections) EXECUTE FUNCTION credential_event();

{{postgres}} CREATE FUNCTION execution_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM event_append(NEW.client_id,
    CASE NEW.status WHEN 'outcome_unknown' THEN 'action_execution.outcome_unknown' ELSE 'action_execution.resolved' END,
    NEW.tenant_id, '', json_build_object('execution_id', NEW.id, 'connection_id', NEW.connection_id,
    'provider', NEW.provider, 'action_id', NEW.action_id, 'status', NEW.status)::text)
  ; RETURN NULL
  ; END $$;
{{postgres}} CREATE CONSTRAINT TRIGGER execution_unknown_or_resolved AFTER UPDATE OF status ON executions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status <> OLD.status
    AND (NEW.status = 'outcome_unknown' OR OLD.status = 'outcome_unknown')) EXECUTE FUNCTION execution_event();
