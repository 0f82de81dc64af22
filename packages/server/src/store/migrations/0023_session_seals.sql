-- What a Connect session was made with is under a keyed hash, which only a server that has the vault can make
-- (connect/session-seals.ts). Sessions from before have none.
ALTER TABLE connect_sessions ADD COLUMN seal {{text}} NOT NULL DEFAULT '';

-- The function of migration 12, with the seal; a server from before gives none.
{{postgres}} CREATE OR REPLACE FUNCTION connect_session_create(of_client TEXT, of_sessions JSON)
  RETURNS SETOF BIGINT LANGUAGE plpgsql AS $$ DECLARE
  made JSON
  ; number BIGINT := 0
  ; events JSON[] := '{}'
  ; BEGIN
  FOR made IN SELECT json_array_elements(of_sessions) LOOP
    number := number + 1
    ; INSERT INTO idempotency_keys AS k
      (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)
      SELECT c.client_id, c.tenant_id, c.key, 'done', c.fingerprint, '', c.answer, 1, c.owner_id, c.created_at
      FROM json_populate_record(NULL::idempotency_keys, made -> 'key') AS c
      ON CONFLICT (client_id, tenant_id, key) DO UPDATE SET state = excluded.state,
        execution_id = excluded.execution_id, answer = excluded.answer, attempt = k.attempt + 1,
        owner_id = excluded.owner_id, created_at = excluded.created_at
      WHERE k.state = 'freed' AND k.fingerprint = excluded.fingerprint
    ; CONTINUE WHEN NOT FOUND
    ; INSERT INTO connect_sessions (
        id, client_id, tenant_id, provider, auth_kind, status, allowed_origin, return_url, requested_actions,
        completion, connection_id, reconnect, token_hash, token_used_at, secret_hash, completion_code_hash,
        verifying_until, rejections, error_code, created_at, expires_at, completed_at,
        seal)
      SELECT
        s.id, s.client_id, s.tenant_id, s.provider, s.auth_kind, s.status, s.allowed_origin, s.return_url,
        s.requested_actions, s.completion, s.connection_id, s.reconnect, s.token_hash, s.token_used_at, s.secret_hash,
        s.completion_code_hash, s.verifying_until, s.rejections, s.error_code, s.created_at, s.expires_at,
        s.completed_at, coalesce(s.seal, '')
      FROM json_populate_record(NULL::connect_sessions, made -> 'session') AS s
    ; IF (made -> 'event') IS NOT NULL THEN events := events || (made -> 'event')
    ; END IF
    ; RETURN NEXT number
  ; END LOOP
  ; IF cardinality(events) > 0 THEN PERFORM audit_append(of_client, events)
  ; END IF
  ; END $$;
