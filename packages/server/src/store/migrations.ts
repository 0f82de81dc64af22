/** Numbered .sql files, applied once each, in order, under a lock; a database remembers what was applied to it. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import { chainEarlierEvents } from "./audit-import.ts";
import { StoreStartError } from "./errors.ts";
import type { Tables } from "./tables.ts";

/** One file: `0001_initial.sql` is number 1, name `initial`. */
export type Migration = { number: number; name: string; checksum: string; text: string };

/** The migrations that this program brings, in order. @param folder where the files are. */
export function readMigrations(folder: string = join(import.meta.dirname, "migrations")): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const [digits = "", ...rest] = file.replace(/\.sql$/, "").split("_");
      const text = readFileSync(join(folder, file), "utf8");
      return { number: Number(digits), name: rest.join("_"), checksum: sha256(text), text };
    });
}

/** What a migration does that no SQL of both engines can say, after its file and in the same transaction. */
const steps: Readonly<Record<string, (queries: Transaction<Tables>) => Promise<void>>> = {
  audit_chain: chainEarlierEvents,
};

/**
 * Brings the schema up to date, or checks that it is.
 * @param options.migrate whether pending migrations may be applied.
 * @param options.create whether a database without any may be prepared.
 * @throws StoreStartError when they may not; when an applied one was altered; when the database is newer.
 */
export async function bringUpToDate(
  db: Kysely<Tables>,
  options: {
    engine: "sqlite" | "postgres";
    migrations: readonly Migration[];
    migrate: boolean;
    create: boolean;
    nowMs: () => number;
  },
): Promise<void> {
  const { engine, migrations, migrate, create, nowMs } = options;
  await db.transaction().execute(async (queries) => {
    if (!create && !(await hasJournal(queries, engine))) {
      throw new StoreStartError(
        "The database is empty: check SVC_DATABASE_URL, or prepare it with svc-server serve or svc-server migrate.",
      );
    }
    if (migrate) {
      await lockMigrations(queries, engine);
      await makeJournal(queries, engine);
    }
    const pending = await pendingOf(queries, migrations, engine);
    if (pending.length > 0 && !migrate) {
      throw new StoreStartError(`The database waits for ${pending.length} migration(s): run svc-server migrate.`);
    }
    for (const migration of pending) {
      for (const statement of statementsOf(migration.text, engine)) await sql.raw(statement).execute(queries);
      const { number, name, checksum } = migration;
      await steps[name]?.(queries);
      await queries.insertInto("schema_migrations").values({ number, name, checksum, applied_at: nowMs() }).execute();
    }
  });
}

// "svc" in ASCII: one lock for all programs that migrate this database, held until the transaction ends.
const advisoryLock = 0x737663;

async function lockMigrations(queries: Transaction<Tables>, engine: "sqlite" | "postgres"): Promise<void> {
  // On SQLite the transaction's own write lock is this lock.
  if (engine === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(queries);
}

async function makeJournal(queries: Transaction<Tables>, engine: "sqlite" | "postgres"): Promise<void> {
  const text =
    "CREATE TABLE IF NOT EXISTS schema_migrations (number {{int}} NOT NULL PRIMARY KEY, name {{text}} NOT NULL, " +
    "checksum {{text}} NOT NULL, applied_at {{int}} NOT NULL){{table}}";
  await sql.raw(fillIn(text, engine)).execute(queries);
}

async function pendingOf(
  queries: Transaction<Tables>,
  migrations: readonly Migration[],
  engine: "sqlite" | "postgres",
): Promise<Migration[]> {
  const applied = (await hasJournal(queries, engine))
    ? await queries.selectFrom("schema_migrations").selectAll().orderBy("number").execute()
    : [];
  for (const row of applied) {
    const known = migrations.find((migration) => migration.number === row.number);
    if (known === undefined) {
      throw new StoreStartError(
        `The database has migration ${row.number} (${row.name}), which is newer than this program: run a newer one.`,
      );
    }
    if (known.checksum !== row.checksum) {
      throw new StoreStartError(
        `Migration ${row.number} (${row.name}) was altered after it was applied: run the program that applied it.`,
      );
    }
  }
  return migrations.filter((migration) => !applied.some((row) => row.number === migration.number));
}

async function hasJournal(queries: Transaction<Tables>, engine: "sqlite" | "postgres"): Promise<boolean> {
  const { rows } =
    engine === "postgres"
      ? await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'schema_migrations'`.execute(
          queries,
        )
      : await sql`select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'`.execute(queries);
  return rows.length > 0;
}

/**
 * A file's statements, ready for one engine; a statement ends with a semicolon at the end of a line. One that begins with
 * `{{sqlite}}` or `{{postgres}}` is for that engine alone.
 */
function statementsOf(text: string, engine: "sqlite" | "postgres"): string[] {
  const bare = text.replaceAll(/^--.*$/gm, "");
  return fillIn(bare, engine)
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")
    .flatMap((statement) => {
      const [, only = engine, rest = statement] = /^\{\{(sqlite|postgres)\}\}\s*(.*)$/s.exec(statement) ?? [];
      return only === engine ? [rest] : [];
    });
}

// Text compares by bytes on both engines, so that pages of a listing come in the same order. STRICT makes SQLite refuse
// a value of another type, as PostgreSQL does.
const words = {
  sqlite: { text: "TEXT", int: "INTEGER", bytes: "BLOB", table: " STRICT" },
  postgres: { text: 'TEXT COLLATE "C"', int: "BIGINT", bytes: "BYTEA", table: "" },
} as const;

function fillIn(text: string, engine: "sqlite" | "postgres"): string {
  return text.replaceAll(/\{\{(text|int|bytes|table)\}\}/g, (_, word: keyof (typeof words)["sqlite"]) => {
    return words[engine][word];
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
