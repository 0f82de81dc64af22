-- What only SQLite has: triggers in its language.

-- The database itself rejects changes to the journal, and the removal of entries after the anchor. What was public is
-- cleared up to the head's pruned_seq, and is never altered.
CREATE TRIGGER journal_unchanged BEFORE UPDATE ON journal
WHEN OLD.public_data IS NULL OR NEW.public_data IS NOT NULL OR NEW.public_salt IS NOT NULL
  OR OLD.public_seq > coalesce((SELECT pruned_seq FROM journal_heads WHERE client_id = OLD.client_id), 0)
  OR (NEW.client_id, NEW.seq, NEW.id, NEW.tenant_id, NEW.type, NEW.subject, NEW.actor, NEW.data, NEW.at, NEW.prev_hash, NEW.hash, NEW.public_seq)
    IS NOT (OLD.client_id, OLD.seq, OLD.id, OLD.tenant_id, OLD.type, OLD.subject, OLD.actor, OLD.data, OLD.at, OLD.prev_hash, OLD.hash, OLD.public_seq)
BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END;

CREATE TRIGGER journal_kept BEFORE DELETE ON journal
WHEN OLD.seq > coalesce((SELECT anchor_seq FROM journal_heads WHERE client_id = OLD.client_id), 0)
BEGIN SELECT RAISE(ABORT, 'journal entries are kept for their retention'); END;

CREATE TRIGGER journal_heads_forward BEFORE UPDATE ON journal_heads
WHEN NEW.client_id <> OLD.client_id OR NEW.seq < OLD.seq OR NEW.anchor_seq < OLD.anchor_seq
  OR NEW.public_seq < OLD.public_seq OR NEW.pruned_seq < OLD.pruned_seq
BEGIN SELECT RAISE(ABORT, 'a journal only grows'); END;

CREATE TRIGGER journal_heads_kept BEFORE DELETE ON journal_heads
BEGIN SELECT RAISE(ABORT, 'a journal is never deleted'); END;
