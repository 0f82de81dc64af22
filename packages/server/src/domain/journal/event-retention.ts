/** Prunes events that are older than their retention, in small transactions, so that no log is locked for long. */
import type { EventStore } from "./event-port.ts";

const batchRows = 500;
const clientsAtOnce = 100;

/** Prunes the events from before a time. Yields the number of events that each transaction pruned. */
export async function* pruneEvents(
  store: Pick<EventStore, "clientIds" | "prune">,
  beforeMs: number,
): AsyncGenerator<number> {
  for (let after = "", ids = await store.clientIds(after, clientsAtOnce); ids.length > 0;) {
    for (const id of ids) {
      for (let pruned = batchRows; pruned === batchRows;) yield (pruned = await store.prune(id, beforeMs, batchRows));
      after = id;
    }
    ids = await store.clientIds(after, clientsAtOnce);
  }
}
