/**
 * Background work for many service clients: they take turns, and each has a share of the places, so that one client's
 * backlog doesn't delay another's.
 */
import type { Platform } from "../../platform.ts";
import { waitAtMost } from "../clock/units.ts";

/** Where the next turn starts, and who gets none. */
export type ClientTurn = {
  limit: number;
  /** The service client that was served last; the turn starts after it and wraps around. */
  afterClient: string;
  /** The clients that have as many places as they can have. */
  busyClients: readonly string[];
};

/** The work of one process. */
export type ClientTurnsOptions<Work> = {
  /** Concurrent work, in all and for one service client. */
  limits: { concurrency: number; perClient: number };
  /** How long a round may wait for work that ends and makes room for more, in milliseconds. */
  roundMs: number;
  platform: Pick<Platform, "monotonicMs">;
  /** Leases due work: one piece for each service client. */
  take(turn: ClientTurn): Promise<readonly Work[]>;
  run(work: Work): Promise<void>;
  onFailure: (error: unknown) => void;
  /** Work that a graceful shutdown waits for. */
  inFlight: Set<Promise<unknown>>;
};

/** A quarter for each client, as for webhooks. */
export const backgroundPlaces = { concurrency: 16, perClient: 4 } as const;

/** Creates a function that starts due work, without waiting for it to finish. Run it at intervals. */
export function createClientTurns<Work extends { clientId: string }>(
  options: ClientTurnsOptions<Work>,
): (stopping: AbortSignal) => Promise<void> {
  const { limits, roundMs, platform, inFlight } = options;
  const underWay = new Map<Promise<void>, string>();
  let afterClient = "";
  const begin = (work: Work): void => {
    const running = options
      .run(work)
      .catch(options.onFailure)
      .finally(() => {
        underWay.delete(running);
        inFlight.delete(running);
      });
    underWay.set(running, work.clientId);
    inFlight.add(running);
  };
  const take = async (): Promise<boolean> => {
    const limit = limits.concurrency - underWay.size;
    if (limit <= 0) return false;
    const taken = await options.take({ limit, afterClient, busyClients: atShare(underWay.values(), limits.perClient) });
    for (const work of taken) begin(work);
    afterClient = taken.at(-1)?.clientId ?? afterClient;
    return taken.length > 0;
  };
  return async (stopping) => {
    const untilMs = platform.monotonicMs() + roundMs;
    while (!stopping.aborted) {
      if (await take()) continue;
      const isFull = underWay.size >= limits.concurrency || atShare(underWay.values(), limits.perClient).length > 0;
      const leftMs = untilMs - platform.monotonicMs();
      if (!isFull || leftMs <= 0) return;
      await waitAtMost(Promise.race(underWay.keys()), leftMs);
    }
  };
}

/** Returns the ids that occur at least `share` times: those that have as many places as they can have. */
export function atShare(ids: Iterable<string>, share: number): string[] {
  return [...Map.groupBy(ids, (id) => id)].flatMap(([id, all]) => (all.length >= share ? [id] : []));
}
