-- What belongs to one step of an execution is one statement: the database does the rest of it, in the same transaction.
-- Semicolons inside a trigger or function stand at the beginning of a line, for one at a line's end ends the statement.

-- What becomes of a record's key when the record ends: 'done' or 'freed'. '' until then, and in a record that an earlier
-- version ended, which changed the key by a statement of its own.
ALTER TABLE executions ADD COLUMN key_end {{text}} NOT NULL DEFAULT '';

{{sqlite}} CREATE TRIGGER execution_key_ended AFTER UPDATE OF key_end ON executions
WHEN NEW.key_end <> OLD.key_end AND NEW.idempotency_key <> ''
BEGIN
  UPDATE idempotency_keys SET state = NEW.key_end
    WHERE client_id = NEW.client_id AND tenant_id = NEW.tenant_id AND key = NEW.idempotency_key
      AND execution_id = NEW.id AND state = 'running'
  ; END;
{{postgres}} CREATE FUNCTION execution_key_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE idempotency_keys SET state = NEW.key_end
    WHERE client_id = NEW.client_id AND tenant_id = NEW.tenant_id AND key = NEW.idempotency_key
      AND execution_id = NEW.id AND state = 'running'
  ; RETURN NULL
  ; END $$;
{{postgres}} CREATE TRIGGER execution_key_ended AFTER UPDATE OF key_end ON executions
  FOR EACH ROW WHEN (NEW.key_end <> OLD.key_end AND NEW.idempotency_key <> '') EXECUTE FUNCTION execution_key_end();

