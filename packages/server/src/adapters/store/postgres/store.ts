/** The store on PostgreSQL. */
import { Kysely, sql } from "kysely";
import { postgresContext } from "../context.ts";
import { createPostgresHealth } from "./health.ts";
import { tablesOf } from "../migrations.ts";
import type { Store } from "../../../domain/database/port.ts";
import { tryWrite, writeBriefly, postgresFacts, requirePrivileges } from "./facts.ts";
import { openFence } from "./fence.ts";
import { postgresDialect, scriptDialect, createPreparedNames } from "./dialect.ts";
import { openPostgresPool } from "./open.ts";
import { checkPostgres } from "./start-check.ts";
import { createScopes } from "../work.ts";
import type { Tables } from "../tables.ts";
import { assemble, migrate, migrationsOf, newest, orClose, type StoreOptions } from "../assemble.ts";

const poolMaxDefault = 10;

/** Opens the store on PostgreSQL. @throws StoreStartError */
export async function openOnPostgres(options: StoreOptions): Promise<Store> {
  const pool = openPostgresPool(options.url, options.poolMax ?? poolMaxDefault, options.serve ? "server" : "command");
  const scopes = createScopes();
  const names = createPreparedNames();
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, scopes, names) });
  const close = async (): Promise<void> => {
    await db.destroy();
    // Kysely ends the pool only if it has used it.
    if (!pool.ended) await pool.end();
  };
  return await orClose(close, async () => {
    const warnings = await checkPostgres(pool, options.url);
    await migratePostgres(options);
    const context = postgresContext({
      ...options,
      db,
      scopes,
      onFailure: (error) => health.failed(error),
    });
    const health = createPostgresHealth(() => writeBriefly(context));
    const fence = await openFence(context, pool, {
      serve: options.serve,
      needsSync: options.requireSyncReplication ?? false,
    });
    const migrations = migrationsOf("postgres", options);
    const store = assemble(context, newest(migrations), close, fence);
    const tables = tablesOf(migrations);
    const postgres = () => postgresFacts(context);
    return {
      ...store,
      warnings,
      waiting: () => pool.waitingCount,
      postgres,
      tryWrite: () => tryWrite(context),
      ping: async () => {
        await health.recheck();
        await store.ping();
        await requirePrivileges(context, tables);
      },
      faultCode: health.faultCode,
      tell(listener) {
        names.listen(listener);
        health.listen(listener);
      },
      async close() {
        health.stop();
        await store.close();
      },
    };
  });
}

/** In a session of its own, without a server's time limits: a migration reads whole tables. */
async function migratePostgres(options: StoreOptions): Promise<void> {
  const pool = openPostgresPool(options.url, 1, "command");
  try {
    const db = new Kysely<Tables>({ dialect: scriptDialect(pool) });
    await migrate(db, "postgres", options, async (transaction, text) => {
      await sql.raw(text).execute(transaction);
    });
  } finally {
    await pool.end();
  }
}
