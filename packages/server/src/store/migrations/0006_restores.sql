-- What a restore from a backup leaves to be said; one row, or none where there never was a restore. Nothing of a client
-- is in it, so it is under no row-level security.
CREATE TABLE restores (
  slot {{int}} NOT NULL PRIMARY KEY CHECK (slot = 1),
  -- In a copy made by svc-server backup: when. NULL once the operator has said which keys are too old.
  copied_at {{int}},
  -- Keys made before this time may have acted unknown to this database; NULL where none is refused.
  keys_before {{int}},
  -- Until then the same is said of keys that carry no time.
  undated_until {{int}}
){{table}};
