/** Everything that left a server, by kind of location. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Ran, RunningServer, ServerHome } from "../../conformance/harness/index.ts";
import type { Page } from "../../conformance/harness/oauth/cookie-client.ts";
import { storedBy } from "./stored-bytes.ts";
import type { CanaryRegistry } from "./registry.ts";

export type LocationKind =
  | "response"
  | "page"
  | "MCP response"
  | "standard output"
  | "standard error"
  | "output of svc"
  | "messages of svc"
  | "output of svc-server"
  | "audit export"
  | "database file"
  | "write-ahead log"
  | "table"
  | "PostgreSQL's files"
  | "crash report"
  | "other file"
  | "webhook"
  | "trace"
  | "metrics"
  | "SDK";

/** The kinds in a database. */
export const storedKinds = ["database file", "write-ahead log", "table", "PostgreSQL's files"] as const;

/** Something to search. */
export interface Location {
  readonly kind: LocationKind;
  /** Identifies it in messages; contains no secret. */
  readonly where: string;
  readonly bytes: string | Uint8Array;
  /** Canaries that may occur there. */
  readonly allowed: readonly string[];
}

/** A finished run of a program. */
export interface ToldRun {
  readonly program: "svc" | "svc-server";
  readonly what: string;
  readonly ran: Ran;
}

/** A server's responses and output. */
export function locationsOfServer(server: RunningServer, pages: readonly Page[], registry: CanaryRegistry): Location[] {
  const responses = server.http.exchanges.map(({ request, response }): Location => {
    const url = new URL(request.path, server.url);
    return {
      kind: url.pathname.endsWith("/mcp") ? "MCP response" : "response",
      where: `response ${response.status} of ${request.method} ${url.pathname.slice(0, 90)}`,
      bytes: `${JSON.stringify(response.headers)}\n${response.text}`,
      allowed: [...registry.allowedIn(response), ...registry.allowedAt(url)],
    };
  });
  const shown = pages
    .filter(({ url }) => url.origin === server.url)
    .map(({ url, status, headers: { "set-cookie": _cookies, ...headers }, text }): Location => {
      const bytes = `${JSON.stringify(headers)}\n${text}`;
      return { kind: "page", where: `page ${status} ${url.pathname}`, bytes, allowed: registry.allowedAt(url) };
    });
  const { stdout, stderr } = server.output();
  return [
    ...responses,
    ...shown,
    { kind: "standard output", where: "stdout of the server", bytes: stdout, allowed: [] },
    { kind: "standard error", where: "stderr of the server", bytes: stderr, allowed: [] },
  ];
}

/** A program's output. */
export function locationsOfRun({ program, what, ran }: ToldRun, registry: CanaryRegistry): Location[] {
  const where = `${program} ${what}`;
  const output = what.startsWith("audit export") ? "audit export" : "output of svc-server";
  const isCli = program === "svc";
  return [
    { kind: isCli ? "output of svc" : output, where, bytes: ran.stdout, allowed: registry.allowedIn(ran) },
    {
      kind: isCli ? "messages of svc" : "output of svc-server",
      where: `${where}, stderr`,
      bytes: ran.stderr,
      allowed: [],
    },
  ];
}

/** Everything on disk: the files in the server's folder, every table, and PostgreSQL's files. */
export async function locationsStored(home: ServerHome, sinceMs: number): Promise<Location[]> {
  const stored = (await storedBy({ home })).map(({ where, bytes }): Location => ({
    kind: kindOf(where),
    where,
    bytes,
    allowed: [],
  }));
  return home.databaseUrl.startsWith("sqlite:")
    ? stored
    : [...stored, ...(await postgresFiles(home.databaseUrl, sinceMs))];
}

function kindOf(where: string): LocationKind {
  if (where.startsWith("table ")) return "table";
  if (where.endsWith("-wal")) return "write-ahead log";
  if (where.endsWith(".sqlite")) return "database file";
  return where.includes("report") ? "crash report" : "other file";
}

/**
 * The files of a database and the log, if written since the given time.
 * @throws Error if they can't be read: the scenario needs a PostgreSQL on this machine.
 */
async function postgresFiles(url: string, sinceMs: number): Promise<Location[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("checkpoint");
    const { rows } = await client.query<{ folder: string; oid: string }>(
      "select current_setting('data_directory') as folder, oid::text from pg_database where datname = current_database()",
    );
    const [{ folder, oid } = { folder: "", oid: "" }] = rows;
    if (!existsSync(folder)) throw new Error("PostgreSQL's files are not on this machine, or not readable.");
    return globSync([`base/${oid}/*`, "pg_wal/*", "global/*"], { cwd: folder }).flatMap((where) => {
      const bytes = readSince(join(folder, where), sinceMs);
      return bytes === null ? [] : [{ kind: "PostgreSQL's files", where, bytes, allowed: [] } satisfies Location];
    });
  } finally {
    await client.end();
  }
}

/** A file written since the given time; null for older and removed ones. */
function readSince(path: string, sinceMs: number): Buffer | null {
  try {
    const { mtimeMs } = statSync(path);
    return mtimeMs >= sinceMs ? readFileSync(path) : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR")) return null;
    throw error;
  }
}
