/**
 * Transactions on SQLite that share a commit. There is one writer, and what a commit costs is the disk's confirmation; so
 * everything that comes in one turn of the event loop, or while a commit runs, goes with the next one, each piece of work
 * under a savepoint of its own. Nobody is told anything before the commit that holds their work is done.
 */
import type { DatabaseSync } from "node:sqlite";
import { CompiledQuery, type Kysely } from "kysely";
import { createGrouping } from "./grouping.ts";
import type { Tables } from "./tables.ts";
import type { Queries, Survives, Work } from "./work.ts";

/** Runs work in a transaction, and gives its result when it is committed. */
export type RunCommitted = <T>(work: Work<T>, survives: Survives) => Promise<T>;

type Item = { work: Work<unknown>; survives: Survives };
type Outcome = { result: unknown } | { error: unknown };

// Far more than come during one commit, and few enough that one group blocks nobody for long.
const itemsMax = 64;

/** @param db the database through Kysely, whose one connection is `database`. */
export function createCommits(database: DatabaseSync, db: Kysely<Tables>): RunCommitted {
  const commitAll = createGrouping<Item, Outcome>({
    groupOf: () => "",
    // Others that came in the same turn are let in first.
    gather: () => new Promise((resolve) => setImmediate(resolve)),
    run: (items) => db.connection().execute((connection) => runGroup(database, connection, items)),
    // A commit that fails has written nothing; by itself each learns what stands in its way.
    mayRunApart: () => true,
    itemsMax,
  });
  return async <T>(work: Work<T>, survives: Survives): Promise<T> => {
    const outcome = await commitAll({ work, survives });
    if ("error" in outcome) throw outcome.error;
    return outcome.result as T;
  };
}

const raw = (text: string): CompiledQuery => CompiledQuery.raw(text);

async function runGroup(database: DatabaseSync, queries: Queries, items: readonly Item[]): Promise<Outcome[]> {
  // Without the disk's confirmation a commit is in the log of the operating system, which the next full one confirms too.
  const isLight = items.every(({ survives }) => survives === "process");
  if (isLight) database.exec("PRAGMA synchronous = NORMAL");
  try {
    await queries.executeQuery(raw("BEGIN IMMEDIATE"));
    try {
      const outcomes: Outcome[] = [];
      for (const { work } of items) outcomes.push(await runOne(database, queries, work, items.length > 1));
      if (outcomes.every((outcome) => "error" in outcome)) await queries.executeQuery(raw("ROLLBACK"));
      else await queries.executeQuery(raw("COMMIT"));
      return outcomes;
    } catch (error) {
      // A full disk and some other failures make SQLite roll back by itself; a second ROLLBACK would hide the error.
      if (database.isTransaction) await queries.executeQuery(raw("ROLLBACK"));
      throw error;
    }
  } finally {
    if (isLight) database.exec("PRAGMA synchronous = FULL");
  }
}

/** @throws what ended the whole transaction, and with it the work of all. */
async function runOne(
  database: DatabaseSync,
  queries: Queries,
  work: Work<unknown>,
  isOfSeveral: boolean,
): Promise<Outcome> {
  if (isOfSeveral) await queries.executeQuery(raw("SAVEPOINT item"));
  try {
    const result = await work(queries, false);
    if (isOfSeveral) await queries.executeQuery(raw("RELEASE item"));
    return { result };
  } catch (error) {
    if (!database.isTransaction) throw error;
    if (isOfSeveral) {
      await queries.executeQuery(raw("ROLLBACK TO item"));
      await queries.executeQuery(raw("RELEASE item"));
    }
    return { error };
  }
}
