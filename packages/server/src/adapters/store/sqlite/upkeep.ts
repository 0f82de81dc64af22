/**
 * Keeps a SQLite database usable. Its log (`-wal`) stays small: SQLite moves it into the database after a commit, but
 * not while a reader needs it or after a failed commit, and never makes its file smaller. And readiness tries a write,
 * because a database that can be read but not written is of no use.
 */
import type { Tables } from "../tables.ts";
import type { SqliteConnection } from "./dialect.ts";
import { diskFullCode } from "../faults.ts";
import type { SqliteHealth } from "./health.ts";
import { busyTimeoutMs } from "./open.ts";
import { StoreError } from "../errors.ts";
import { sql } from "kysely";
import type { StoreContext } from "../context.ts";

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

/**
 * Creates the check. If no write has succeeded since the last check, or the last write failed, it tries one and waits
 * for the disk.
 * @param readPing the check that only reads.
 */
export function createPing(
  context: StoreContext,
  health: Pick<SqliteHealth, "beforeCommit" | "durableCommits" | "faultCode">,
  readPing: () => Promise<void>,
): () => Promise<void> {
  let seen = -1;
  return async () => {
    health.beforeCommit();
    if (health.faultCode() !== null || health.durableCommits() === seen) {
      // An update to the same value writes nothing. This always writes the first page, and nothing uses the number.
      await context.write("none", (queries) => sql`pragma user_version = 0`.execute(queries));
    }
    const code = health.faultCode();
    if (code !== null) throw new StoreError(code, false);
    seen = health.durableCommits();
    await readPing();
  };
}
