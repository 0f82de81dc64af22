/** Opens the store at a URL, on either engine. */
import type { Store } from "../../domain/database/port.ts";
import type { StoreOptions } from "./assemble.ts";
import { StoreStartError } from "./errors.ts";

export type { StoreOptions };

/**
 * Opens the store with its schema up to date.
 * @throws StoreStartError one line that says what is wrong and how to fix it.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (/^postgres(?:ql)?:\/\//.test(options.url)) {
    // Its driver takes a few MiB, which a server on SQLite doesn't need.
    const { openOnPostgres } = await import("./postgres/store.ts");
    return await openOnPostgres(options);
  }
  if (options.url.startsWith("sqlite:")) {
    const { openOnSqlite } = await import("./sqlite/store.ts");
    return await openOnSqlite(options);
  }
  throw new StoreStartError("SVC_DATABASE_URL must be sqlite:<path> or postgres://….");
}
