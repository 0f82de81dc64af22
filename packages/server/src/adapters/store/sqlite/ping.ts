/** Readiness on SQLite: a database that can be read but not written is of no use. */
import { sql } from "kysely";
import type { StoreContext } from "../context.ts";
import { StoreError } from "../errors.ts";
import type { SqliteHealth } from "./health.ts";

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
