/** Detects that a database went back in time, because an older copy replaced it. */
import type { ClientBase } from "pg";
import type { DatabaseFacts } from "../../../domain/failover/port.ts";
import { asStoreError } from "../errors.ts";

/** The current timeline, in SQL. */
export const timelineText = "substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)";

/** How much of its log a server has on disk, and on which timeline. */
export type Position = Pick<DatabaseFacts, "timeline" | "flushedBytes">;

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
