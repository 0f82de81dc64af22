-- A statement that names a column of a trigger pays for that trigger's condition: on PostgreSQL each reads it anew from its
-- text, which costs as much as the update. A hand-over and the end of a record without a key concern no trigger, so neither
-- names such a column any more: a hand-over changes the status alone, and such an end leaves `key_end` as it is, '',
-- unless its outcome is unknown. Whatever else makes an outcome unknown or settles one names `key_end` or `resolution`, also in
-- replicas of the version before, whose ends name `key_end` always.
-- Semicolons inside a trigger or function stand at the beginning of a line, for one at a line's end ends the statement.
{{sqlite}} DROP TRIGGER execution_unknown_or_resolved;
{{sqlite}} CREATE TRIGGER execution_unknown_or_resolved AFTER UPDATE OF key_end, resolution ON executions
WHEN NEW.status <> OLD.status AND (NEW.status = 'outcome_unknown' OR OLD.status = 'outcome_unknown')
BEGIN
  INSERT INTO event_appends (client_id, type, tenant_id, endpoint_id, data)
  VALUES (NEW.client_id,
    CASE NEW.status WHEN 'outcome_unknown' THEN 'action_execution.outcome_unknown' ELSE 'action_execution.resolved' END,
    NEW.tenant_id, '', json_object('execution_id', NEW.id, 'connection_id', NEW.connection_id, 'provider', NEW.provider,
    'action_id', NEW.action_id, 'status', NEW.status))
  ; END;
{{postgres}} DROP TRIGGER execution_unknown_or_resolved ON executions;
{{postgres}} CREATE CONSTRAINT TRIGGER execution_unknown_or_resolved AFTER UPDATE OF key_end, resolution ON executions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status <> OLD.status
    AND (NEW.status = 'outcome_unknown' OR OLD.status = 'outcome_unknown')) EXECUTE FUNCTION execution_event();

-- Ends as in migration 14; '' for a key's end is for a record without a key.
{{postgres}} CREATE OR REPLACE FUNCTION execution_end(
  ids TEXT[], from_statuses TEXT[], owner_ids TEXT[], fences BIGINT[], statuses TEXT[], summary_outputs TEXT[],
  error_codes TEXT[], error_details TEXT[], retry_afters BIGINT[], provider_statuses BIGINT[],
  provider_request_ids TEXT[], completed_ats BIGINT[], key_ends TEXT[])
  RETURNS BOOLEAN[] LANGUAGE plpgsql AS $$ DECLARE
  taken BOOLEAN[] := '{}'
  ; BEGIN
  FOR n IN 1 .. cardinality(ids) LOOP
    IF key_ends[n] = '' AND statuses[n] <> 'outcome_unknown' THEN
      UPDATE executions AS e SET
        status = statuses[n], summary_output = summary_outputs[n], error_code = error_codes[n],
        error_detail = error_details[n], retry_after_seconds = retry_afters[n], provider_status = provider_statuses[n],
        provider_request_id = provider_request_ids[n], completed_at = completed_ats[n], settle_after = 0
        WHERE e.id = ids[n] AND e.status || '' = from_statuses[n] AND e.owner_id = owner_ids[n] AND e.fence = fences[n]
    ; ELSE
      UPDATE executions AS e SET
        status = statuses[n], summary_output = summary_outputs[n], error_code = error_codes[n],
        error_detail = error_details[n], retry_after_seconds = retry_afters[n], provider_status = provider_statuses[n],
        provider_request_id = provider_request_ids[n], completed_at = completed_ats[n], settle_after = 0,
        key_end = key_ends[n]
        WHERE e.id = ids[n] AND e.status || '' = from_statuses[n] AND e.owner_id = owner_ids[n] AND e.fence = fences[n]
    ; END IF
    ; taken := taken || FOUND
  ; END LOOP
  ; RETURN taken
  ; END $$;
