/**
 * Kysely over Node's own SQLite. There is one connection; whoever holds it runs alone, in the order of asking. Every
 * transaction takes the write lock at its start: a transaction that reads first and writes later would fail at once
 * when another process has written in between.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import { storableParameters } from "./text.ts";

/** A dialect over an open database, which it closes at the end. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new OwnTurnsAdapter(),
    createDriver: () => sqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Leaves the taking of turns to our driver. Kysely's own lock wakes everyone who waits at each release, and whoever asks
 * at that moment may be served before them.
 */
class OwnTurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function sqliteDriver(database: DatabaseSync): Driver {
  const turns = fairTurns();
  const statements = statementCache(database);
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => execute<Row>(statements.of(query.sql), query),
    streamQuery() {
      throw new Error("Rows are not streamed from SQLite.");
    },
  };
  const run = (text: string): void => {
    statements.of(text).statement.run();
  };
  return {
    init: async () => undefined,
    async acquireConnection() {
      await turns.take();
      return connection;
    },
    async releaseConnection() {
      turns.give();
    },
    beginTransaction: async () => run("BEGIN IMMEDIATE"),
    commitTransaction: async () => run("COMMIT"),
    async rollbackTransaction() {
      // A full disk and some other failures make SQLite roll back by itself; a second ROLLBACK would hide the error.
      if (database.isTransaction) run("ROLLBACK");
    },
    async destroy() {
      await turns.take();
      database.close();
    },
  };
}

type Cached = { statement: StatementSync; givesRows: boolean };

function execute<Row>(cached: Cached, query: CompiledQuery): QueryResult<Row> {
  const parameters = storableParameters(query.parameters) as SQLInputValue[];
  if (cached.givesRows) return { rows: cached.statement.all(...parameters) as Row[] };
  const { changes } = cached.statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes) };
}

// Far above the number of different statements that the store has.
const statementsMax = 256;

/** Prepared statements by their text; the one unused for longest goes first. */
function statementCache(database: DatabaseSync): { of(text: string): Cached } {
  const cache = new Map<string, Cached>();
  return {
    of(text) {
      const known = cache.get(text);
      cache.delete(text);
      const cached = known ?? prepare(database, text);
      cache.set(text, cached);
      const oldest = cache.keys().next().value;
      if (cache.size > statementsMax && oldest !== undefined) cache.delete(oldest);
      return cached;
    },
  };
}

function prepare(database: DatabaseSync, text: string): Cached {
  const statement = database.prepare(text);
  return { statement, givesRows: statement.columns().length > 0 };
}

/** A mutex that serves in the order of asking. */
function fairTurns(): { take(): Promise<void>; give(): void } {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    async take() {
      if (!taken) {
        taken = true;
        return;
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    },
    give() {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
  };
}
