-- What only PostgreSQL has: the fence against failovers, and triggers in its language.

-- One row, which prevents dispatching on a database that failed over, went back in time or was replaced. Every dispatch
-- checks that the fence is open and has both the epoch that the server expects and the database's current timeline
-- (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES).
CREATE TABLE database_fence (
  slot BIGINT NOT NULL PRIMARY KEY CHECK (slot = 1),
  -- Grows by one each time another timeline or database is accepted.
  epoch BIGINT NOT NULL,
  -- '' if the server's role may not read it, as with the two below.
  system_identifier TEXT NOT NULL,
  -- The database's OID in its cluster. A dump that is restored into another database has another one.
  database_oid TEXT NOT NULL,
  timeline TEXT NOT NULL,
  is_open BOOLEAN NOT NULL,
  -- Why it is closed; '' while it is open.
  reason TEXT NOT NULL,
  -- Whether a standby was ever seen. The database can fail over to one even if it is disconnected right now.
  saw_standbys BOOLEAN NOT NULL
);

-- The database itself rejects changes to the trail, and the removal of events after the anchor.
CREATE FUNCTION audit_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Retention removes many events at once, so they are checked together.
    PERFORM 1 FROM (SELECT client_id, max(seq) AS seq FROM gone GROUP BY client_id) AS newest
      LEFT JOIN audit_chains USING (client_id) WHERE newest.seq > coalesce(audit_chains.anchor_seq, 0);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  RAISE EXCEPTION 'audit events are never changed, and kept for their retention';
END $$;
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_guard();
CREATE TRIGGER audit_events_kept AFTER DELETE ON audit_events
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION audit_events_guard();

CREATE FUNCTION audit_chains_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.client_id = OLD.client_id AND NEW.seq >= OLD.seq AND NEW.anchor_seq >= OLD.anchor_seq
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an audit chain only grows';
END $$;
CREATE TRIGGER audit_chains_forward BEFORE UPDATE OR DELETE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION audit_chains_guard();

CREATE FUNCTION audit_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is never truncated';
END $$;
CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();
CREATE TRIGGER audit_chains_not_truncated BEFORE TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION audit_no_truncate();