-- Appending to a client's audit chain: whoever appends gives the event and its document's canonical text, cut where its
-- number stands; number and hash are given here, where the head is locked. On SQLite audit_hash is a function of the
-- program's, and the audit trail is appended to by its programs alone.
{{sqlite}} CREATE VIEW audit_appends AS
  SELECT client_id, id, tenant_id, type, subject, actor, data, at, '' AS document_start, '' AS document_end
  FROM audit_events;
{{sqlite}} CREATE TRIGGER audit_appended INSTEAD OF INSERT ON audit_appends
BEGIN
  INSERT INTO audit_events (client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash)
    SELECT NEW.client_id, head.seq + 1, NEW.id, NEW.tenant_id, NEW.type, NEW.subject, NEW.actor, NEW.data, NEW.at,
      head.hash, audit_hash(head.hash, NEW.document_start || (head.seq + 1) || NEW.document_end)
    FROM (SELECT coalesce(chain.seq, 0) AS seq, coalesce(chain.hash, printf('%064d', 0)) AS hash
      FROM (SELECT NEW.client_id AS client_id) AS one LEFT JOIN audit_chains AS chain USING (client_id)) AS head
  ; INSERT INTO audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
    SELECT client_id, seq, hash, 0, printf('%064d', 0), 0, '' FROM audit_events
    WHERE client_id = NEW.client_id
      AND seq = coalesce((SELECT seq FROM audit_chains WHERE client_id = NEW.client_id), 0) + 1
    ON CONFLICT (client_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
  ; END;
{{postgres}} CREATE FUNCTION audit_append(of_client TEXT, of_events JSON[]) RETURNS VOID LANGUAGE plpgsql AS $$ DECLARE
  event JSON
  ; at_seq BIGINT
  ; before TEXT
  ; now_at TEXT
  ; BEGIN
  INSERT INTO audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
    VALUES (of_client, cardinality(of_events), repeat('0', 64), 0, repeat('0', 64), 0, '')
    ON CONFLICT (client_id) DO UPDATE SET seq = audit_chains.seq + cardinality(of_events)
    RETURNING seq - cardinality(of_events), hash INTO at_seq, now_at
  ; FOREACH event IN ARRAY of_events LOOP
    at_seq := at_seq + 1
    ; before := now_at
    ; now_at := encode(sha256(decode(before, 'hex') ||
        convert_to((event ->> 'document_start') || at_seq || (event ->> 'document_end'), 'UTF8')), 'hex')
    ; INSERT INTO audit_events (client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash)
      VALUES (of_client, at_seq, event ->> 'event_id', event ->> 'event_tenant_id', event ->> 'event_type',
        event ->> 'event_subject', event ->> 'event_actor', event ->> 'event_data', (event ->> 'event_at')::bigint,
        before, now_at)
  ; END LOOP
  ; UPDATE audit_chains SET hash = now_at WHERE client_id = of_client
  ; END $$;

-- A claim: the key, the record, and the event that tells of the credential's use. On SQLite it is an insert into the
-- view, which fails where the key was claimed before, or the id is taken; the program then looks at what it met. On
-- PostgreSQL it is a function over the claims of one client, which gives those that hold, each with its key's attempt.
{{sqlite}} CREATE VIEW execution_claims AS SELECT
  id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input, summary_output,
  error_code, error_detail, retry_after_seconds, provider_status, provider_request_id, idempotency_key, attempt,
  fence, owner_id, created_at, dispatched_at, completed_at, settle_after, late_answer, resolution, key_end,
  '' AS fingerprint, 0 AS key_created_at, '' AS event_id, '' AS event_tenant_id, '' AS event_type, '' AS event_subject,
  '' AS event_actor, '' AS event_data, 0 AS event_at, '' AS document_start, '' AS document_end
  FROM executions;
{{sqlite}} CREATE TRIGGER execution_claimed INSTEAD OF INSERT ON execution_claims
BEGIN
  INSERT INTO idempotency_keys
    (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)
    SELECT NEW.client_id, NEW.tenant_id, NEW.idempotency_key, 'running', NEW.fingerprint, NEW.id, NULL, 1, NEW.owner_id,
      NEW.key_created_at
    WHERE NEW.fingerprint <> ''
  ; INSERT INTO executions (
    id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input, summary_output,
    error_code, error_detail, retry_after_seconds, provider_status, provider_request_id, idempotency_key, attempt,
    fence, owner_id, created_at, dispatched_at, completed_at, settle_after, late_answer, resolution, key_end)
    VALUES (
    NEW.id, NEW.client_id, NEW.tenant_id, NEW.connection_id, NEW.provider, NEW.action_id, NEW.effect, NEW.status,
    NEW.summary_input, NEW.summary_output, NEW.error_code, NEW.error_detail, NEW.retry_after_seconds,
    NEW.provider_status, NEW.provider_request_id, NEW.idempotency_key, NEW.attempt, NEW.fence, NEW.owner_id,
    NEW.created_at, NEW.dispatched_at, NEW.completed_at, NEW.settle_after, NEW.late_answer, NEW.resolution,
    NEW.key_end)
  ; INSERT INTO audit_appends
    (client_id, id, tenant_id, type, subject, actor, data, at, document_start, document_end)
    SELECT NEW.client_id, NEW.event_id, NEW.event_tenant_id, NEW.event_type, NEW.event_subject, NEW.event_actor,
      NEW.event_data, NEW.event_at, NEW.document_start, NEW.document_end
    WHERE NEW.event_id <> ''
  ; END;
{{postgres}} CREATE FUNCTION execution_claim(of_client TEXT, of_claims JSON)
  RETURNS TABLE (claimed_id TEXT, claimed_attempt BIGINT) LANGUAGE plpgsql AS $$ DECLARE
  claim JSON
  ; events JSON[] := '{}'
  ; BEGIN
  FOR claim IN SELECT json_array_elements(of_claims) LOOP
    claimed_attempt := NULL
    ; IF (claim -> 'key') IS NOT NULL THEN
      INSERT INTO idempotency_keys AS k
        (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)
        SELECT c.client_id, c.tenant_id, c.key, c.state, c.fingerprint, c.execution_id, NULL, 1, c.owner_id,
          c.created_at
        FROM json_populate_record(NULL::idempotency_keys, claim -> 'key') AS c
        ON CONFLICT (client_id, tenant_id, key) DO UPDATE SET state = excluded.state,
          execution_id = excluded.execution_id, answer = NULL, attempt = k.attempt + 1, owner_id = excluded.owner_id,
          created_at = excluded.created_at
        WHERE k.state = 'freed' AND k.fingerprint = excluded.fingerprint
        RETURNING k.attempt INTO claimed_attempt
      ; CONTINUE WHEN claimed_attempt IS NULL
    ; END IF
    ; INSERT INTO executions AS e (
        id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input, summary_output,
        error_code, error_detail, retry_after_seconds, provider_status, provider_request_id, idempotency_key,
        attempt, fence, owner_id, created_at, dispatched_at, completed_at, settle_after, late_answer, resolution,
        key_end)
      SELECT
        r.id, r.client_id, r.tenant_id, r.connection_id, r.provider, r.action_id, r.effect, r.status,
        r.summary_input, r.summary_output, r.error_code, r.error_detail, r.retry_after_seconds, r.provider_status,
        r.provider_request_id, r.idempotency_key, coalesce(claimed_attempt, r.attempt), r.fence, r.owner_id,
        r.created_at, r.dispatched_at, r.completed_at, r.settle_after, r.late_answer, r.resolution, r.key_end
      FROM json_populate_record(NULL::executions, claim -> 'row') AS r
      ON CONFLICT (id) DO NOTHING RETURNING e.id, e.attempt INTO claimed_id, claimed_attempt
    ; CONTINUE WHEN NOT FOUND
    ; IF (claim -> 'event') IS NOT NULL THEN events := events || (claim -> 'event')
    ; END IF
    ; RETURN NEXT
  ; END LOOP
  ; IF cardinality(events) > 0 THEN PERFORM audit_append(of_client, events)
  ; END IF
  ; END $$;

-- The keys of records end with them, so only those of other operations are looked for by their owner.
DROP INDEX idempotency_keys_running;
CREATE INDEX idempotency_keys_running ON idempotency_keys (owner_id) WHERE state = 'running' AND execution_id = '';
