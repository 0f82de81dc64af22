/**
 * Turns for listings. SQLite runs on the event loop, so while one listing is read, nothing else runs. Between two of
 * them, the event loop handles everything that is ready, such as the next step of somebody's execution.
 */

/** The turns of one database. */
export type ListingTurns = {
  /** Runs a step when it is this client's turn. A client's own steps run in the order of their calls. */
  run<T>(client: string, step: () => Promise<T>): Promise<T>;
};

/** @param nextTurn resolves in the next turn of the event loop. */
export function listingTurns(nextTurn: () => Promise<void> = nextEventLoopTurn): ListingTurns {
  /** The waiting steps of each client; the client whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;
  const giveNext = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      isTaken = false;
      return;
    }
    const [client, [begin, ...later]] = next;
    waiting.delete(client);
    if (later.length > 0) waiting.set(client, later);
    begin?.();
  };
  return {
    async run(client, step) {
      if (isTaken) {
        await new Promise<void>((begin) => {
          const own = waiting.get(client);
          if (own === undefined) waiting.set(client, [begin]);
          else own.push(begin);
        });
      }
      isTaken = true;
      try {
        return await step();
      } finally {
        void nextTurn().then(giveNext);
      }
    },
  };
}

function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
