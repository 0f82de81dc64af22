/**
 * SQLite runs in this process, so a statement needs no queue if the connection is free. If it isn't, turns are fair: first
 * come, first served.
 */
import { SqliteAdapter, type QueryResult } from "kysely";
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

/** The mutex. A caller that takes a turn must return it. */
export type Turns = {
  /** @returns undefined if the turn was free and is now the caller's; otherwise a promise of it. */
  take(): Promise<void> | undefined;
  give(): void;
  isTaken(): boolean;
};

/** Creates a free mutex. */
export function fairTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take() {
      if (taken) return new Promise<void>((resolve) => void waiting.push(resolve));
      taken = true;
      return undefined;
    },
    give() {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
    isTaken: () => taken,
  };
}
