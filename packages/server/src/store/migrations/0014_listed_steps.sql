-- What many executions of a client ask for at once comes to PostgreSQL as a list a column, claims are written by one statement
-- a table instead of one a record, and a claim brings only what a new record can differ in. The functions with other
-- arguments, of migrations 9 and 11, are for replicas of the version before.
-- Lists are taken apart where columns are named, not as a table, and answers are lists: each table of a function's is made
-- in memory that PostgreSQL gets from the system and gives back, which costs more than what is in it.
-- Semicolons inside a trigger or function stand at the beginning of a line, for one at a line's end ends the statement.

-- Appends the events whose id is not '' to a client's chain, in the order given.
{{postgres}} CREATE FUNCTION audit_append(
  of_client TEXT, ids TEXT[], tenant_ids TEXT[], types TEXT[], subjects TEXT[], actors TEXT[], datas TEXT[], ats BIGINT[],
  document_starts TEXT[], document_ends TEXT[]) RETURNS VOID LANGUAGE plpgsql AS $$ DECLARE
  count BIGINT := cardinality(array_remove(ids, ''))
  ; at_seq BIGINT
  ; now_at TEXT
  ; seqs BIGINT[] := '{}'
  ; befores TEXT[] := '{}'
  ; hashes TEXT[] := '{}'
  ; BEGIN
  SELECT seq, hash INTO at_seq, now_at FROM audit_chains WHERE client_id = of_client FOR UPDATE
  ; IF NOT FOUND THEN
    INSERT INTO audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
      VALUES (of_client, count, repeat('0', 64), 0, repeat('0', 64), 0, '')
      ON CONFLICT (client_id) DO UPDATE SET seq = audit_chains.seq + count
      RETURNING seq - count, hash INTO at_seq, now_at
  ; END IF
  ; FOR n IN 1 .. cardinality(ids) LOOP
    IF ids[n] = '' THEN
      seqs := seqs || NULL::BIGINT
      ; befores := befores || NULL::TEXT
      ; hashes := hashes || NULL::TEXT
    ; ELSE
      at_seq := at_seq + 1
      ; befores := befores || now_at
      ; now_at := encode(sha256(decode(now_at, 'hex') ||
          convert_to(document_starts[n] || at_seq || document_ends[n], 'UTF8')), 'hex')
      ; seqs := seqs || at_seq
      ; hashes := hashes || now_at
    ; END IF
  ; END LOOP
  ; INSERT INTO audit_events (client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash)
    SELECT of_client, e.seq, e.id, e.tenant_id, e.type, e.subject, e.actor, e.data, e.at, e.before, e.hash
    FROM (SELECT unnest(seqs) AS seq, unnest(ids) AS id, unnest(tenant_ids) AS tenant_id, unnest(types) AS type,
      unnest(subjects) AS subject, unnest(actors) AS actor, unnest(datas) AS data, unnest(ats) AS at,
      unnest(befores) AS before, unnest(hashes) AS hash) AS e
    WHERE e.seq IS NOT NULL
  ; UPDATE audit_chains SET seq = at_seq, hash = now_at WHERE client_id = of_client
  ; END $$;

