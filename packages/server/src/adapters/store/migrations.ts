/**
 * Applies each engine's numbered SQL files once, in order and under a lock. `schema_migrations` lists those applied.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import { MissingDatabaseError, StoreStartError } from "./errors.ts";
import type { Tables } from "./tables.ts";

type Engine = "sqlite" | "postgres";

/** One file. `0001_initial.sql` has number 1 and name `initial`. */
export type Migration = { number: number; name: string; checksum: string; text: string };

/** This program's migrations for one engine, in order. */
export function readMigrations(engine: Engine): Migration[] {
  const folder = join(import.meta.dirname, "schema", engine);
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => {
    const [digits = "", ...rest] = file.replace(/\.sql$/, "").split("_");
    const text = readFileSync(join(folder, file), "utf8");
    return { number: Number(digits), name: rest.join("_"), checksum: checksumOf(text), text };
  });
}

/** A quoted text with its prefix, a comment, a word, or another character. */
const token = /\w*'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\w+|\S/g;

/** The checksum of a file's statements. Comments and white space outside of quotes don't change it. */
export function checksumOf(text: string): string {
  const tokens = (text.match(token) ?? []).filter((one) => !/^(?:--|\/\*)/.test(one));
  return createHash("sha256").update(tokens.join(" ")).digest("hex");
}

/** The tables that the migrations create, and `schema_migrations`. */
export function tablesOf(migrations: readonly Migration[]): string[] {
  const created = migrations.flatMap(({ text }) => [...text.matchAll(/^CREATE TABLE (\w+)/gm)]);
  return ["schema_migrations", ...created.map(([, name = ""]) => name)];
}

/** Options of {@link bringUpToDate}. */
export type MigrationOptions = {
  engine: Engine;
  migrations: readonly Migration[];
  /** Runs a file of many statements in the transaction. */
  runFile: (transaction: Transaction<Tables>, text: string) => Promise<void>;
  /** Whether pending migrations may be applied. */
  migrate: boolean;
  /** Whether an empty database may be prepared. */
  create: boolean;
  nowMs: () => number;
};

/**
 * Applies pending migrations, or checks that there are none.
 * @throws StoreStartError if migrating isn't allowed, an applied migration was altered, or the database is newer.
 */
export async function bringUpToDate(db: Kysely<Tables>, options: MigrationOptions): Promise<void> {
  const { engine, migrations, runFile, migrate, create, nowMs } = options;
  await db.transaction().execute(async (transaction) => {
    if (!create && !(await hasJournal(transaction, engine))) {
      throw new MissingDatabaseError("The database is empty", "set it up with svc-server serve or svc-server migrate");
    }
    if (migrate) {
      await lock(transaction, engine);
      await runFile(transaction, journal[engine]);
    }
    const pending = await pendingMigrations(transaction, migrations, engine);
    if (pending.length > 0 && !migrate) {
      throw new StoreStartError(`The database has ${pending.length} pending migration(s): run svc-server migrate.`);
    }
    for (const { number, name, checksum, text } of pending) {
      await runFile(transaction, text);
      const row = { number, name, checksum, applied_at: nowMs() };
      await transaction.insertInto("schema_migrations").values(row).execute();
    }
  });
}

/** The table of applied migrations, as SQL. */
export const journal: Readonly<Record<Engine, string>> = {
  sqlite: `CREATE TABLE IF NOT EXISTS schema_migrations (
    number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT`,
  postgres: `CREATE TABLE IF NOT EXISTS schema_migrations (
    number BIGINT NOT NULL PRIMARY KEY, name TEXT COLLATE "C" NOT NULL, checksum TEXT COLLATE "C" NOT NULL,
    applied_at BIGINT NOT NULL)`,
};

// "svc" in ASCII. One lock for every program that migrates this database, held until the transaction ends.
const advisoryLock = 0x737663;

/**
 * On SQLite the transaction already holds the write lock. On PostgreSQL a migration may also change the rows of every
 * client.
 */
async function lock(transaction: Transaction<Tables>, engine: Engine): Promise<void> {
  if (engine === "sqlite") return;
  const before = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit,
    set_config('lock_timeout', '0', true), set_config('svc.system', 'on', true)`.execute(transaction);
  // A migration of another process can take long. The tables' locks, later, are waited for as usual.
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(transaction);
  await sql`select set_config('lock_timeout', ${before.rows[0]?.limit ?? "0"}, true)`.execute(transaction);
}

async function pendingMigrations(
  transaction: Transaction<Tables>,
  migrations: readonly Migration[],
  engine: Engine,
): Promise<Migration[]> {
  const applied = (await hasJournal(transaction, engine))
    ? await transaction.selectFrom("schema_migrations").selectAll().orderBy("number").execute()
    : [];
  for (const row of applied) {
    const known = migrations.find((migration) => migration.number === row.number);
    if (known === undefined) {
      throw new StoreStartError(
        `The database has migration ${row.number} (${row.name}), which is newer than this program: run a newer version.`,
      );
    }
    if (known.checksum !== row.checksum) {
      // Before the first release, the first file changes in place.
      const other = row.number === 1 ? " A database from before 0.1.0 can't be upgraded; see docs/upgrade.md." : "";
      throw new StoreStartError(
        `Migration ${row.number} (${row.name}) was changed after it was applied: run the version that applied it.${other}`,
      );
    }
  }
  return migrations.filter((migration) => !applied.some((row) => row.number === migration.number));
}

async function hasJournal(transaction: Transaction<Tables>, engine: Engine): Promise<boolean> {
  const table =
    engine === "postgres"
      ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'schema_migrations'`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'`;
  return (await table.execute(transaction)).rows.length > 0;
}
