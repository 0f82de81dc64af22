/**
 * Connections on which something was executed lately, so that the next request needs no look-up. An entry may be out of
 * date: the claim checks it in the database (port.ts), so a disconnect, reconnect or deletion on any replica takes effect at once.
 */
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { Platform } from "../../platform.ts";
import type { ConnectionRef } from "./port.ts";

/** Connections as they were looked up, with their sealed credentials. */
export type ConnectionCache = {
  /** The connection as it was last looked up; null if that was too long ago or never. */
  get(ref: ConnectionRef): ConnectionWithCredential | null;
  /** Stores what a look-up has found. Only an active connection is kept; anything else removes the entry. */
  set(ref: ConnectionRef, found: ConnectionWithCredential | null): void;
};

/** Lifetime of an entry after its look-up, in milliseconds. */
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
      // Entries are in the order in which they were set, so the first ones expire first.
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

/** Ids come from the caller and may hold any text; their lengths keep different refs from having the same key. */
function keyOf({ clientId, tenantId, connectionId }: ConnectionRef): string {
  return `${clientId.length}.${tenantId.length}.${clientId}${tenantId}${connectionId}`;
}
