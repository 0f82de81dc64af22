/** Opens PostgreSQL, refuses one that could lose what it acknowledged, and drops connections that broke. */
import { Pool, types } from "pg";
import type { PoolClient } from "pg";
import { PostgresDialect } from "kysely";
import type { Dialect, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Mark } from "../../listing/marks.ts";
import { StoreStartError, breaksConnection } from "../errors.ts";
import { faultOf } from "../faults.ts";
import type { Scopes } from "../scope.ts";
import { isPlannedOnce, preparedName } from "../statements/prepared.ts";
import { storableParameters } from "../text.ts";
import { createExchange } from "./exchange.ts";
import type { Outcome, Statement } from "./exchange.ts";
import { snapshotMark } from "./snapshot-mark.ts";

const connectTimeoutMs = 5000;
const idleTimeoutMs = 30_000;
// A statement takes milliseconds; one that takes this long waits for a lock or a dead disk, and its caller must know.
const statementTimeoutMs = 10_000;
// The client's own limit lies above the server's, so that it ends only what no longer answers at all.
const answerTimeoutMs = 15_000;
const versionMin = 150_000;

const int8Oid = 20;
const byteaOid = 17;

/** A pool on the database that a `postgres://` URL names. @param poolMax connections at most. */
export function openPostgresPool(url: string, poolMax: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    application_name: "svc",
    keepAlive: true,
    types: parsers,
  });
  // A connection that breaks while idle leaves the pool by itself; unheard, its error would end the process.
  pool.on("error", () => undefined);
  // A new connection can be told of the server's end in the bytes that follow its welcome: before whoever asked for it has
  // it, and when the pool listens no more.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** @param pool closed with the dialect. @param scopes what each statement's transaction is about. */
export function postgresDialect(pool: Pool, scopes: Scopes): Dialect {
  return new PostgresDialect({ pool: storablePool(pool, scopes) });
}

/**
 * Checks that the server answers, is new enough, and keeps what it acknowledges.
 * @returns what works and should still be changed, a sentence each.
 * @throws StoreStartError
 */
export async function checkPostgres(pool: Pool, url: string): Promise<string[]> {
  const settings = await readSettings(pool, url);
  if (Number(settings["server_version_num"]) < versionMin) {
    throw new StoreStartError(`PostgreSQL ${settings["server_version"]} is too old: use 15 or newer.`);
  }
  for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
    if (settings[name] !== "off") continue;
    throw new StoreStartError(
      `PostgreSQL runs with ${name} = off and can lose what it acknowledged: switch it on and start again.`,
    );
  }
  if (settings["server_encoding"] !== "UTF8") {
    throw new StoreStartError(`The database's encoding is ${settings["server_encoding"]}: make one with UTF8.`);
  }
  return settings["bypasses_row_security"] === "true" ? [roleWarning] : [];
}

const roleWarning =
  "The database user is a superuser or has BYPASSRLS, so row-level security does not bind it: give the server a role of " +
  "its own that owns the database and has neither.";

async function readSettings(pool: Pool, url: string): Promise<Record<string, string>> {
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name in ('server_version', 'server_version_num', 'fsync', " +
        "'full_page_writes', 'synchronous_commit', 'server_encoding') union all select 'bypasses_row_security', " +
        "(rolsuper or rolbypassrls)::text from pg_roles where rolname = current_user",
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  } catch (error) {
    throw unreachable(url, error);
  }
}

const refusals: Readonly<Record<string, string>> = {
  "28P01": "it refuses the user or password",
  "28000": "it refuses the user",
  "3D000": "it has no such database",
  "42501": "the user may not do that",
  "53300": "it has no connection left",
};

function unreachable(url: string, error: unknown): StoreStartError {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no answer";
  const reason = refusals[code];
  const fault = code.startsWith("08") ? faultOf(code) : null;
  if (reason === undefined && fault !== null) {
    return new StoreStartError(`PostgreSQL at ${hostOf(url)}: ${fault.what} (${code}); ${fault.remedy}.`);
  }
  return new StoreStartError(
    `PostgreSQL at ${hostOf(url)}: ${reason ?? "it cannot be reached"} (${code}). Check SVC_DATABASE_URL.`,
  );
}

/** Host and port alone: a URL holds a password, also in its query. */
function hostOf(url: string): string {
  try {
    return new URL(url).host || "the local socket";
  } catch {
    return "the address given";
  }
}

// The types of pg know the built-in numbers of types only; any number may come.
const builtinParserOf = types.getTypeParser as (oid: number, format: "text" | "binary") => unknown;

