/** Everything that a server has stored: the files in its folder, and every table of its database. */
import { readFileSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { RunningServer } from "../../conformance/harness/index.ts";

/** A file or table. */
export interface Stored {
  readonly where: string;
  readonly bytes: Buffer;
}

/** Reads everything; tables as JSON rows, in which PostgreSQL writes bytes as hex. */
export async function storedBy({ home }: Pick<RunningServer, "home">): Promise<readonly Stored[]> {
  const files = globSync("**/*", { cwd: home.folder })
    .map((name) => join(home.folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ where: path.slice(home.folder.length + 1), bytes: readFileSync(path) }));
  return home.databaseUrl.startsWith("sqlite:") ? files : [...files, ...(await tablesOf(home.databaseUrl))];
}

async function tablesOf(url: string): Promise<Stored[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const listed = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const tables: Stored[] = [];
    for (const { name } of listed.rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
      tables.push({ where: `table ${name}`, bytes: Buffer.from(rows.map(({ row }) => row).join("\n")) });
    }
    return tables;
  } finally {
    await client.end();
  }
}
