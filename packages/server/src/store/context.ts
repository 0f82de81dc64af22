/** How every part of the store runs its statements: one place for retries, for errors and for the database's clock. */
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { asStoreError, isRolledBack } from "./errors.ts";
import type { Scope, Scopes } from "./scope.ts";
import type { RunCommitted } from "./sqlite/commits.ts";
import type { SqliteHealth } from "./sqlite/health.ts";
import { statement } from "./statements/statement.ts";
import type { Tables } from "./tables.ts";
import type { Survives, Work } from "./work.ts";

export type { Queries } from "./work.ts";

/** What a repeated call may do. */
export type RunOptions = {
  /**
   * Whether the work may be run again, once and on another connection, when the connection broke before the answer. It is
   * told then that it is `repeated`, and must recognise what its first run may have written.
   */
  repeatable?: boolean;
  /**
   * What the work has to outlive, once it is answered: the machine, unless it says that this process is enough. Then SQLite
   * makes it durable no later than the next work that has to outlive the machine. PostgreSQL, which can die alone, makes
   * everything durable at once.
   */
  survives?: Survives;
};

/** What a change may do beside. */
export type ChangeOptions<T> = RunOptions & {
  /** The same by one statement alone, where the work may take more; on SQLite it is tried where nobody shares the commit. */
  alone?: Work<T>;
};

/** What each part of the store is made from. */
export type StoreContext = {
  engine: "sqlite" | "postgres";
  /** One statement, which is a transaction by itself. @param scope all that it may see. @throws StoreError */
  once<T>(scope: Scope, work: Work<T>, options?: RunOptions): Promise<T>;
  /** One statement that changes something: what `once` does, and on SQLite in a commit that it shares. @throws StoreError */
  change<T>(scope: Scope, work: Work<T>, options?: ChangeOptions<T>): Promise<T>;
  /** Several statements, all or none. @param scope all that they may see. @throws StoreError */
  transaction<T>(scope: Scope, work: Work<T>, options?: RunOptions): Promise<T>;
  /**
   * Statements that read what must not be lost once it was shown: on PostgreSQL the disk, and a synchronous standby, has
   * confirmed all that they saw before they are answered. @throws StoreError
   */
  confirmed<T>(scope: Scope, work: Work<T>): Promise<T>;
  /** Whether rows must be locked when they are read to be relied on; SQLite has one writer at a time. */
  locksRows: boolean;
  /** The service clock, in milliseconds since the epoch: the same for every process on the database. */
  leaseClock(): RawBuilder<number>;
  /** The same, for what is bound as a value. */
  nowMs(): number;
};

/** Thrown inside a transaction to write nothing; the transaction then gives `result`. */
export class Abandoned<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("Nothing was written.");
    this.result = result;
  }
}

// Deadlocks and serialization failures wrote nothing, so they are run again; more than this is a fault of ours.
const attemptsMax = 5;

/** What both engines are made from: the database, and the service clock. */
type ContextOptions = { db: Kysely<Tables>; nowMs: () => number };

type SqliteParts = ContextOptions & {
  commits: RunCommitted;
  health: Pick<SqliteHealth, "beforeStatement" | "failed">;
};

/** The context on PostgreSQL. @param options.scopes those that the database's connections ask. */
export function postgresContext({ db, nowMs, scopes }: ContextOptions & { scopes: Scopes }): StoreContext {
  const confirm = (): Promise<unknown> => scopes.run("none", () => confirmLog.all(db, {}), "changes");
  // What a first run wrote may be there and still be lost: the second only reads it, and such a commit waits for nothing.
  const attemptAndConfirm = <T>(run: (repeated: boolean) => Promise<T>, options?: RunOptions): Promise<T> =>
    attempt(async (repeated) => {
      const result = await run(repeated);
      if (repeated) await confirm();
      return result;
    }, options?.repeatable ?? false);
  const transaction: StoreContext["transaction"] = (scope, work, run) =>
    scopes.run(
      scope,
      () => attemptAndConfirm((repeated) => db.transaction().execute((queries) => work(queries, repeated)), run),
      "changes",
    );
  return {
    engine: "postgres",
    locksRows: true,
    once: (scope, work, run) => scopes.run(scope, () => attemptAndConfirm((repeated) => work(db, repeated), run)),
    change: (scope, work, run) =>
      scopes.run(scope, () => attemptAndConfirm((repeated) => work(db, repeated), run), "changes"),
    transaction,
    confirmed: (scope, work) =>
      transaction(scope, async (queries, repeated) => {
        const result = await work(queries, repeated);
        await confirmLog.all(queries, {});
        return result;
      }),
    leaseClock: () => sql<number>`cast(${nowMs()} as bigint)`,
    nowMs,
  };
}

// The log is written and replicated in order, so this commit confirms every commit before it.
const confirmLog = statement("log.confirm", { postgres: "select pg_logical_emit_message(true, 'svc', '')" });

/** The context on SQLite, which knows no scopes. Its answers never get lost, so nothing is ever repeated. */
export function sqliteContext({ db, nowMs, commits, health }: SqliteParts): StoreContext {
  const change: StoreContext["change"] = (_scope, work, run) =>
    attempt(() => commits(work, run?.survives ?? "machine", run?.alone), false);
  const once: StoreContext["once"] = (_scope, work) =>
    attempt(async () => {
      health.beforeStatement();
      try {
        return await work(db, false);
      } catch (error) {
        health.failed(error);
        throw error;
      }
    }, false);
  return {
    engine: "sqlite",
    locksRows: false,
    once,
    confirmed: once,
    change,
    transaction: change,
    leaseClock: () => sql<number>`cast(${nowMs()} as integer)`,
    nowMs,
  };
}

async function attempt<T>(run: (repeated: boolean) => Promise<T>, repeatable: boolean): Promise<T> {
  let repeated = false;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await run(repeated);
    } catch (error) {
      if (error instanceof Abandoned) return error.result as T;
      const failure = asStoreError(error);
      const unanswered: boolean = repeatable && failure.unanswered && !repeated;
      if (attempts >= attemptsMax || !(unanswered || isRolledBack(failure))) throw failure;
      repeated ||= unanswered;
    }
  }
}
