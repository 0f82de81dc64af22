/** What a service's database has written and keeps, as the database reports it. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { Engine, ServerHome } from "../conformance/harness/index.ts";

/** An open database of a running server. */
export type Footprint = {
  /** Begins a new stretch of the log, so that old pages are not written again. */
  settle(): Promise<void>;
  /** How long the log has become, ever. */
  logBytes(): Promise<number>;
  /** The size of the tables that an execution adds to, with their indexes, packed. */
  keptBytes(): Promise<number>;
  close(): Promise<void>;
};

const tables = ["executions", "journal", "idempotency_keys"] as const;

/** @param home the server's. */
export async function openFootprint(engine: Engine, home: ServerHome): Promise<Footprint> {
  return engine === "sqlite" ? openSqlite(home.databaseUrl.replace(/^sqlite:/, "")) : await openPostgres(home);
}

async function openPostgres({ databaseUrl }: ServerHome): Promise<Footprint> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const number = async (text: string): Promise<number> => {
    const { rows } = await client.query<{ number: string }>(text);
    return Number(rows[0]?.number);
  };
  return {
    settle: async () => void (await client.query("checkpoint")),
    logBytes: () => number("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as number"),
    async keptBytes() {
      for (const table of tables) await client.query(`vacuum full ${table}`);
      return await number(
        `select ${tables.map((table) => `pg_total_relation_size('${table}')`).join(" + ")} as number`,
      );
    },
    close: () => client.end(),
  };
}

/** Reads a packed copy, because a server may be using the database. */
function openSqlite(path: string): Footprint {
  return {
    settle: async () => undefined,
    logBytes: async () => 0,
    async keptBytes() {
      const copy = `${path}.packed-${process.hrtime.bigint()}`;
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        database.exec(`vacuum into '${copy}'`);
      } finally {
        database.close();
      }
      const packed = new DatabaseSync(copy, { readOnly: true });
      try {
        const pages = packed.prepare("pragma page_count").get()?.["page_count"];
        const bytes = packed.prepare("pragma page_size").get()?.["page_size"];
        return Number(pages) * Number(bytes);
      } finally {
        packed.close();
      }
    },
    close: async () => undefined,
  };
}
