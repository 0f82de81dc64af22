/**
 * Runs SQLite transactions that share a commit. There is one writer, and a commit waits for the disk once, however much
 * it contains. If an item of a batch fails, the batch is rolled back and runs again with a savepoint per item. Callers
 * get their results after the commit.
 */
import { createBatcher, type BatcherOptions, type BatcherTime } from "../batcher.ts";
import type { Tables } from "../tables.ts";
import type { RunCommitted, Work } from "../work.ts";
import type { SqliteConnection } from "./dialect.ts";
import type { SqliteHealth } from "./health.ts";

type Item = { work: Work<unknown>; isSynced: boolean };
type Outcome = { result: unknown } | { error: unknown };

/**
 * @param connection the connection that batches take turns on. @param health checked before each batch, and updated
 * after it. @param time the batcher's; the real one by default.
 */
export function createCommits(
  connection: SqliteConnection<Tables>,
  health: Pick<SqliteHealth, "beforeCommit" | "failed" | "passed">,
  time?: BatcherTime,
): RunCommitted {
  const batching: BatcherOptions<Item, Outcome> = {
    keyOf: () => "",
    run: async (items) => {
      const turn = connection.turns.take();
      if (turn !== undefined) await turn;
      try {
        health.beforeCommit();
        const outcomes = await runBatch(connection, items);
        const failure = failureOfAll(outcomes);
        if (failure !== null) health.failed(failure);
        else if (!isLight(items)) health.passed();
        return outcomes;
      } catch (error) {
        health.failed(error);
        throw error;
      } finally {
        connection.turns.give();
      }
    },
    // A failed commit has written nothing. Run alone, each item gets its own error.
    retryIndividually: () => true,
  };
  const commitAll = createBatcher(batching, time);
  return async <T>(work: Work<T>, { durability = "synced" } = {}): Promise<T> => {
    const outcome = await commitAll({ work, isSynced: durability === "synced" });
    if ("error" in outcome) throw outcome.error;
    return outcome.result as T;
  };
}

/**
 * Whether a commit needn't wait for the disk: the operating system has it, and the next synced commit makes it durable.
 */
function isLight(items: readonly Item[]): boolean {
  return items.every(({ isSynced }) => !isSynced);
}

/** The error that kept a batch from writing anything; null if part of it was committed. */
function failureOfAll(outcomes: readonly Outcome[]): unknown {
  const errors = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []));
  return errors.length === outcomes.length ? errors[0] : null;
}

async function runBatch(connection: SqliteConnection<Tables>, items: readonly Item[]): Promise<Outcome[]> {
  const light = isLight(items);
  // The pragma takes effect when it is parsed, so it can't be a prepared statement.
  if (light) connection.database.exec("PRAGMA synchronous = NORMAL");
  try {
    return (await runTogether(connection, items)) ?? (await runUnderSavepoints(connection, items));
  } finally {
    if (light) connection.database.exec("PRAGMA synchronous = FULL");
  }
}

/**
 * Runs all items in one transaction, without savepoints, which would make SQLite keep old pages. If one fails, nothing
 * is written and it returns null, and all may run again, as after a transaction that the database rolled back.
 */
async function runTogether(
  { database, statements, held }: SqliteConnection<Tables>,
  items: readonly Item[],
): Promise<Outcome[] | null> {
  statements.run("BEGIN IMMEDIATE");
  try {
    const outcomes: Outcome[] = [];
    for (const { work } of items) outcomes.push({ result: await work(held, false) });
    statements.run("COMMIT");
    return outcomes;
  } catch (error) {
    // A full disk and some other failures make SQLite roll back on its own. A second ROLLBACK would hide the error.
    if (database.isTransaction) statements.run("ROLLBACK");
    if (items.length === 1) return [{ error }];
    return null;
  }
}

async function runUnderSavepoints(connection: SqliteConnection<Tables>, items: readonly Item[]): Promise<Outcome[]> {
  const { database, statements } = connection;
  statements.run("BEGIN IMMEDIATE");
  try {
    const outcomes: Outcome[] = [];
    for (const { work } of items) outcomes.push(await runOne(connection, work));
    statements.run(outcomes.every((outcome) => "error" in outcome) ? "ROLLBACK" : "COMMIT");
    return outcomes;
  } catch (error) {
    if (database.isTransaction) statements.run("ROLLBACK");
    throw error;
  }
}

/** @throws an error that ended the whole transaction. */
async function runOne({ database, statements, held }: SqliteConnection<Tables>, work: Work<unknown>): Promise<Outcome> {
  statements.run("SAVEPOINT item");
  try {
    const result = await work(held, false);
    statements.run("RELEASE item");
    return { result };
  } catch (error) {
    if (!database.isTransaction) throw error;
    statements.run("ROLLBACK TO item");
    statements.run("RELEASE item");
    return { error };
  }
}
