/**
 * Caches recently used connections, so that the next request needs no lookup. An entry may be out of date: the claim
 * checks it in the database (port.ts), so a disconnect, reconnect or deletion on any replica takes effect immediately.
 */
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { Platform } from "../../platform.ts";
import type { ConnectionRef } from "./port.ts";

/** A cache of connections with their sealed credentials. */
export type ConnectionCache = {
  /** Returns the connection from its last lookup; null if that was too long ago, or if there was none. */
  get(ref: ConnectionRef): ConnectionWithCredential | null;
  /** Stores the result of a lookup. Only an active connection is kept; anything else removes the entry. */
  set(ref: ConnectionRef, found: ConnectionWithCredential | null): void;
};

/** Lifetime of an entry after its lookup, in milliseconds. */
const keptForMs = 10_000;
/** A sealed credential is a few hundred bytes. */
const entriesMax = 1000;

/** Creates an empty cache. */
export function createConnectionCache({ monotonicMs }: Pick<Platform, "monotonicMs">): ConnectionCache {
  const entries = new Map<string, { found: ConnectionWithCredential; untilMs: number }>();
  return {
    get(ref) {
      const entry = entries.get(keyOf(ref));
      return entry !== undefined && monotonicMs() < entry.untilMs ? entry.found : null;
    },
    set(ref, found) {
      const nowMs = monotonicMs();
      const key = keyOf(ref);
      entries.delete(key);
      // Entries are in insertion order, so the first ones expire first.
      for (const [oldest, { untilMs }] of entries) {
        if (nowMs < untilMs && entries.size < entriesMax) break;
        entries.delete(oldest);
      }
      if (found !== null && found.connection.status === "active" && found.record !== null) {
        entries.set(key, { found, untilMs: nowMs + keptForMs });
      }
    },
  };
}

/** Ids come from the caller and may contain any text. Including their lengths gives different refs different keys. */
function keyOf({ clientId, tenantId, connectionId }: ConnectionRef): string {
  return `${clientId.length}.${tenantId.length}.${clientId}${tenantId}${connectionId}`;
}
