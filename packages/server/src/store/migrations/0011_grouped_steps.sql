-- On PostgreSQL the steps of an execution after its claim are one call for all of a client that came meanwhile, as claims
-- are. Each step is taken by itself, in the order given, from 1; the numbers of those that took effect are given.
-- Semicolons inside a function stand at the beginning of a line, for one at a line's end ends the statement.

-- The hand-over. The connection is held until the commit: who ends it comes before and is seen, or waits and answers after
-- the hand-over.
{{postgres}} CREATE FUNCTION execution_hand_over(of_steps JSON) RETURNS SETOF BIGINT LANGUAGE plpgsql AS $$ DECLARE
  step RECORD
  ; number BIGINT := 0
  ; BEGIN
  FOR step IN SELECT * FROM json_to_recordset(of_steps)
    AS s (id TEXT, owner_id TEXT, fence BIGINT, at BIGINT, settle_after BIGINT) LOOP
    number := number + 1
    ; UPDATE executions SET
      status = 'dispatched', fence = executions.fence + 1, dispatched_at = step.at, settle_after = step.settle_after
      WHERE id = step.id AND status = 'accepted' AND owner_id = step.owner_id AND fence = step.fence
      AND EXISTS (SELECT 1 FROM connections
        WHERE connections.id = executions.connection_id AND connections.status = 'active' FOR SHARE)
    ; IF FOUND THEN RETURN NEXT number
    ; END IF
  ; END LOOP
  ; END $$;

-- The end. What becomes of the key is the trigger's of migration 9.
{{postgres}} CREATE FUNCTION execution_end(of_steps JSON) RETURNS SETOF BIGINT LANGUAGE plpgsql AS $$ DECLARE
  step RECORD
  ; number BIGINT := 0
  ; BEGIN
  FOR step IN SELECT * FROM json_to_recordset(of_steps)
    AS s (id TEXT, from_status TEXT, owner_id TEXT, fence BIGINT, status TEXT, summary_output TEXT, error_code TEXT,
      error_detail TEXT, retry_after_seconds BIGINT, provider_status BIGINT, provider_request_id TEXT,
      completed_at BIGINT, key_end TEXT) LOOP
    number := number + 1
    ; UPDATE executions SET
      status = step.status, summary_output = step.summary_output, error_code = step.error_code,
      error_detail = step.error_detail, retry_after_seconds = step.retry_after_seconds,
      provider_status = step.provider_status, provider_request_id = step.provider_request_id,
      completed_at = step.completed_at, settle_after = 0, key_end = step.key_end
      WHERE id = step.id AND status = step.from_status AND owner_id = step.owner_id AND fence = step.fence
    ; IF FOUND THEN RETURN NEXT number
    ; END IF
  ; END LOOP
  ; END $$;

-- Appending to a chain that is there: its head is locked and written once, not written twice.
{{postgres}} CREATE OR REPLACE FUNCTION audit_append(of_client TEXT, of_events JSON[]) RETURNS VOID LANGUAGE plpgsql
AS $$ DECLARE
  event JSON
  ; at_seq BIGINT
  ; before TEXT
  ; now_at TEXT
  ; BEGIN
  SELECT seq, hash INTO at_seq, now_at FROM audit_chains WHERE client_id = of_client FOR UPDATE
  ; IF NOT FOUND THEN
    INSERT INTO audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
      VALUES (of_client, cardinality(of_events), repeat('0', 64), 0, repeat('0', 64), 0, '')
      ON CONFLICT (client_id) DO UPDATE SET seq = audit_chains.seq + cardinality(of_events)
      RETURNING seq - cardinality(of_events), hash INTO at_seq, now_at
  ; END IF
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
  ; UPDATE audit_chains SET seq = at_seq, hash = now_at WHERE client_id = of_client
  ; END $$;
