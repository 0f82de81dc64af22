/**
 * Kysely on Node's SQLite. There is one connection, and its holder runs alone, first come, first served. Every
 * transaction takes the write lock when it begins: one that reads first and writes later would fail if another process
 * wrote in between.
 */
import type { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { CompiledQuery, Dialect, Driver, QueryResult } from "kysely";
import { DirectAdapter, fairTurns, type Turns, statementCache, type StatementCache } from "./statements.ts";
import { sent, type Runner } from "../statements/statement.ts";

/** An open database with Kysely. @typeParam Tables its tables. */
export type SqliteConnection<Tables> = {
  readonly database: DatabaseSync;
  readonly statements: StatementCache;
  /** Turns at the connection. The holder of a turn uses only `held`, and returns the turn. */
  readonly turns: Turns;
  /** Takes a turn for each statement or transaction. Destroying it closes the database. */
  readonly db: Kysely<Tables>;
  /** For the holder of the turn. */
  readonly held: Kysely<Tables>;
};

/** @param database the connection takes ownership of it. */
export function sqliteConnection<Tables>(database: DatabaseSync): SqliteConnection<Tables> {
  const turns = fairTurns();
  const statements = statementCache(database);
  const queries = (own: Turns | null): Kysely<Tables> =>
    new Kysely<Tables>({ dialect: dialect(database, statements, own) });
  return { database, statements, turns, db: queries(turns), held: queries(null) };
}

function dialect(database: DatabaseSync, statements: StatementCache, turns: Turns | null): Dialect {
  return {
    createAdapter: () => new DirectAdapter(statements, turns),
    createDriver: () => sqliteDriver(database, statements, turns),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function sqliteDriver(database: DatabaseSync, statements: StatementCache, turns: Turns | null): Driver {
  const connection: Runner = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) =>
      statements.execute(sql, parameters) as QueryResult<Row>,
    runAll: async (calls) => calls.map((call) => statements.execute(...sent(call, "sqlite"))),
    streamQuery() {
      throw new Error("Streaming rows from SQLite is not supported.");
    },
  };
  return {
    init: async () => undefined,
    async acquireConnection() {
      await turns?.take();
      return connection;
    },
    async releaseConnection() {
      turns?.give();
    },
    beginTransaction: async () => statements.run("BEGIN IMMEDIATE"),
    commitTransaction: async () => statements.run("COMMIT"),
    async rollbackTransaction() {
      // A full disk and some other failures make SQLite roll back on its own. A second ROLLBACK would hide the error.
      if (database.isTransaction) statements.run("ROLLBACK");
    },
    async destroy() {
      await turns?.take();
      if (turns !== null) database.close();
    },
  };
}
