/** The vault's rows in a real database, read and altered like an attacker who controls only the database. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { ServerHome } from "../../conformance/harness/index.ts";

type Value = string | number | Uint8Array;

/** Runs one statement; parameters are `?` in order. @returns its rows. */
export async function sql<Row>(
  { databaseUrl }: Pick<ServerHome, "databaseUrl">,
  statement: string,
  values: readonly Value[] = [],
): Promise<Row[]> {
  if (databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(databaseUrl.slice("sqlite:".length), { timeout: 30_000 });
    try {
      return database.prepare(statement).all(...values) as Row[];
    } finally {
      database.close();
    }
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    let count = 0;
    const numbered = statement.replaceAll("?", () => `$${(count += 1)}`);
    const bound = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
    return (await client.query(numbered, bound)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** The sealed record of a connection. @throws Error if it has none. */
export async function recordOf(home: ServerHome, connectionId: string): Promise<Uint8Array> {
  const rows = await sql<{ record: Uint8Array }>(home, "select record from credentials where connection_id = ?", [
    connectionId,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`${connectionId} has no record.`);
  return Uint8Array.from(row.record);
}

/** Replaces a connection's record. */
export async function putRecord(home: ServerHome, connectionId: string, record: Uint8Array): Promise<void> {
  await sql(home, "update credentials set record = ? where connection_id = ?", [record, connectionId]);
}

/** A tenant's wrapped key. */
export interface TenantKeyRow {
  readonly wrapped: Uint8Array;
  readonly root_key_id: string;
}

/** The row of a tenant's key, null if it has none. */
export async function tenantKeyOf(home: ServerHome, tenantId: string): Promise<TenantKeyRow | null> {
  const statement = "select wrapped, root_key_id from tenant_keys where tenant_id = ?";
  const [row] = await sql<TenantKeyRow>(home, statement, [tenantId]);
  return row === undefined ? null : { wrapped: Uint8Array.from(row.wrapped), root_key_id: row.root_key_id };
}

/** Replaces a tenant's key. */
export async function putTenantKey(home: ServerHome, tenantId: string, row: TenantKeyRow): Promise<void> {
  const statement = "update tenant_keys set wrapped = ?, root_key_id = ? where tenant_id = ?";
  await sql(home, statement, [row.wrapped, row.root_key_id, tenantId]);
}
