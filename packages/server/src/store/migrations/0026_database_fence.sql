-- What keeps a write from being dispatched on a PostgreSQL that failed over, went back in time or is another one. One row: every
-- dispatch asks whether it is open, of the epoch that the server knows, and of the server's present timeline
-- (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES). Nothing of a client is in it.
{{postgres}} CREATE TABLE database_fence (
  slot BIGINT NOT NULL PRIMARY KEY CHECK (slot = 1),
  -- Grows by one whenever another timeline or another database is accepted.
  epoch BIGINT NOT NULL,
  -- '' where the server's role may not read it.
  system_identifier TEXT NOT NULL,
  timeline TEXT NOT NULL,
  is_open BOOLEAN NOT NULL,
  -- Why it is closed; '' while it is open.
  reason TEXT NOT NULL,
  -- Whether a standby was ever seen: one that is away for a moment is still one to which the database can fail over.
  saw_standbys BOOLEAN NOT NULL
);
