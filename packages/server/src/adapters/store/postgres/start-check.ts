/** Rejects a PostgreSQL server that could lose commits, and engines that only speak its protocol. */
import { Client } from "pg";
import { StoreStartError } from "../errors.ts";
import { faultOf } from "../faults.ts";
import { engineRefusal } from "./engines.ts";
import { type WriterPool, hostNames, parseHosts } from "./open.ts";
import { SettingsError } from "./session-settings.ts";

const versionMin = 150_000;

/**
 * Checks that the server responds, is recent enough, and doesn't lose commits.
 * @returns warnings, one sentence each.
 * @throws StoreStartError
 */
export async function checkPostgres(pool: WriterPool, url: string): Promise<string[]> {
  const settings = await readSettings(pool, url);
  const refusal = engineRefusal({
    version: settings["version"] ?? "",
    distributedTables: Number(settings["distributed_tables"] ?? 0),
    confirmsLog: settings["confirms_log"] === "true",
  });
  if (refusal !== null) throw new StoreStartError(refusal);
  if (Number(settings["server_version_num"]) < versionMin) {
    throw new StoreStartError(`PostgreSQL ${settings["server_version"]} is too old: use 15 or later.`);
  }
  for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
    if (settings[name] !== "off") continue;
    throw new StoreStartError(
      `PostgreSQL runs with ${name} = off and can lose committed data: turn it on and start again.`,
    );
  }
  if (settings["server_encoding"] !== "UTF8") {
    throw new StoreStartError(`The database's encoding is ${settings["server_encoding"]}: create one with UTF8.`);
  }
  return settings["bypasses_row_security"] === "true" ? [roleWarning] : [];
}

const roleWarning =
  "The database user is a superuser or has BYPASSRLS, so row-level security doesn't apply to it: give the server its " +
  "own role that owns the database and has neither.";

const settingsText =
  "select name, setting from pg_settings where name in ('server_version', 'server_version_num', 'fsync', " +
  "'full_page_writes', 'synchronous_commit', 'server_encoding') union all select 'bypasses_row_security', " +
  "(rolsuper or rolbypassrls)::text from pg_roles where rolname = current_user union all select 'version', version() " +
  "union all select 'confirms_log', exists (select 1 from pg_proc where proname = 'pg_logical_emit_message' " +
  "and pronamespace = 'pg_catalog'::regnamespace and has_function_privilege(oid, 'EXECUTE'))::text " +
  // Only Citus has this table.
  "union all select 'has_citus', (to_regclass('pg_catalog.pg_dist_partition') is not null)::text";

const distributedText =
  "select 'distributed_tables' as name, count(*)::text as setting from pg_catalog.pg_dist_partition, pg_class " +
  "where pg_class.oid = logicalrelid and relnamespace = current_schema()::regnamespace";

async function readSettings(pool: WriterPool, url: string): Promise<Record<string, string>> {
  try {
    const client = await pool.writer();
    try {
      type Row = { name: string; setting: string };
      const { rows } = await client.query<Row>(settingsText);
      if (rows.some(({ name, setting }) => name === "has_citus" && setting === "true")) {
        rows.push(...(await client.query<Row>(distributedText)).rows);
      }
      return Object.fromEntries(rows.map((row) => [row.name, row.setting]));
    } finally {
      client.release();
    }
  } catch (error) {
    throw (await otherEngine(url, error)) ?? unreachable(url, error);
  }
}

/** Whether a server doesn't understand svc's first statements because it isn't PostgreSQL. */
async function otherEngine(url: string, error: unknown): Promise<StoreStartError | null> {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // Syntax, unsupported features and internal errors. The others say themselves what is wrong.
  if (!/^(?:42(?!501)|0A|XX)/.test(code)) return null;
  const client = new Client({ connectionString: parseHosts(url).current(), connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select version() as version");
    const refusal = engineRefusal({ version: rows[0]?.version ?? "", distributedTables: 0, confirmsLog: true });
    return refusal === null ? null : new StoreStartError(refusal);
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const refusals: Readonly<Record<string, string>> = {
  "28P01": "it rejects the user or password",
  "28000": "it rejects the user",
  "3D000": "it has no such database",
  "25006": "it is a standby or read-only, and svc needs to write",
  "42501": "the user lacks a permission",
  "53300": "it has no connections left",
};

function unreachable(url: string, error: unknown): StoreStartError {
  if (error instanceof SettingsError) return new StoreStartError(error.advice);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no response";
  const reason = refusals[code];
  const fault = code.startsWith("08") ? faultOf(code) : null;
  const at = `PostgreSQL at ${hostNames(url)}`;
  if (reason === undefined && fault !== null)
    return new StoreStartError(`${at}: ${fault.what} (${code}); ${fault.remedy}.`);
  return new StoreStartError(`${at}: ${reason ?? "it can't be reached"} (${code}). Check SVC_DATABASE_URL.`);
}
