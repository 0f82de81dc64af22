/** The store on SQLite. */
import { sqliteContext } from "../context.ts";
import { createOwnerStore } from "../owners.ts";
import type { Store } from "../../../domain/database/port.ts";
import { createCommits } from "./commits.ts";
import { copySqlite } from "./copy.ts";
import { sqliteConnection } from "./dialect.ts";
import { watchFiles } from "./files.ts";
import { createHealth } from "./health.ts";
import { createPing, keepLogSmall } from "./upkeep.ts";
import { lockSqlite, openSqlite, requireSqlite, sqlitePath } from "./open.ts";
import type { Tables } from "../tables.ts";
import { assemble, migrate, migrationsOf, newest, orClose, type StoreOptions } from "../assemble.ts";

/** Opens the store on SQLite. A server takes its lock. @throws StoreStartError */
export async function openOnSqlite(options: StoreOptions): Promise<Store> {
  const path = sqlitePath(options.url);
  if (options.create === false) requireSqlite(path);
  // Lock first: a second server mustn't even migrate.
  const lock = options.serve ? lockSqlite(path) : null;
  try {
    const database = openSqlite(path);
    const connection = sqliteConnection<Tables>(database);
    const { db } = connection;
    return await orClose(
      () => db.destroy(),
      async () => {
        const files = watchFiles(path);
        const health = createHealth(database, files);
        const commits = createCommits(connection, health);
        const context = sqliteContext({ ...options, db, commits, health });
        const stopEmptyingLog = options.serve ? keepLogSmall(connection, health) : () => undefined;
        await migrate(db, "sqlite", options, async (_transaction, text) => database.exec(text));
        const store = assemble(
          context,
          newest(migrationsOf("sqlite", options)),
          async () => {
            stopEmptyingLog();
            await db.destroy();
            lock?.close();
          },
          null,
        );
        // We hold the lock, so every other server is dead.
        if (lock !== null) await createOwnerStore(context).endAll();
        return {
          ...store,
          copyTo: (to) => copySqlite(path, to, options.nowMs()),
          ping: createPing(context, health, store.ping),
          logBytes: health.logBytes,
          faultCode: health.faultCode,
          tell: health.listen,
        };
      },
    );
  } catch (error) {
    lock?.close();
    throw error;
  }
}
