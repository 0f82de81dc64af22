/**
 * Background work for many service clients: they take turns, and each has a share of the places, so that one client's
 * backlog doesn't delay another's.
 */
import type { Platform } from "../../platform.ts";

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
    const taken = await options.take({ limit, afterClient, busyClients: busyClients(underWay, limits.perClient) });
    for (const work of taken) begin(work);
    afterClient = taken.at(-1)?.clientId ?? afterClient;
    return taken.length > 0;
  };
  return async (stopping) => {
    const untilMs = platform.monotonicMs() + roundMs;
    while (!stopping.aborted) {
      if (await take()) continue;
      const isFull = underWay.size >= limits.concurrency || busyClients(underWay, limits.perClient).length > 0;
      const leftMs = untilMs - platform.monotonicMs();
      if (!isFull || leftMs <= 0) return;
      await withinMs(leftMs, Promise.race(underWay.keys()));
    }
  };
}

function busyClients(underWay: ReadonlyMap<unknown, string>, perClient: number): readonly string[] {
  return [...Map.groupBy(underWay.values(), (id) => id)].flatMap(([id, all]) => (all.length >= perClient ? [id] : []));
}

async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
