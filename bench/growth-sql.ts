/** Fills and reads a service's database on either engine with SQL, which bypasses its triggers. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { Engine } from "../conformance/harness/index.ts";

type Value = string | number;

/** A row as the driver returns it. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** An open database. */
export interface Sql {
  readonly engine: Engine;
  run(text: string): Promise<void>;
  rows(text: string): Promise<readonly SqlRow[]>;
  /** Inserts rows whose values are in the order of `columns`. */
  insert(table: string, columns: Readonly<Record<string, "text" | "bigint">>, rows: readonly Value[][]): Promise<void>;
  close(): Promise<void>;
}

/** Opens a database. @param url as in `SVC_DATABASE_URL`, of a role that owns the tables. */
export async function openSql(engine: Engine, url: string): Promise<Sql> {
  return engine === "sqlite" ? openSqlite(url) : await openPostgres(url);
}

function openSqlite(url: string): Sql {
  const database = new DatabaseSync(url.replace(/^sqlite:/, ""));
  database.exec("pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -262144");
  return {
    engine: "sqlite",
    run: async (text) => database.exec(text),
    rows: async (text) => database.prepare(text).all(),
    async insert(table, columns, rows) {
      const names = Object.keys(columns);
      const marks = names.map(() => "?").join(", ");
      const one = database.prepare(`insert into ${table} (${names.join(", ")}) values (${marks})`);
      database.exec("begin");
      for (const row of rows) one.run(...row);
      database.exec("commit");
    },
    close: async () => database.close(),
  };
}

async function openPostgres(url: string): Promise<Sql> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // Triggers and foreign keys are off; the referenced rows exist.
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  return {
    engine: "postgres",
    run: async (text) => void (await client.query(text)),
    rows: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    async insert(table, columns, rows) {
      const names = Object.keys(columns);
      const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
      await client.query(
        `insert into ${table} (${names.join(", ")}) select * from unnest(${arrays.join(", ")})`,
        names.map((_name, index) => rows.map((row) => row[index])),
      );
    },
    close: () => client.end(),
  };
}
