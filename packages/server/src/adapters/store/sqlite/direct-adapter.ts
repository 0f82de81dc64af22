/** SQLite runs in this process, so a statement needs no queue if the connection is free. */
import { SqliteAdapter, type QueryResult } from "kysely";
import type { Turns } from "./fair-turns.ts";
import type { StatementCache } from "./statements.ts";

/** Runs statements synchronously, which spares callers the event loop's queues if they needn't wait. */
export class DirectAdapter extends SqliteAdapter {
  readonly #statements: StatementCache;
  readonly #turns: Turns | null;

  constructor(statements: StatementCache, turns: Turns | null) {
    super();
    this.#statements = statements;
    this.#turns = turns;
  }

  /** Whether a statement can run right now: the connection is free, or the caller has it. */
  get isFree(): boolean {
    return this.#turns?.isTaken() !== true;
  }

  /** Runs a statement now, if {@link isFree}. @throws what SQLite throws. */
  run(text: string, parameters: readonly unknown[]): QueryResult<unknown> {
    return this.#statements.execute(text, parameters);
  }

  /**
   * Leaves taking turns to our driver. Kysely's own lock wakes all waiters at each release, and a newcomer may overtake
   * them.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
