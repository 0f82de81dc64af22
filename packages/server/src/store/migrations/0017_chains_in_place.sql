-- SQLite makes a table of its own for each INSERT … SELECT whose table has triggers or is read: two for every claim, made
-- and thrown away. Appending to a chain does without them now: values, and an update in place of an upsert.
{{sqlite}} CREATE VIEW audit_beginnings AS SELECT client_id, 0 AS chains FROM audit_chains;
{{sqlite}} CREATE TRIGGER audit_begun INSTEAD OF INSERT ON audit_beginnings
WHEN NEW.chains = 0
BEGIN
  INSERT INTO audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
    SELECT client_id, seq, hash, 0, prev_hash, 0, '' FROM audit_events WHERE client_id = NEW.client_id AND seq = 1
  ; END;

-- What has no id is no event. changes() is how many chains the update before it met, one or none.
{{sqlite}} DROP TRIGGER audit_appended;
{{sqlite}} CREATE TRIGGER audit_appended INSTEAD OF INSERT ON audit_appends
WHEN NEW.id <> ''
BEGIN
  INSERT INTO audit_events (client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash)
    SELECT NEW.client_id, head.seq + 1, NEW.id, NEW.tenant_id, NEW.type, NEW.subject, NEW.actor, NEW.data, NEW.at,
      head.hash, audit_hash(head.hash, NEW.document_start || (head.seq + 1) || NEW.document_end)
    FROM (SELECT coalesce(chain.seq, 0) AS seq, coalesce(chain.hash, printf('%064d', 0)) AS hash
      FROM (SELECT NEW.client_id AS client_id) AS one LEFT JOIN audit_chains AS chain USING (client_id)) AS head
  ; UPDATE audit_chains SET seq = seq + 1, hash =
      (SELECT hash FROM audit_events WHERE client_id = NEW.client_id AND seq = audit_chains.seq + 1)
    WHERE client_id = NEW.client_id
  ; INSERT INTO audit_beginnings (client_id, chains) VALUES (NEW.client_id, changes())
  ; END;

{{sqlite}} DROP TRIGGER execution_claimed;
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
    VALUES (NEW.client_id, NEW.event_id, NEW.event_tenant_id, NEW.event_type, NEW.event_subject, NEW.event_actor,
      NEW.event_data, NEW.event_at, NEW.document_start, NEW.document_end)
  ; END;
