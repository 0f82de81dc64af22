-- A claim may go by a place that was looked up before. It then brings the version of the connection's credential, and holds only
-- where that is so now, the connection is active, and its key, where it has one, was never claimed:
-- whatever else is so the caller looks up. With a tenant its connections end, so an active one's tenant is there. A version of
-- 0 is for a place that has just been looked up; nothing more is asked of it. The function with other arguments, of
-- migration 14, is for replicas of the version before.
-- Semicolons inside a trigger or function stand at the beginning of a line, for one at a line's end ends the statement.

-- Claims as in migration 14. The version stands beside a subselect, and not under EXISTS, for that could be planned as a list of
-- all connections while they are few. Planned for these lists, each call would be planned anew, for they are shorter than
-- PostgreSQL expects of any.
{{postgres}} CREATE FUNCTION execution_claim(
  of_client TEXT, ids TEXT[], tenant_ids TEXT[], connection_ids TEXT[], providers TEXT[], action_ids TEXT[],
  effects TEXT[], summary_inputs TEXT[], keys TEXT[], owner_ids TEXT[], created_ats BIGINT[],
  fingerprints TEXT[], key_created_ats BIGINT[],
  event_ids TEXT[], event_tenant_ids TEXT[], event_types TEXT[], event_subjects TEXT[], event_actors TEXT[],
  event_datas TEXT[], event_ats BIGINT[], document_starts TEXT[], document_ends TEXT[],
  recalled_versions BIGINT[])
  RETURNS BIGINT[] LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$ DECLARE
  attempts BIGINT[]
  ; written BIGINT
  ; BEGIN
  IF '' = ALL (fingerprints) THEN attempts := array_fill(1::BIGINT, ARRAY[cardinality(ids)])
  ; ELSE
    WITH held AS (
      INSERT INTO idempotency_keys AS k
        (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)
        SELECT of_client, c.tenant_id, c.key, 'running', c.fingerprint, c.id, NULL, 1, c.owner_id, c.created_at
        FROM unnest(ids, tenant_ids, connection_ids, keys, fingerprints, owner_ids, key_created_ats, recalled_versions)
          AS c (id, tenant_id, connection_id, key, fingerprint, owner_id, created_at, recalled_version)
        WHERE c.fingerprint <> '' AND (c.recalled_version = 0 OR c.recalled_version = (
          SELECT p.credential_version FROM connections AS p
          WHERE p.id = c.connection_id AND p.client_id = of_client AND p.tenant_id = c.tenant_id AND p.status = 'active'))
        ON CONFLICT (client_id, tenant_id, key) DO UPDATE SET state = excluded.state,
          execution_id = excluded.execution_id, answer = NULL, attempt = k.attempt + 1, owner_id = excluded.owner_id,
          created_at = excluded.created_at
        WHERE k.state = 'freed' AND k.fingerprint = excluded.fingerprint
          AND recalled_versions[array_position(ids, excluded.execution_id)] = 0
        RETURNING k.execution_id, k.attempt)
    SELECT array_agg(CASE WHEN c.fingerprint = '' THEN 1
        ELSE (SELECT held.attempt FROM held WHERE held.execution_id = c.id) END ORDER BY c.number) INTO attempts
      FROM unnest(ids, fingerprints) WITH ORDINALITY AS c (id, fingerprint, number)
  ; END IF
  ; INSERT INTO executions (
      id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input, summary_output,
      error_code, error_detail, idempotency_key, attempt, fence, owner_id, created_at, settle_after)
    SELECT c.id, of_client, c.tenant_id, c.connection_id, c.provider, c.action_id, c.effect, 'accepted', c.summary_input,
      'null', '', '', c.key, c.attempt, 0, c.owner_id, c.created_at, 0
    FROM (SELECT unnest(ids) AS id, unnest(tenant_ids) AS tenant_id, unnest(connection_ids) AS connection_id,
      unnest(providers) AS provider, unnest(action_ids) AS action_id, unnest(effects) AS effect,
      unnest(summary_inputs) AS summary_input, unnest(keys) AS key, unnest(owner_ids) AS owner_id,
      unnest(created_ats) AS created_at, unnest(attempts) AS attempt, unnest(fingerprints) AS fingerprint,
      unnest(recalled_versions) AS recalled_version) AS c
    WHERE c.attempt IS NOT NULL AND (c.recalled_version = 0 OR c.fingerprint <> '' OR c.recalled_version = (
      SELECT p.credential_version FROM connections AS p
      WHERE p.id = c.connection_id AND p.client_id = of_client AND p.tenant_id = c.tenant_id AND p.status = 'active'))
  ; GET DIAGNOSTICS written = ROW_COUNT
  ; IF written < cardinality(array_remove(attempts, NULL)) THEN
    SELECT array_agg(CASE WHEN EXISTS (SELECT 1 FROM executions AS e WHERE e.id = c.id) THEN c.attempt END
        ORDER BY c.number) INTO attempts
      FROM unnest(ids, attempts) WITH ORDINALITY AS c (id, attempt, number)
  ; END IF
  ; FOR n IN 1 .. cardinality(ids) LOOP
    IF attempts[n] IS NULL THEN event_ids[n] := ''
    ; END IF
  ; END LOOP
  ; IF NOT ('' = ALL (event_ids)) THEN
    PERFORM audit_append(of_client, event_ids, event_tenant_ids, event_types, event_subjects, event_actors, event_datas,
      event_ats, document_starts, document_ends)
  ; END IF
  ; RETURN attempts
  ; END $$;

