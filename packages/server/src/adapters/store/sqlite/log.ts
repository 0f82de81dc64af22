/**
 * Keeps the log (`-wal`) from staying large. SQLite puts it into the database by itself after a commit, but not while a
 * reader needs it, not after a commit that failed, and never makes its file smaller.
 */
import type { Tables } from "../tables.ts";
import type { SqliteConnection } from "./dialect.ts";
import { diskFullCode } from "../faults.ts";
import type { SqliteHealth } from "./health.ts";
import { busyTimeoutMs } from "./open.ts";

/** Twice what SQLite lets it grow to where nothing is in the way. */
const logMaxBytes = 32 * 1024 * 1024;

const everyMs = 1000;

/** Looks at the log each second. @returns what ends it. */
export function tendLog(connection: SqliteConnection<Tables>, health: SqliteHealth): () => void {
  const timer = setInterval(() => void emptyLog(connection, health), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Empties the log where it is large, or where it may be what fills the disk; leaves it where a reader needs it. */
async function emptyLog({ database, turns }: SqliteConnection<Tables>, health: SqliteHealth): Promise<void> {
  const isDue = health.logBytes() > logMaxBytes || health.faultCode() === diskFullCode;
  if (!isDue) return;
  const turn = turns.take();
  if (turn !== undefined) await turn;
  try {
    // Everything in this process would wait with it for the reader's end.
    database.exec("PRAGMA busy_timeout = 0");
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // A full or broken disk: the next commit says so, and this is tried again.
  } finally {
    if (database.isOpen) database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    turns.give();
  }
}
