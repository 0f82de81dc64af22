/** Readiness on SQLite: a database that can be read but not written to serves nobody. */
import { sql } from "kysely";
import type { StoreContext } from "../context.ts";
import { StoreError } from "../errors.ts";
import type { SqliteHealth } from "./health.ts";

/**
 * Makes the look: where no write has passed since the last one, or the last one failed, it tries one, which the disk has to
 * confirm.
 * @param readPing the look that only reads.
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
      // An update to the same value writes nothing; this writes the first page whatever it holds, and nobody uses the number.
      await context.write("none", (queries) => sql`pragma user_version = 0`.execute(queries));
    }
    const code = health.faultCode();
    if (code !== null) throw new StoreError(code, false);
    seen = health.durableCommits();
    await readPing();
  };
}
