/** Deletes events that have outlived their retention, in small transactions, so that no log is held for long. */
import type { EventStore } from "./port.ts";

const batchRows = 500;
const clientsAtOnce = 100;

/** Deletes the events from before a time. Yields the number of events that each transaction deleted. */
export async function* pruneEvents(
  store: Pick<EventStore, "clientIds" | "prune">,
  beforeMs: number,
): AsyncGenerator<number> {
  for (let after = "", ids = await store.clientIds(after, clientsAtOnce); ids.length > 0;) {
    for (const id of ids) {
      for (let gone = batchRows; gone === batchRows;) yield (gone = await store.prune(id, beforeMs, batchRows));
      after = id;
    }
    ids = await store.clientIds(after, clientsAtOnce);
  }
}
