/** Prunes events older than their retention, one batch per transaction, so that no log is locked for long. */
import type { ServiceClock } from "../clock/service-clock.ts";
import type { EventStore } from "./port.ts";

/** What pruning needs. */
export type EventRetention = {
  store: Pick<EventStore, "clientIds" | "prune">;
  clock: Pick<ServiceClock, "confirmed">;
  /** How long an event is kept, in milliseconds. */
  keptMs: number;
};

const batchRows = 500;
const clientsAtOnce = 100;

/** Prunes everything that is old enough; returns the number of events. Prunes nothing after a clock jump. */
export async function pruneEvents({ store, clock, keptMs }: EventRetention): Promise<number> {
  const time = await clock.confirmed();
  if (time === null) return 0;
  const before = time.cutoffMs(keptMs);
  let pruned = 0;
  for (let after = "", ids = await store.clientIds(after, clientsAtOnce); ids.length > 0;) {
    for (const id of ids) {
      for (let gone = batchRows; gone === batchRows; pruned += gone) gone = await store.prune(id, before, batchRows);
      after = id;
    }
    ids = await store.clientIds(after, clientsAtOnce);
  }
  return pruned;
}

/**
 * Prunes at intervals. Stop it before the store closes. @param timing.onFailure called on a failure; the next round is
 * still tried.
 */
export function startEventRetention(
  deps: EventRetention,
  timing: { everyMs: number; onFailure: (error: unknown) => void },
): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= pruneEvents(deps)
      .catch(timing.onFailure)
      .finally(() => {
        running = null;
      });
  }, timing.everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
