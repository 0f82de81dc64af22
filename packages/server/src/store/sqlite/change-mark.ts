/** What tells whether anything in a SQLite database has changed, for the price of one look at its log. */
import type { SqliteConnection } from "./dialect.ts";

/**
 * Makes the look. Two equal marks, and nothing was committed between them: not by others, whom `PRAGMA data_version` counts
 * (https://www.sqlite.org/pragma.html#pragma_data_version), and not by us, whom `total_changes()` counts, what triggers write
 * among it (https://www.sqlite.org/c3ref/total_changes.html). A change that was rolled back makes another mark as well.
 * @returns null while somebody has the connection: what they have written may be counted, and is not yet there.
 */
export function createChangeMark<Tables>({ database, turns }: SqliteConnection<Tables>): () => string | null {
  const others = database.prepare("PRAGMA data_version");
  const own = database.prepare("SELECT total_changes()");
  others.setReturnArrays(true);
  own.setReturnArrays(true);
  return () => {
    if (turns.isTaken()) return null;
    try {
      return JSON.stringify([others.get(), own.get()]);
    } catch {
      // Whoever reads next learns what is wrong with the database, in its own words.
      return null;
    }
  };
}
