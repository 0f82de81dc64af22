/**
 * Places where something was lately executed. A request whose place is known here does without its look-up: its claim says
 * whether all is still so (port.ts), so what was disconnected, renewed or deleted meanwhile is seen at once, on every replica.
 */
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { Platform } from "../platform.ts";
import type { ExecutePlace } from "./port.ts";

/** Connections as they were looked up, with their sealed credentials. */
export type PlaceMemory = {
  /** What was looked up there; null where that is not known or too long ago. */
  recall(place: ExecutePlace): ConnectionWithCredential | null;
  /** Notes what a look-up has just found there; null for no connection. */
  note(place: ExecutePlace, found: ConnectionWithCredential | null): void;
};

/** How long a place is known after its look-up, in milliseconds. Whether it is still so is the claim's to say, not this. */
const keptForMs = 10_000;
/** A sealed credential is a few hundred bytes. */
const placesMax = 1000;

/** An empty memory. */
export function createPlaceMemory({ monotonicMs }: Pick<Platform, "monotonicMs">): PlaceMemory {
  const kept = new Map<string, { found: ConnectionWithCredential; untilMs: number }>();
  return {
    recall(place) {
      const name = nameOf(place);
      const known = kept.get(name);
      if (known === undefined) return null;
      if (monotonicMs() < known.untilMs) return known.found;
      kept.delete(name);
      return null;
    },
    note(place, found) {
      const nowMs = monotonicMs();
      const name = nameOf(place);
      kept.delete(name);
      // What was noted first ends first.
      for (const [oldest, { untilMs }] of kept) {
        if (nowMs < untilMs && kept.size < placesMax) break;
        kept.delete(oldest);
      }
      if (found !== null && found.connection.status === "active" && found.record !== null) {
        kept.set(name, { found, untilMs: nowMs + keptForMs });
      }
    },
  };
}

/** Ids that a caller made up may hold any text, so the parts are told apart by their lengths. */
function nameOf({ clientId, tenantId, connectionId }: ExecutePlace): string {
  return `${clientId.length}.${tenantId.length}.${clientId}${tenantId}${connectionId}`;
}
