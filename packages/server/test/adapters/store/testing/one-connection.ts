/** A store on PostgreSQL, and a context with a single connection that can report what it has read. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { testDatabase } from "../../../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../../../tools/postgres/index.ts";
import { postgresContext } from "../../../../src/adapters/store/context.ts";
import type { StoreContext } from "../../../../src/adapters/store/context.ts";
import { openStore } from "../../../../src/adapters/store/open.ts";
import type { Store } from "../../../../src/domain/database/port.ts";
import { postgresDialect } from "../../../../src/adapters/store/postgres/dialect.ts";
import { openPostgresPool } from "../../../../src/adapters/store/postgres/open.ts";
import { createScopes } from "../../../../src/adapters/store/work.ts";
import type { Tables } from "../../../../src/adapters/store/tables.ts";
import { testSeals } from "../../../test-seals.ts";

/** The open resources of a file's tests. @param admin sees every row. @param context the one connection's. */
export type OneConnection = { database: TestDatabase; store: Store; admin: Client; context: StoreContext };

/** Opens them before a file's tests and closes them afterwards. @returns a function that returns them in between. */
export function oneConnection(): () => OneConnection {
  let opened: (OneConnection & { db: Kysely<Tables> }) | undefined;
  before(async () => {
    const database = await testDatabase();
    const store = await openStore({
      seals: testSeals,
      url: database.serverUrl,
      nowMs: Date.now,
      migrate: true,
      serve: true,
    });
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    const scopes = createScopes();
    const db = new Kysely<Tables>({
      dialect: postgresDialect(openPostgresPool(database.serverUrl, 1, "server"), scopes),
    });
    opened = {
      database,
      store,
      admin,
      db,
      context: postgresContext({ seals: testSeals, db, scopes, nowMs: Date.now }),
    };
  });
  after(async () => {
    await opened?.db.destroy();
    await opened?.admin.end();
    await opened?.store.close();
    await opened?.database.drop();
  });
  return () => {
    assert.ok(opened !== undefined, "the test has not started");
    return opened;
  };
}

/** Makes PostgreSQL count what the connection has read so far. */
export async function countReads({ context }: Pick<OneConnection, "context">): Promise<void> {
  await context.read("none", (queries) => sql`select pg_stat_force_next_flush()`.execute(queries));
}
