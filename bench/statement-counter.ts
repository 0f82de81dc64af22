/**
 * Loaded into a server with NODE_OPTIONS=--import; the product is unaware of it. Counts the statements that the server
 * passes to node:sqlite and pg. On SIGUSR2, and when the process exits, it writes the counts since the last time to the
 * file in SVC_BENCH_COUNTS, and resets them.
 */
import type { EventEmitter } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { DatabaseSync, StatementSync } from "node:sqlite";
import pg from "pg";

/** A server's database use. */
export interface StatementCounts {
  /** Executions by statement, with white space collapsed. */
  readonly executed: Readonly<Record<string, number>>;
  /** How often a statement was planned: `prepare` on SQLite, Parse and simple queries on PostgreSQL. */
  readonly planned: number;
  /** Round trips to PostgreSQL; 0 on SQLite, which runs in the process. */
  readonly roundTrips: number;
}

/** What the counter writes. */
export interface ProcessCounts extends StatementCounts {
  /** The most memory that the process has had. */
  readonly mostMiB: number;
}

type Method = (this: object, ...parameters: unknown[]) => unknown;

const file = process.env["SVC_BENCH_COUNTS"];
const executed = new Map<string, number>();
let planned = 0;
let roundTrips = 0;

function count(sql: string): void {
  const text = sql.replaceAll(/\s+/g, " ").trim();
  executed.set(text, (executed.get(text) ?? 0) + 1);
}

function wrap(prototype: object, name: string, before: (on: object, parameters: unknown[]) => void): void {
  const methods = prototype as Record<string, Method>;
  const method = methods[name];
  if (method === undefined) throw new Error(`There is no ${name} to count.`);
  methods[name] = function (...parameters) {
    before(this, parameters);
    return method.apply(this, parameters);
  };
}

function countSqlite(): void {
  for (const name of ["run", "get", "all", "iterate"]) {
    wrap(StatementSync.prototype, name, (on) => count((on as StatementSync).sourceSQL));
  }
  wrap(DatabaseSync.prototype, "exec", (_on, [sql]) => count(String(sql)));
  wrap(DatabaseSync.prototype, "prepare", () => (planned += 1));
}

/** A bind names its statement, an execute runs the last bound portal; the unnamed statement is the last parsed one. */
function countPostgres(): void {
  const texts = new WeakMap<object, Map<string, string>>();
  const bound = new WeakMap<object, string>();
  const { prototype } = pg.Connection as unknown as { prototype: object };
  wrap(prototype, "parse", (on, [query]) => {
    const { name = "", text } = query as { name?: string; text: string };
    const known = texts.get(on) ?? new Map<string, string>();
    texts.set(on, known.set(name, text));
    planned += 1;
  });
  wrap(prototype, "bind", (on, [config]) => {
    const { statement = "" } = (config ?? {}) as { statement?: string };
    bound.set(on, texts.get(on)?.get(statement) ?? statement);
  });
  wrap(prototype, "execute", (on) => count(bound.get(on) ?? ""));
  // Messages sent before an earlier response arrives belong to the same round trip.
  const unanswered = new WeakMap<object, number>();
  const noteSent = (on: object): void => {
    const before = unanswered.get(on);
    if (before === undefined) {
      (on as EventEmitter).on("readyForQuery", () => unanswered.set(on, Math.max(0, (unanswered.get(on) ?? 0) - 1)));
    }
    if ((before ?? 0) === 0) roundTrips += 1;
    unanswered.set(on, (before ?? 0) + 1);
  };
  wrap(prototype, "sync", noteSent);
  wrap(prototype, "query", (on, [text]) => {
    // A simple query may contain several statements.
    for (const one of String(text).split(";")) if (one.trim() !== "") count(one.replaceAll(/'[^']*'/g, "'…'"));
    planned += 1;
    noteSent(on);
  });
}

function install(path: string): void {
  countSqlite();
  countPostgres();
  const write = (): void => {
    const mostMiB = Math.round(process.resourceUsage().maxRSS / 1024);
    const counts: ProcessCounts = { executed: Object.fromEntries(executed), planned, roundTrips, mostMiB };
    executed.clear();
    planned = 0;
    roundTrips = 0;
    writeFileSync(`${path}.new`, JSON.stringify(counts));
    renameSync(`${path}.new`, path);
  };
  process.on("SIGUSR2", write);
  process.on("exit", write);
}

if (file !== undefined) install(file);