-- Claims of one client, no two of one key; fingerprints and event ids are '' where there is no key or event. For each its
-- key's attempt; null for one that does not hold.
{{postgres}} CREATE FUNCTION execution_claim(
  of_client TEXT, ids TEXT[], tenant_ids TEXT[], connection_ids TEXT[], providers TEXT[], action_ids TEXT[],
  effects TEXT[], summary_inputs TEXT[], keys TEXT[], owner_ids TEXT[], created_ats BIGINT[],
  fingerprints TEXT[], key_created_ats BIGINT[],
  event_ids TEXT[], event_tenant_ids TEXT[], event_types TEXT[], event_subjects TEXT[], event_actors TEXT[],
  event_datas TEXT[], event_ats BIGINT[], document_starts TEXT[], document_ends TEXT[])
  RETURNS BIGINT[] LANGUAGE plpgsql AS $$ DECLARE
  attempts BIGINT[]
  ; BEGIN
  IF '' = ALL (fingerprints) THEN attempts := array_fill(1::BIGINT, ARRAY[cardinality(ids)])
  ; ELSE
    WITH held AS (
      INSERT INTO idempotency_keys AS k
        (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)
        SELECT of_client, c.tenant_id, c.key, 'running', c.fingerprint, c.id, NULL, 1, c.owner_id, c.created_at
        FROM unnest(ids, tenant_ids, keys, fingerprints, owner_ids, key_created_ats)
          AS c (id, tenant_id, key, fingerprint, owner_id, created_at)
        WHERE c.fingerprint <> ''
        ON CONFLICT (client_id, tenant_id, key) DO UPDATE SET state = excluded.state,
          execution_id = excluded.execution_id, answer = NULL, attempt = k.attempt + 1, owner_id = excluded.owner_id,
          created_at = excluded.created_at
        WHERE k.state = 'freed' AND k.fingerprint = excluded.fingerprint
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
      unnest(created_ats) AS created_at, unnest(attempts) AS attempt) AS c
    WHERE c.attempt IS NOT NULL
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

-- The hand-over, as in migration 11; for each whether it took effect. A record is found by its id alone: by a status that the
-- condition of an index names, PostgreSQL would walk that index, with all that has lately left it. Record by record, for
-- then each finds the room that the one before it has given up, and the table stays half as large.
{{postgres}} CREATE FUNCTION execution_hand_over(
  ids TEXT[], owner_ids TEXT[], fences BIGINT[], ats BIGINT[], settle_afters BIGINT[])
  RETURNS BOOLEAN[] LANGUAGE plpgsql AS $$ DECLARE
  taken BOOLEAN[] := '{}'
  ; BEGIN
  FOR n IN 1 .. cardinality(ids) LOOP
    UPDATE executions AS e SET
      status = 'dispatched', fence = e.fence + 1, dispatched_at = ats[n], settle_after = settle_afters[n]
      WHERE e.id = ids[n] AND e.status || '' = 'accepted' AND e.owner_id = owner_ids[n] AND e.fence = fences[n]
      AND EXISTS (SELECT 1 FROM connections AS c WHERE c.id = e.connection_id AND c.status = 'active' FOR SHARE)
    ; taken := taken || FOUND
  ; END LOOP
  ; RETURN taken
  ; END $$;

-- The end. What becomes of the key is the trigger's of migration 9.
{{postgres}} CREATE FUNCTION execution_end(
  ids TEXT[], from_statuses TEXT[], owner_ids TEXT[], fences BIGINT[], statuses TEXT[], summary_outputs TEXT[],
  error_codes TEXT[], error_details TEXT[], retry_afters BIGINT[], provider_statuses BIGINT[],
  provider_request_ids TEXT[], completed_ats BIGINT[], key_ends TEXT[])
  RETURNS BOOLEAN[] LANGUAGE plpgsql AS $$ DECLARE
  taken BOOLEAN[] := '{}'
  ; BEGIN
  FOR n IN 1 .. cardinality(ids) LOOP
    UPDATE executions AS e SET
      status = statuses[n], summary_output = summary_outputs[n], error_code = error_codes[n],
      error_detail = error_details[n], retry_after_seconds = retry_afters[n], provider_status = provider_statuses[n],
      provider_request_id = provider_request_ids[n], completed_at = completed_ats[n], settle_after = 0,
      key_end = key_ends[n]
      WHERE e.id = ids[n] AND e.status || '' = from_statuses[n] AND e.owner_id = owner_ids[n] AND e.fence = fences[n]
    ; taken := taken || FOUND
  ; END LOOP
  ; RETURN taken
  ; END $$;

{{sqlite}} DROP VIEW execution_claims;
{{sqlite}} CREATE VIEW execution_claims AS SELECT
  id, client_id, tenant_id, connection_id, provider, action_id, effect, summary_input, idempotency_key, owner_id,
  created_at, '' AS fingerprint, 0 AS key_created_at, '' AS event_id, '' AS event_tenant_id, '' AS event_type,
  '' AS event_subject, '' AS event_actor, '' AS event_data, 0 AS event_at, '' AS document_start, '' AS document_end
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
