/**
 * Facts about PostgreSQL, as far as the server's role may read them: for `svc-server doctor`, with a small write that
 * leaves nothing behind, to find out whether it takes writes; and for the fence, whether the database went back in time
 * because an older copy replaced it.
 */
import { sql } from "kysely";
import type { StoreContext } from "../context.ts";
import { asStoreError, StoreError } from "../errors.ts";
import { faultOf, noPrivilegeCode, noResponse } from "../faults.ts";
import type { PostgresFacts, WriteFault } from "../../../domain/database/port.ts";
import type { ClientBase } from "pg";
import type { DatabaseFacts } from "../../../domain/failover/port.ts";

/**
 * Checks that the role still has every privilege on svc's tables: one that is used rarely would otherwise be missed.
 * @param tables their names.
 * @throws StoreError with `noPrivilegeCode`.
 */
export async function requirePrivileges(context: StoreContext, tables: readonly string[]): Promise<void> {
  const lacking = await context.read("none", async (queries) => {
    const { rows } = await sql`
      select 1 from pg_catalog.pg_class
      where relnamespace = current_schema()::regnamespace and relname in (${sql.join(tables)}) and not (
        has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
        and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE'))
      limit 1`.execute(queries);
    return rows.length > 0;
  });
  if (lacking) throw new StoreError(noPrivilegeCode, false);
}

/** Reads the facts. @throws StoreError */
export async function postgresFacts(context: StoreContext): Promise<PostgresFacts> {
  return await context.read("none", async (queries) => {
    const settings = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names')`.execute(queries);
    const role = await sql<{ bound: boolean; encrypted: boolean | null; standbys: number }>`
      select not (rolsuper or rolbypassrls) as bound,
        (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
        (select count(*) from pg_stat_replication) as standbys
      from pg_roles where rolname = current_user`.execute(queries);
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and exists (select 1 from pg_policy where polrelid = pg_class.oid)
        and not (relrowsecurity and relforcerowsecurity)
      order by relname`.execute(queries);
    const [facts] = role.rows;
    return {
      settings: Object.fromEntries(settings.rows.map(({ name, setting }) => [name, setting])),
      isBound: facts?.bound ?? false,
      isEncrypted: facts?.encrypted ?? false,
      standbys: facts?.standbys ?? 0,
      unprotectedTables: tables.rows.map(({ name }) => name),
    };
  });
}

/** Writes. @throws StoreError */
export async function writeBriefly(context: StoreContext): Promise<void> {
  await context.write("none", async (queries) => {
    // A new table needs room where new rows do. Room for the log alone isn't enough.
    await sql`create temporary table svc_room (line text) on commit drop`.execute(queries);
    await sql`insert into svc_room values ('')`.execute(queries);
  });
}

/** Writes, and returns why that failed; null if it succeeded or only this write isn't allowed. */
export async function tryWrite(context: StoreContext): Promise<WriteFault | null> {
  try {
    await writeBriefly(context);
    return null;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return faultOf(error.code) ?? (error.unanswered ? noResponse : null);
  }
}

/** The current timeline, in SQL. */
export const timelineText = "substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)";

/** How much of its log a server has on disk, and on which timeline. */
type Position = Pick<DatabaseFacts, "timeline" | "flushedBytes">;

/** Detects new sessions that find less on disk than the last look did. `forget` starts over. */
export function watchPosition() {
  let seen: Position | null = null;
  let lowest = Infinity;
  return {
    /** Checks a new session. @throws what pg throws if there is no response. */
    async join(client: ClientBase): Promise<void> {
      // The last look before the query; one made during it may see more.
      const before = seen;
      const { timeline, flushedBytes } = await readPosition(client);
      if (before?.timeline === timeline && flushedBytes < before.flushedBytes) lowest = Math.min(lowest, flushedBytes);
    },
    /** @returns the fewest bytes that were found on disk since the last look. */
    look(now: Position): number {
      if (lowest !== Infinity) return Math.min(lowest, now.flushedBytes);
      seen = now;
      return now.flushedBytes;
    },
    /** Whether a new session found less than an earlier look. */
    wentBack: (): boolean => lowest !== Infinity,
    forget(): void {
      seen = null;
      lowest = Infinity;
    },
  };
}

/** Reads the position. @throws what pg throws if there is no response. */
export async function readPosition(client: ClientBase): Promise<Position> {
  return {
    timeline: await readFact(client, timelineText),
    flushedBytes: Number(await readFact(client, "pg_current_wal_flush_lsn() - '0/0'::pg_lsn")),
  };
}

/**
 * The value of an expression, as text; "" if the server's role may not read it.
 * @throws StoreError if it can't be read right now.
 */
export async function readFact(client: ClientBase, text: string): Promise<string> {
  try {
    const { rows } = await client.query<{ fact: string | null }>(`select (${text})::text as fact`);
    return rows[0]?.fact ?? "";
  } catch (error) {
    const failure = asStoreError(error);
    // Canceled or out of resources (classes 57 and 53) says nothing about what the role may read.
    if (failure.unanswered || /^5[37]/.test(failure.code)) throw failure;
    return "";
  }
}
