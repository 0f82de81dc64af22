/**
 * Kysely over Node's own SQLite. There is one connection; whoever holds it runs alone, in the order of asking. Every
 * transaction takes the write lock at its start: a transaction that reads first and writes later would fail at once
 * when another process has written in between.
 */
import type { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { CompiledQuery, Dialect, Driver, QueryResult } from "kysely";
import { fairTurns, type Turns } from "./fair-turns.ts";
import { sent, type Runner } from "../statements/statement.ts";
import { statementCache, type StatementCache } from "./statements.ts";

/** An open database through Kysely. @typeParam Tables its tables. */
export type SqliteConnection<Tables> = {
  readonly database: DatabaseSync;
  readonly statements: StatementCache;
  /** Who has the connection; whoever takes a turn uses `held` and nothing else, and gives the turn back. */
  readonly turns: Turns;
  /** Takes a turn for each statement and for each transaction. Destroying it closes the database. */
  readonly db: Kysely<Tables>;
  /** For whoever has the turn already. */
  readonly held: Kysely<Tables>;
};

/** @param database is the connection's alone from now on. */
export function sqliteConnection<Tables>(database: DatabaseSync): SqliteConnection<Tables> {
  const turns = fairTurns();
  const statements = statementCache(database);
  const queries = (own: Turns | null): Kysely<Tables> =>
    new Kysely<Tables>({ dialect: dialect(database, statements, own) });
  return { database, statements, turns, db: queries(turns), held: queries(null) };
}

/**
 * What the driver does when it is asked, without a promise: whoever waits for nothing should not be kept waiting by turns
 * of the event loop's queues.
 */
export class DirectAdapter extends SqliteAdapter {
  readonly #statements: StatementCache;
  readonly #turns: Turns | null;

  constructor(statements: StatementCache, turns: Turns | null) {
    super();
    this.#statements = statements;
    this.#turns = turns;
  }

  /** Whether a statement can run in this moment: the connection is free, or whoever asks has it. */
  get isFree(): boolean {
    return this.#turns?.isTaken() !== true;
  }

  /** Runs a statement now; only where the connection is free. @throws what SQLite throws. */
  run(text: string, parameters: readonly unknown[]): QueryResult<unknown> {
    return this.#statements.execute(text, parameters);
  }

  /**
   * Leaves the taking of turns to our driver. Kysely's own lock wakes everyone who waits at each release, and whoever asks
   * at that moment may be served before them.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
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
      throw new Error("Rows are not streamed from SQLite.");
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
      // A full disk and some other failures make SQLite roll back by itself; a second ROLLBACK would hide the error.
      if (database.isTransaction) statements.run("ROLLBACK");
    },
    async destroy() {
      await turns?.take();
      if (turns !== null) database.close();
    },
  };
}