{{sqlite}} DROP VIEW execution_claims;
{{sqlite}} CREATE VIEW execution_claims AS SELECT
  id, client_id, tenant_id, connection_id, provider, action_id, effect, summary_input, idempotency_key, owner_id,
  created_at, '' AS fingerprint, 0 AS key_created_at, '' AS event_id, '' AS event_tenant_id, '' AS event_type,
  '' AS event_subject, '' AS event_actor, '' AS event_data, 0 AS event_at, '' AS document_start, '' AS document_end,
  0 AS recalled_version
  FROM executions;
{{sqlite}} CREATE TRIGGER execution_claimed INSTEAD OF INSERT ON execution_claims
BEGIN
  SELECT RAISE(ABORT, 'outdated') WHERE NEW.recalled_version <> 0 AND NEW.recalled_version IS NOT (
    SELECT credential_version FROM connections
    WHERE id = NEW.connection_id AND client_id = NEW.client_id AND tenant_id = NEW.tenant_id AND status = 'active')
  ; INSERT INTO idempotency_keys
    (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)
    SELECT NEW.client_id, NEW.tenant_id, NEW.idempotency_key, 'running', NEW.fingerprint, NEW.id, NULL, 1, NEW.owner_id,
      NEW.key_created_at
    WHERE NEW.fingerprint <> ''
  ; INSERT INTO executions (
    id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input, summary_output,
    error_code, error_detail, idempotency_key, attempt, fence, owner_id, created_at, settle_after)
    VALUES (
    NEW.id, NEW.client_id, NEW.tenant_id, NEW.connection_id, NEW.provider, NEW.action_id, NEW.effect, 'accepted',
    NEW.summary_input, 'null', '', '', NEW.idempotency_key, 1, 0, NEW.owner_id, NEW.created_at, 0)
  ; INSERT INTO audit_appends
    (client_id, id, tenant_id, type, subject, actor, data, at, document_start, document_end)
    SELECT NEW.client_id, NEW.event_id, NEW.event_tenant_id, NEW.event_type, NEW.event_subject, NEW.event_actor,
      NEW.event_data, NEW.event_at, NEW.document_start, NEW.document_end
    WHERE NEW.event_id <> ''
  ; END;
