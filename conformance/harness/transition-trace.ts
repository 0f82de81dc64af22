/**
 * The status changes that write records really make: a trigger records each one, and the test compares
 * them with those of the protocol's model (proof/model).
 */
import assert from "node:assert/strict";
import type { ServerHome } from "./index.ts";
import { runSql } from "./sql.ts";
import { modelTransitions } from "./transitions.ts";

const table = "create table test_transitions (was text not null, became text not null, resolved integer not null)";
const resolved = "case when new.resolution is null then 0 else 1 end";

const sqliteTriggers = `${table};
create trigger test_inserted after insert on executions when new.effect <> 'read' begin
  insert into test_transitions values ('absent', new.status, 0); end;
create trigger test_changed after update of status on executions when new.effect <> 'read' and old.status <> new.status begin
  insert into test_transitions values (old.status, new.status, ${resolved}); end;`;

const postgresTriggers = `${table};
create function test_note() returns trigger language plpgsql as $$ begin
  if new.effect = 'read' then return null; end if;
  if tg_op = 'INSERT' then insert into test_transitions values ('absent', new.status, 0);
  elsif old.status <> new.status then insert into test_transitions values (old.status, new.status, ${resolved});
  end if; return null; end $$;
create trigger test_noted after insert or update on executions for each row execute function test_note();`;

type Row = { was: string; became: string; resolved: number };

/** Starts recording every status change in this database. */
export async function watchTransitions(home: ServerHome): Promise<void> {
  await run(home, sqliteTriggers, postgresTriggers);
}

/**
 * Asserts that the model has every recorded change, and that the named ones did happen.
 * @param seen changes that must occur, so that an empty trace fails.
 */
export async function assertModelTransitions(home: ServerHome, seen: readonly string[]): Promise<void> {
  const rows = await run(home, "", "", "select distinct was, became, resolved from test_transitions");
  const names = rows.map((row) => `${row.was} → ${row.became}${row.resolved === 1 ? " (resolved)" : ""}`);
  for (const name of names) assert.ok(modelTransitions.includes(name), `the model has no change ${name}`);
  for (const name of seen) assert.ok(names.includes(name), `there was no change ${name}`);
}

function run({ databaseUrl }: ServerHome, sqlite: string, postgres: string, query?: string): Promise<Row[]> {
  return runSql<Row>(databaseUrl, databaseUrl.startsWith("sqlite:") ? sqlite : postgres, query);
}
