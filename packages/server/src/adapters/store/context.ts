/** How every part of the store runs its statements: one place for retries, for errors and for the database's clock. */
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { asStoreError, isRolledBack } from "./errors.ts";
import type { Scope, Scopes } from "./scope.ts";
import type { RunCommitted } from "./sqlite/commits.ts";
import type { SqliteHealth } from "./sqlite/health.ts";
import { statement } from "./statements/statement.ts";
import type { Tables } from "./tables.ts";
import type { Durability, Work } from "./work.ts";

export type { Queries } from "./work.ts";

/** How work runs. */
type RunOptions = {
  /**
   * Whether the work may run again, once and on another connection, if the connection broke before the answer. It is then
   * told that it is `repeated`, and must recognize what its first run may have written.
   */
  repeatable?: boolean;
};

/** How reading work runs. */
export type ReadOptions = RunOptions & {
  /**
   * Whether everything that the work saw must last once it was shown: on PostgreSQL, the disk and a synchronous standby have
   * confirmed it before the answer.
   */
  confirmed?: boolean;
};

/** How writing work runs. */
export type WriteOptions = RunOptions & {
  /**
   * `synced` if left out. With `async`, SQLite makes the work durable no later than the next synced commit. PostgreSQL, which
   * can die alone, syncs every commit.
   */
  durability?: Durability;
  /**
   * Whether the work is one `runAll` (statements/statement.ts), which on PostgreSQL is a transaction by itself: one round
   * trip less. SQLite has a transaction around any work.
   */
  oneRoundTrip?: boolean;
};

/** What each part of the store is made from. */
export type StoreContext = {
  engine: "sqlite" | "postgres";
  /** Reads. Several statements may each see another moment. @param scope all that they may see. @throws StoreError */
  read<T>(scope: Scope, work: Work<T>, options?: ReadOptions): Promise<T>;
  /** Writes all or nothing, in one transaction. @param scope all that it may see. @throws StoreError */
  write<T>(scope: Scope, work: Work<T>, options?: WriteOptions): Promise<T>;
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
  const inTransaction = <T>(work: Work<T>, repeated: boolean): Promise<T> =>
    db.transaction().execute((queries) => work(queries, repeated));
  const confirm = (): Promise<unknown> => scopes.run("none", () => confirmLog.all(db, {}), "changes");
  // A repeated run may only have read what the first wrote, so that its own commit waits for nothing.
  const run = <T>(once: (repeated: boolean) => Promise<T>, { repeatable = false }: RunOptions): Promise<T> =>
    attempt(async (repeated) => {
      const result = await once(repeated);
      if (repeated) await confirm();
      return result;
    }, repeatable);
  const write: StoreContext["write"] = (scope, work, options = {}) =>
    scopes.run(
      scope,
      () => run((repeated) => (options.oneRoundTrip ? work(db, repeated) : inTransaction(work, repeated)), options),
      "changes",
    );
  return {
    engine: "postgres",
    locksRows: true,
    read(scope, work, options = {}) {
      if (!options.confirmed) return scopes.run(scope, () => run((repeated) => work(db, repeated), options));
      const confirmed: typeof work = async (queries, repeated) => {
        const result = await work(queries, repeated);
        await confirmLog.all(queries, {});
        return result;
      };
      return write(scope, confirmed, options);
    },
    write,
    leaseClock: () => sql<number>`cast(${nowMs()} as bigint)`,
    nowMs,
  };
}

// The log is written and replicated in order, so this commit confirms every commit before it.
const confirmLog = statement("log.confirm", { postgres: "select pg_logical_emit_message(true, 'svc', '')" });

/** The context on SQLite, which knows no scopes. Its answers never get lost, so nothing is ever repeated. */
export function sqliteContext({ db, nowMs, commits, health }: SqliteParts): StoreContext {
  return {
    engine: "sqlite",
    locksRows: false,
    read: (_scope, work) =>
      attempt(async () => {
        health.beforeStatement();
        try {
          return await work(db, false);
        } catch (error) {
          health.failed(error);
          throw error;
        }
      }, false),
    write: (_scope, work, options = {}) => attempt(() => commits(work, options), false),
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
