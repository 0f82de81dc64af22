/** Statements on a server's database, bypassing the server. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

/**
 * Runs statements, on either engine.
 * @param query a query to run afterwards; its rows are returned.
 */
export async function runSql<Row = never>(databaseUrl: string, statements: string, query?: string): Promise<Row[]> {
  if (databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(databaseUrl.slice("sqlite:".length), { timeout: 5000 });
    try {
      database.exec(statements);
      return query === undefined ? [] : (database.prepare(query).all() as Row[]);
    } finally {
      database.close();
    }
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statements);
    return query === undefined ? [] : ((await client.query(query)).rows as Row[]);
  } finally {
    await client.end();
  }
}
