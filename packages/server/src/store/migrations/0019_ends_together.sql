-- The ends of a group are one update: each update begins and ends by itself, which was up to a half of what an end cost. One
-- scan of the primary key finds all records, whatever the statistics say, for no other table is asked and no scan of the whole
-- one is allowed. How many were written tells that each was; only where one was not, each is looked at by itself. The room
-- that an end gives up is taken by the next group's at the soonest, so the table is larger by up to a fifth.
-- Semicolons inside a trigger or function stand at the beginning of a line, for one at a line's end ends the statement.
{{postgres}} CREATE OR REPLACE FUNCTION execution_end(
  ids TEXT[], from_statuses TEXT[], owner_ids TEXT[], fences BIGINT[], statuses TEXT[], summary_outputs TEXT[],
  error_codes TEXT[], error_details TEXT[], retry_afters BIGINT[], provider_statuses BIGINT[],
  provider_request_ids TEXT[], completed_ats BIGINT[], key_ends TEXT[])
  RETURNS BOOLEAN[] LANGUAGE plpgsql SET enable_seqscan = off AS $$ DECLARE
  taken BOOLEAN[] := '{}'
  ; written BIGINT
  ; BEGIN
  -- What concerns no trigger names none of their columns (migration 18).
  IF '' = ALL (key_ends) AND 'outcome_unknown' <> ALL (statuses) THEN
    UPDATE executions AS e SET
      status = statuses[array_position(ids, e.id)], summary_output = summary_outputs[array_position(ids, e.id)],
      error_code = error_codes[array_position(ids, e.id)], error_detail = error_details[array_position(ids, e.id)],
      retry_after_seconds = retry_afters[array_position(ids, e.id)],
      provider_status = provider_statuses[array_position(ids, e.id)],
      provider_request_id = provider_request_ids[array_position(ids, e.id)],
      completed_at = completed_ats[array_position(ids, e.id)], settle_after = 0
      WHERE e.id = ANY (ids) AND e.status || '' = from_statuses[array_position(ids, e.id)]
      AND e.owner_id = owner_ids[array_position(ids, e.id)] AND e.fence = fences[array_position(ids, e.id)]
  ; ELSE
    UPDATE executions AS e SET
      status = statuses[array_position(ids, e.id)], summary_output = summary_outputs[array_position(ids, e.id)],
      error_code = error_codes[array_position(ids, e.id)], error_detail = error_details[array_position(ids, e.id)],
      retry_after_seconds = retry_afters[array_position(ids, e.id)],
      provider_status = provider_statuses[array_position(ids, e.id)],
      provider_request_id = provider_request_ids[array_position(ids, e.id)],
      completed_at = completed_ats[array_position(ids, e.id)], settle_after = 0,
      key_end = key_ends[array_position(ids, e.id)]
      WHERE e.id = ANY (ids) AND e.status || '' = from_statuses[array_position(ids, e.id)]
      AND e.owner_id = owner_ids[array_position(ids, e.id)] AND e.fence = fences[array_position(ids, e.id)]
  ; END IF
  ; GET DIAGNOSTICS written = ROW_COUNT
  ; IF written = cardinality(ids) THEN RETURN array_fill(TRUE, ARRAY[cardinality(ids)])
  ; END IF
  ; IF cardinality(ids) = 1 THEN RETURN ARRAY[FALSE]
  ; END IF
  ; FOR n IN 1 .. cardinality(ids) LOOP
    IF n = array_position(ids, ids[n])
      AND EXISTS (SELECT 1 FROM executions AS e WHERE e.id = ids[n] AND e.xmin = pg_current_xact_id()::xid)
    THEN taken := taken || TRUE
    ; ELSE taken := taken || execution_end(ids[n:n], from_statuses[n:n], owner_ids[n:n], fences[n:n], statuses[n:n],
        summary_outputs[n:n], error_codes[n:n], error_details[n:n], retry_afters[n:n], provider_statuses[n:n],
        provider_request_ids[n:n], completed_ats[n:n], key_ends[n:n])
    ; END IF
  ; END LOOP
  ; RETURN taken
  ; END $$;