function parserOf(oid: number, format?: "text" | "binary"): (value: string | Buffer) => unknown {
  if (oid === int8Oid) return Number;
  // Plain bytes, as SQLite gives them, not a Buffer.
  if (oid === byteaOid) return (value) => new Uint8Array(Buffer.from(String(value).slice(2), "hex"));
  const parser = builtinParserOf(oid, format ?? "text");
  return parser as (value: string | Buffer) => unknown;
}

const parsers = { getTypeParser: parserOf };

/** The pool as Kysely uses it: texts made storable, scopes set, and a connection that broke is not given to anyone again. */
function storablePool(pool: Pool, scopes: Scopes): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const wrapped = known.get(client) ?? storableClient(client, scopes);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}

function storableClient(client: PoolClient, scopes: Scopes): PostgresPoolClient {
  let broken = false;
  // Unheard while it is lent out, the error of a socket would end the process; the query that waits for it is told.
  client.on("error", () => {
    broken = true;
  });
  const send = scopedSender(client, scopes);
  const query = async <Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
    try {
      return (await send(text, storableParameters(parameters))) as PostgresQueryResult<Row>;
    } catch (error) {
      broken ||= breaksConnection(error);
      throw error;
    }
  };
  return {
    query: query as PostgresPoolClient["query"],
    release: () => client.release(broken),
  };
}

const setSetting = "select set_config($1, $2, true)";
// A page comes from an index that has its rows in order. Planned for all values, it would be taken for a tenth of all rows, for
// that is what PostgreSQL makes of a limit that it does not know, and these would rather be sorted. A plan is kept while its
// tables grow, so it goes by indexes from the first.
const planOnce =
  ", set_config('plan_cache_mode', 'force_generic_plan', true), " +
  "set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true), " +
  "set_config('enable_seqscan', 'off', true)";
const settings = {
  plain: { text: setSetting, name: "svc.setting" },
  word: { text: `${setSetting}, set_config('synchronous_commit', 'off', true)`, name: "svc.setting_commit" },
  plan: { text: `${setSetting}${planOnce}`, name: "svc.setting_plan" },
  mark: { text: `${setSetting}, ${snapshotMark} as mark`, name: "svc.setting_mark" },
  "plan and mark": { text: `${setSetting}${planOnce}, ${snapshotMark} as mark`, name: "svc.setting_plan_mark" },
} as const;

/**
 * Sets the scope where a transaction begins. Its `begin` and its setting go with its first statement, and the setting of a
 * statement that is a transaction by itself with that statement: neither waits for an answer of its own. That setting also
 * gives the mark where somebody wants to know it, so it is never newer than what the statement sees.
 */
function scopedSender(client: PoolClient, scopes: Scopes): (text: string, values: unknown[]) => Promise<Outcome> {
  const exchange = createExchange(client, (typeOid) => parserOf(typeOid));
  const settingNow = (plansOnce: boolean, withMark: boolean): Statement[] => {
    const setting = scopes.setting();
    if (setting === null) return [];
    const values = [setting.name, setting.value];
    if (setting.commit === "word") return [{ ...settings.word, values }];
    if (plansOnce) return [{ ...settings[withMark ? "plan and mark" : "plan"], values }];
    return [{ ...settings[withMark ? "mark" : "plain"], values }];
  };
  let isInTransaction = false;
  let opening: readonly Statement[] = [];
  return async (text, values) => {
    const marks = scopes.marks();
    if (text === "begin") {
      isInTransaction = true;
      opening = [{ text, values, name: "svc.begin" }, ...settingNow(false, false)];
      return { command: "BEGIN", rowCount: 0, rows: [] };
    }
    const ahead = isInTransaction ? opening : settingNow(isPlannedOnce(text), marks !== null);
    opening = [];
    const isEnd = text === "commit" || text === "rollback";
    if (isEnd) isInTransaction = false;
    // Nothing was asked of the transaction, so it was never begun.
    if (isEnd && ahead.length > 0) return { command: text.toUpperCase(), rowCount: 0, rows: [] };
    const name = isEnd ? `svc.${text}` : preparedName(text);
    const outcomes = await exchange([...ahead, { text, values, name }]);
    marks?.add(ahead.length > 0 ? markOf(outcomes[0]) : null);
    return outcomes.at(-1) ?? { command: "", rowCount: 0, rows: [] };
  };
}

/** The mark that a setting gave. */
function markOf(setting: Outcome | undefined): Mark {
  const mark = setting?.rows[0]?.["mark"];
  return typeof mark === "string" ? mark : null;
}
