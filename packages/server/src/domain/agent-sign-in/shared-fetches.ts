/**
 * Bounds fetches from servers that strangers choose: in all, per server, and how many requests may wait for them. Requests
 * for the same document share one fetch.
 */

export type FetchBounds = { fetches: number; perServer: number; waiting: number };

/** The fetches of one process. */
export type SharedFetches<Result> = {
  /** Whether a request for this document would be fetched, or share a fetch, now. */
  hasRoom(key: string, server: string): boolean;
  /**
   * Starts or joins a fetch, and waits for it with `outside`.
   * @param server the host name of the document's server.
   * @returns "busy" if a bound is reached; nothing was fetched then.
   */
  get(
    key: string,
    server: string,
    load: () => Promise<Result>,
    outside: (wait: () => Promise<Result>) => Promise<Result>,
  ): Promise<Result | "busy">;
};

/** Creates them. */
export function createSharedFetches<Result>(bounds: FetchBounds): SharedFetches<Result> {
  const pending = new Map<string, Promise<Result>>();
  const perServer = new Map<string, number>();
  let waiting = 0;
  const hasRoom = (key: string, server: string): boolean =>
    waiting < bounds.waiting &&
    (pending.has(key) || (pending.size < bounds.fetches && (perServer.get(server) ?? 0) < bounds.perServer));
  const start = (key: string, server: string, load: () => Promise<Result>): Promise<Result> => {
    perServer.set(server, (perServer.get(server) ?? 0) + 1);
    const started = load().finally(() => {
      pending.delete(key);
      const left = (perServer.get(server) ?? 1) - 1;
      if (left === 0) perServer.delete(server);
      else perServer.set(server, left);
    });
    pending.set(key, started);
    return started;
  };
  return {
    hasRoom,
    async get(key, server, load, outside) {
      if (!hasRoom(key, server)) return "busy";
      const fetched = pending.get(key) ?? start(key, server, load);
      waiting += 1;
      try {
        return await outside(() => fetched);
      } finally {
        waiting -= 1;
      }
    },
  };
}
