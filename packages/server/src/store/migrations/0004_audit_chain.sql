-- The audit trail becomes a chain a service client: gapless numbers, each event's hash over the one before it.
-- A statement that begins with {{sqlite}} or {{postgres}} is for that engine alone. Semicolons inside a trigger stand at
-- the beginning of a line, for one at a line's end ends the statement.

-- The events so far; audit-import.ts brings them into the chains, in this transaction, and drops the table.
ALTER TABLE audit_events RENAME TO audit_events_before_chain;

-- Where each chain stands. seq and hash are those of its newest event. What retention has let go is everything up to
-- the anchor, whose signature only the holder of the vault's key can make.
CREATE TABLE audit_chains (
  client_id {{text}} NOT NULL PRIMARY KEY,
  seq {{int}} NOT NULL CHECK (seq >= 1),
  hash {{text}} NOT NULL,
  anchor_seq {{int}} NOT NULL CHECK (anchor_seq >= 0),
  anchor_hash {{text}} NOT NULL,
  anchor_at {{int}} NOT NULL,
  anchor_signature {{text}} NOT NULL,
  CHECK (anchor_seq <= seq)
){{table}};

CREATE TABLE audit_events (
  client_id {{text}} NOT NULL,
  seq {{int}} NOT NULL,
  id {{text}} NOT NULL,
  tenant_id {{text}} NOT NULL,
  type {{text}} NOT NULL,
  subject {{text}} NOT NULL,
  actor {{text}} NOT NULL,
  data {{text}} NOT NULL,
  at {{int}} NOT NULL,
  prev_hash {{text}} NOT NULL,
  hash {{text}} NOT NULL,
  CONSTRAINT audit_events_place PRIMARY KEY (client_id, seq)
){{table}};
CREATE INDEX audit_events_tenant ON audit_events (client_id, tenant_id, seq);
CREATE INDEX audit_events_subject ON audit_events (client_id, subject, seq);
-- Uses of credentials are nearly all events, so that a page of them needs no index.
CREATE INDEX audit_events_type ON audit_events (client_id, type, seq) WHERE type <> 'credential.used';

{{sqlite}} CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
BEGIN SELECT RAISE(ABORT, 'audit events are never changed') ; END;

{{sqlite}} CREATE TRIGGER audit_events_kept BEFORE DELETE ON audit_events
WHEN OLD.seq > coalesce((SELECT anchor_seq FROM audit_chains WHERE client_id = OLD.client_id), 0)
BEGIN SELECT RAISE(ABORT, 'audit events are kept for their retention') ; END;

{{sqlite}} CREATE TRIGGER audit_chains_forward BEFORE UPDATE ON audit_chains
WHEN NEW.client_id <> OLD.client_id OR NEW.seq < OLD.seq OR NEW.anchor_seq < OLD.anchor_seq
BEGIN SELECT RAISE(ABORT, 'an audit chain only grows') ; END;

{{sqlite}} CREATE TRIGGER audit_chains_kept BEFORE DELETE ON audit_chains
BEGIN SELECT RAISE(ABORT, 'an audit chain is never deleted') ; END;

{{postgres}} CREATE FUNCTION audit_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND OLD.seq <= (SELECT anchor_seq FROM audit_chains WHERE client_id = OLD.client_id) THEN RETURN OLD
  ; END IF
  ; RAISE EXCEPTION 'audit events are never changed, and kept for their retention'
  ; END $$;
{{postgres}} CREATE TRIGGER audit_events_kept BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_guard();

{{postgres}} CREATE FUNCTION audit_chains_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' AND NEW.client_id = OLD.client_id AND NEW.seq >= OLD.seq AND NEW.anchor_seq >= OLD.anchor_seq
  THEN RETURN NEW
  ; END IF
  ; RAISE EXCEPTION 'an audit chain only grows'
  ; END $$;
{{postgres}} CREATE TRIGGER audit_chains_forward BEFORE UPDATE OR DELETE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION audit_chains_guard();

{{postgres}} CREATE FUNCTION audit_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'the audit trail is never truncated'
  ; END $$;
{{postgres}} CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();
{{postgres}} CREATE TRIGGER audit_chains_not_truncated BEFORE TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();
