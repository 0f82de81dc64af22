-- What only SQLite has: triggers in its language.

-- The database itself rejects changes to the trail, and the removal of events after the anchor.
CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END;

CREATE TRIGGER audit_events_kept BEFORE DELETE ON audit_events
WHEN OLD.seq > coalesce((SELECT anchor_seq FROM audit_chains WHERE client_id = OLD.client_id), 0)
BEGIN SELECT RAISE(ABORT, 'audit events are kept for their retention'); END;

CREATE TRIGGER audit_chains_forward BEFORE UPDATE ON audit_chains
WHEN NEW.client_id <> OLD.client_id OR NEW.seq < OLD.seq OR NEW.anchor_seq < OLD.anchor_seq
BEGIN SELECT RAISE(ABORT, 'an audit chain only grows'); END;

CREATE TRIGGER audit_chains_kept BEFORE DELETE ON audit_chains
BEGIN SELECT RAISE(ABORT, 'an audit chain is never deleted'); END;
