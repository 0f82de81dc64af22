/**
 * Keeps the log (`-wal`) small. SQLite moves it into the database after a commit, but not while a reader needs it or
 * after a failed commit, and never makes its file smaller.
 */
import type { Tables } from "../tables.ts";
import type { SqliteConnection } from "./dialect.ts";
import { diskFullCode } from "../faults.ts";
import type { SqliteHealth } from "./health.ts";
import { busyTimeoutMs } from "./open.ts";

/** Twice the size that SQLite lets it reach if nothing is in the way. */
const logMaxBytes = 32 * 1024 * 1024;

const everyMs = 1000;

/** Checks the log every second. @returns a function that stops it. */
export function keepLogSmall(connection: SqliteConnection<Tables>, health: SqliteHealth): () => void {
  const timer = setInterval(() => void emptyLog(connection, health), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Empties the log if it is large or may be what fills the disk, unless a reader needs it. */
async function emptyLog({ database, turns }: SqliteConnection<Tables>, health: SqliteHealth): Promise<void> {
  const isDue = health.logBytes() > logMaxBytes || health.faultCode() === diskFullCode;
  if (!isDue) return;
  const turn = turns.take();
  if (turn !== undefined) await turn;
  try {
    // Otherwise everything in this process would wait for the reader.
    database.exec("PRAGMA busy_timeout = 0");
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // A full or broken disk. The next commit reports it, and we'll try again.
  } finally {
    if (database.isOpen) database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    turns.give();
  }
}
