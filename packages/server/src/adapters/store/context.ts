/** Runs the store's statements. Retries, error mapping and the clock are handled here and nowhere else. */
import { idRandomBytes, makeId, type IdPrefix } from "@svc/contract";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { asStoreError, isRolledBack } from "./errors.ts";
import type { Durability, Queries, RunCommitted, Scope, Scopes, Work } from "./work.ts";
import type { RowSeals } from "../../domain/vault/row-seals.ts";
import type { SqliteHealth } from "./sqlite/health.ts";
import { listingTurns } from "./sqlite/listing-turns.ts";
import type { ReadStep } from "./statements/page.ts";
import { statement } from "./statements/statement.ts";
import type { Tables } from "./tables.ts";
import { systemPlatform } from "../../platform.ts";

export type { Queries } from "./work.ts";

/** How work runs. */
type RunOptions = {
  /**
   * Whether the work may run a second time, on another connection, if the first one broke before the response arrived.
   * The second run gets `repeated: true` and must recognize what the first may have written.
   */
  repeatable?: boolean;
};

/** How reading work runs. */
export type ReadOptions = RunOptions & {
  /**
   * Whether everything the work reads must already be durable. On PostgreSQL the result then waits for the disk and for
   * a synchronous standby.
   */
  confirmed?: boolean;
};

/** How writing work runs. */
export type WriteOptions = RunOptions & {
  /**
   * `synced` by default. With `async`, SQLite makes the work durable with the next synced commit at the latest.
   * PostgreSQL can crash on its own, so it syncs every commit.
   */
  durability?: Durability;
  /**
   * Whether the work is a single `runAll` (statements/statement.ts). On PostgreSQL that is a transaction of its own,
   * which saves a round trip. On SQLite all work runs in a transaction anyway.
   */
  oneRoundTrip?: boolean;
};

/** The foundation of every part of the store. */
export type StoreContext = {
  engine: "sqlite" | "postgres";
  /** Reads. Each statement sees its own snapshot. @param scope the rows that the work may see. @throws StoreError */
  read<T>(scope: Scope, work: Work<T>, options?: ReadOptions): Promise<T>;
  /**
   * Reads a listing, in steps. On SQLite, which runs on the event loop, each step takes a turn: service clients take
   * turns, and everything else that is ready runs in between. On PostgreSQL, the steps are separate reads.
   * @param together on PostgreSQL, makes the steps one transaction; `confirmed` as in {@link ReadOptions}.
   */
  list<T>(scope: Scope, work: (read: ReadStep) => Promise<T>, together?: "one transaction" | "confirmed"): Promise<T>;
  /** Writes in one transaction. @param scope the rows that the work may see. @throws StoreError */
  write<T>(scope: Scope, work: Work<T>, options?: WriteOptions): Promise<T>;
  /** Whether reads that a write depends on must lock their rows. False on SQLite, which has a single writer. */
  locksRows: boolean;
  /** The service time as SQL, in milliseconds since the epoch. It is the same for every process on the database. */
  leaseClock(): RawBuilder<number>;
  /** The service time as a number. */
  nowMs(): number;
  /** The mark of the deployment's cell in ids; empty outside of cells. */
  cellMark(): string;
  /** Creates an id of the service time. */
  newId(prefix: IdPrefix): string;
  /** Seals the rows that grant something. */
  seals: RowSeals;
};

/** Thrown to roll back a transaction, which then returns `result`. */
export class Abandoned<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("Nothing was written.");
    this.result = result;
  }
}

// Deadlocks and serialization failures wrote nothing, so the work is retried. Failing this often is a bug.
const attemptsMax = 5;

/** Options for both engines. */
type ContextOptions = { db: Kysely<Tables>; nowMs: () => number; cellMark?: () => string; seals: RowSeals };

const noMark = (): string => "";

type SqliteParts = ContextOptions & {
  commits: RunCommitted;
  health: Pick<SqliteHealth, "beforeStatement" | "failed">;
};

/**
 * The context on PostgreSQL.
 * @param options.scopes where connections look up the scope of their work. @param options.onFailure called with the
 * error of work that failed.
 */
export function postgresContext({
  db,
  nowMs,
  cellMark = noMark,
  seals,
  scopes,
  onFailure = () => undefined,
}: ContextOptions & { scopes: Scopes; onFailure?: (error: unknown) => void }): StoreContext {
  const inTransaction = <T>(work: Work<T>, repeated: boolean): Promise<T> =>
    db.transaction().execute((queries) => work(queries, repeated));
  const confirm = (): Promise<unknown> => scopes.run("none", () => confirmLog.all(db, {}), "changes");
  // If the second run only found what the first had written, its own commit doesn't confirm anything.
  const run = async <T>(once: (repeated: boolean) => Promise<T>, { repeatable = false }: RunOptions): Promise<T> => {
    try {
      return await attempt(async (repeated) => {
        const result = await once(repeated);
        if (repeated) await confirm();
        return result;
      }, repeatable);
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  const write: StoreContext["write"] = (scope, work, options = {}) =>
    scopes.run(
      scope,
      () => run((repeated) => (options.oneRoundTrip ? work(db, repeated) : inTransaction(work, repeated)), options),
      "changes",
    );
  const read: StoreContext["read"] = (scope, work, options = {}) => {
    if (!options.confirmed) return scopes.run(scope, () => run((repeated) => work(db, repeated), options));
    const confirmed: typeof work = async (queries, repeated) => {
      const result = await work(queries, repeated);
      await confirmLog.all(queries, {});
      return result;
    };
    return write(scope, confirmed, options);
  };
  return {
    engine: "postgres",
    locksRows: true,
    read,
    list(scope, work, together) {
      if (together === undefined) return work((step) => read(scope, step));
      const steps = (queries: Queries, repeated: boolean) => work((step) => step(queries, repeated));
      return together === "confirmed" ? read(scope, steps, { confirmed: true }) : write(scope, steps);
    },
    write,
    leaseClock: () => sql<number>`cast(${nowMs()} as bigint)`,
    nowMs,
    cellMark,
    newId: createNewId(nowMs, cellMark),
    seals,
  };
}

// The log is written and replicated in order, so this commit confirms every commit before it.
const confirmLog = statement("log.confirm", { postgres: "select pg_logical_emit_message(true, 'svc', '')" });

/** The context on SQLite. It has no scopes, and answers can't get lost, so nothing is repeated. */
export function sqliteContext({ db, nowMs, cellMark = noMark, seals, commits, health }: SqliteParts): StoreContext {
  const turns = listingTurns();
  const read: StoreContext["read"] = (_scope, work) =>
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
    read,
    list: (scope, work) => work((step) => turns.run(turnOf(scope), () => read(scope, step))),
    write: (_scope, work, options = {}) => attempt(() => commits(work, options), false),
    leaseClock: () => sql<number>`cast(${nowMs()} as integer)`,
    nowMs,
    cellMark,
    newId: createNewId(nowMs, cellMark),
    seals,
  };
}

function createNewId(nowMs: () => number, cellMark: () => string): StoreContext["newId"] {
  return (prefix) => makeId(prefix, nowMs(), systemPlatform.randomBytes(idRandomBytes), cellMark());
}

/** Whose turn a listing takes. Operators have one together. */
function turnOf(scope: Scope): string {
  return typeof scope === "string" || !("client" in scope) ? "" : scope.client;
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
