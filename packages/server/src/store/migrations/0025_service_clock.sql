-- One service time for all processes, whatever their machines' clocks say: raw time (the database's clock on PostgreSQL, the
-- machine's on SQLite) plus offset_ms. Nothing of a client is in these tables, so they are under no row-level security.
CREATE TABLE service_clock (
  slot {{int}} NOT NULL PRIMARY KEY CHECK (slot = 1),
  offset_ms {{int}} NOT NULL,
  -- The newest service time that a process has confirmed; 0 where none has.
  mark_ms {{int}} NOT NULL,
  generation {{int}} NOT NULL,
  -- Why time-based work waits, and since when; '' and NULL while the clock is in order.
  jump_cause {{text}} NOT NULL CHECK (jump_cause IN ('', 'ran', 'behind', 'ahead')),
  jump_at {{int}},
  -- Service time that a start passed over, until somebody says whether it really passed.
  gap_from {{int}},
  gap_to {{int}}
){{table}};

-- A database that was used before begins at its newest record, so that a clock that is wrong just now is noticed.
INSERT INTO service_clock (slot, offset_ms, mark_ms, generation, jump_cause, jump_at, gap_from, gap_to)
  SELECT 1, 0, coalesce(max(newest_ms), 0), 1, '', NULL, NULL, NULL FROM (
    SELECT max(created_at) AS newest_ms FROM executions UNION ALL SELECT max(at) FROM audit_events) AS newest;

-- Spans of service time that did not pass, because somebody set the clock over them. Retention does not count them.
CREATE TABLE uncounted_spans (
  from_ms {{int}} NOT NULL PRIMARY KEY,
  to_ms {{int}} NOT NULL,
  CHECK (from_ms < to_ms)
){{table}};

-- Processes prove that they live by beats that others see grow. No clock is compared: who watches counts by its own. A server
-- of the version before, which may still run beside this one, has no beats and goes by lease_until: there, an owner that beats
-- has a lease without end.
ALTER TABLE owners ADD COLUMN beats {{int}} NOT NULL DEFAULT 0;
ALTER TABLE owners ADD COLUMN ended_at {{int}};

-- Events carry service time too. A raw clock that has jumped since the last look at it is held between the mark and 5 s after
-- it, because the mark moves each second.
{{sqlite}} DROP TRIGGER event_appended;
{{sqlite}} CREATE TRIGGER event_appended INSTEAD OF INSERT ON event_appends
BEGIN
  INSERT INTO event_heads (client_id, seq, pruned_seq) VALUES (NEW.client_id, 1, 0)
    ON CONFLICT (client_id) DO UPDATE SET seq = event_heads.seq + 1
  ; INSERT INTO events (client_id, seq, entropy, type, tenant_id, endpoint_id, data, at)
    SELECT h.client_id, h.seq, lower(hex(randomblob(10))), NEW.type, NEW.tenant_id, NEW.endpoint_id, NEW.data,
      CASE WHEN c.mark_ms = 0 THEN c.now_ms ELSE max(c.mark_ms, min(c.now_ms, c.mark_ms + 5000)) END
    FROM event_heads AS h, (SELECT mark_ms, cast(round(unixepoch('subsec') * 1000) AS INTEGER) + offset_ms AS now_ms
      FROM service_clock) AS c WHERE h.client_id = NEW.client_id
  ; END;
{{postgres}} CREATE OR REPLACE FUNCTION event_append(of_client TEXT, of_type TEXT, of_tenant TEXT, of_endpoint TEXT,
  of_data TEXT)
  RETURNS BIGINT LANGUAGE plpgsql AS $$ DECLARE given BIGINT
  ; was TEXT := coalesce(current_setting('svc.system', true), '')
  ; BEGIN
  PERFORM set_config('svc.system', 'on', true)
  ; INSERT INTO event_heads (client_id, seq, pruned_seq) VALUES (of_client, 1, 0)
    ON CONFLICT (client_id) DO UPDATE SET seq = event_heads.seq + 1 RETURNING seq INTO given
  ; INSERT INTO events (client_id, seq, entropy, type, tenant_id, endpoint_id, data, at) SELECT of_client, given,
    encode(substr(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 1, 10), 'hex'), of_type, of_tenant, of_endpoint,
    of_data, CASE WHEN c.mark_ms = 0 THEN c.now_ms ELSE greatest(c.mark_ms, least(c.now_ms, c.mark_ms + 5000)) END
    FROM (SELECT mark_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint + offset_ms AS now_ms
      FROM service_clock) AS c
  ; PERFORM set_config('svc.system', was, true)
  ; RETURN given
  ; END $$;
