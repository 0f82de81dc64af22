/** How far a PostgreSQL is, and noticing that it went back: an older copy was put in its place. */
import type { ClientBase } from "pg";
import type { DatabaseFacts } from "../../../domain/failover/port.ts";
import { asStoreError } from "../errors.ts";

/** The present timeline, in SQL. */
export const timelineText = "substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)";

/** How far a server's log is, and on which timeline. */
export type Position = Pick<DatabaseFacts, "timeline" | "flushedBytes">;

/** Notices that new sessions find less on the disk than the last look did, until it is told to forget what it saw. */
export function watchPosition() {
  let seen: Position | null = null;
  let lowest = Infinity;
  return {
    /** Shows it a new session. @throws what pg throws where no answer came. */
    async join(client: ClientBase): Promise<void> {
      // From before it was asked: a look that comes meanwhile sees more.
      const before = seen;
      const { timeline, flushedBytes } = await positionOf(client);
      if (before?.timeline === timeline && flushedBytes < before.flushedBytes) lowest = Math.min(lowest, flushedBytes);
    },
    /** @returns the least that was found on the disk since the last look. */
    look(now: Position): number {
      if (lowest !== Infinity) return Math.min(lowest, now.flushedBytes);
      seen = now;
      return now.flushedBytes;
    },
    /** Whether a new session found less than a look before it. */
    wentBack: (): boolean => lowest !== Infinity,
    forget(): void {
      seen = null;
      lowest = Infinity;
    },
  };
}

/** Asks for it. @throws what pg throws where no answer came. */
export async function positionOf(client: ClientBase): Promise<Position> {
  return {
    timeline: await factOf(client, timelineText),
    flushedBytes: Number(await factOf(client, "pg_current_wal_flush_lsn() - '0/0'::pg_lsn")),
  };
}

/** The value of an expression, as text; "" where the server's role may not read it. @throws StoreError where it could not be read just now. */
export async function factOf(client: ClientBase, text: string): Promise<string> {
  try {
    const { rows } = await client.query<{ fact: string | null }>(`select (${text})::text as fact`);
    return rows[0]?.fact ?? "";
  } catch (error) {
    const failure = asStoreError(error);
    // Cancelled, or short of something (classes 57 and 53): that says nothing of what the role may read.
    if (failure.unanswered || /^5[37]/.test(failure.code)) throw failure;
    return "";
  }
}
