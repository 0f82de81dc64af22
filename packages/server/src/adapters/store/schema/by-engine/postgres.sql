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

-- The database itself rejects changes to the journal, and the removal of entries after the anchor. What was public is
-- cleared up to the head's pruned_seq, and is never altered.
CREATE FUNCTION journal_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Retention removes many entries at once, so they are checked together.
    PERFORM 1 FROM (SELECT client_id, max(seq) AS seq FROM gone GROUP BY client_id) AS newest
      LEFT JOIN journal_heads USING (client_id) WHERE newest.seq > coalesce(journal_heads.anchor_seq, 0);
    IF NOT FOUND THEN RETURN NULL; END IF;
  ELSIF OLD.public_seq <= (SELECT pruned_seq FROM journal_heads WHERE client_id = OLD.client_id) THEN
    OLD.public_salt := NULL;
    OLD.public_data := NULL;
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'journal entries are never changed, and kept for their retention';
END $$;
CREATE TRIGGER journal_unchanged BEFORE UPDATE ON journal
  FOR EACH ROW EXECUTE FUNCTION journal_guard();
CREATE TRIGGER journal_kept AFTER DELETE ON journal
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION journal_guard();

CREATE FUNCTION journal_heads_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.client_id = OLD.client_id AND NEW.seq >= OLD.seq AND NEW.anchor_seq >= OLD.anchor_seq
    AND NEW.public_seq >= OLD.public_seq AND NEW.pruned_seq >= OLD.pruned_seq
  THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'a journal only grows';
END $$;
-- After, because a trigger before an update makes PostgreSQL log a lock of the row.
CREATE TRIGGER journal_heads_forward AFTER UPDATE OR DELETE ON journal_heads
  FOR EACH ROW EXECUTE FUNCTION journal_heads_guard();

CREATE FUNCTION journal_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is never truncated';
END $$;
CREATE TRIGGER journal_not_truncated BEFORE TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION journal_no_truncate();
CREATE TRIGGER journal_heads_not_truncated BEFORE TRUNCATE ON journal_heads
  FOR EACH STATEMENT EXECUTE FUNCTION journal_no_truncate();
