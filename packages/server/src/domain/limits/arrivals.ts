/**
 * Request bodies that are still arriving. Their total size and number are limited. At a limit, the request that has
 * been arriving longest is cut off, not the new one: a normal body is complete within milliseconds and is never the
 * oldest for long, while a client that sends half a body and waits loses its own requests.
 */

/** The limits on concurrently arriving requests. A single sender gets half of each. */
export type ArrivalLimits = { requestsMax: number; bytesMax: number };

/**
 * 32 MiB is enough for 128 of the largest bodies. An arriving request also holds its head, up to about 100 KiB if it
 * has many small fields, so 1,024 of them stay far below the process's 512 MiB in deploy/.
 */
export const arrivalDefaults: ArrivalLimits = { requestsMax: 1024, bytesMax: 32 * 1024 * 1024 };

/** An arriving body. */
export type Arrival = {
  /** Counts bytes that were received and are held. */
  received(bytes: number): void;
  /** Ends the count when the body is complete or abandoned. Can be called repeatedly. */
  end(): void;
};

/** The arriving bodies. */
export type Arrivals = {
  /**
   * Starts counting a body.
   * @param sender the known sender: the service client, or the address of an unauthenticated caller.
   * @param cut called at most once, if this body has to make room; it is no longer counted then.
   */
  begin(sender: string, cut: () => void): Arrival;
  now(): { requests: number; bytes: number };
};

type Entry = { sender: string; bytes: number; cut: () => void };
/** A sum over entries, which the Set keeps in order of arrival. */
type Count = { entries: Set<Entry>; bytes: number };

/** Creates the count. */
export function createArrivals({ requestsMax, bytesMax }: ArrivalLimits = arrivalDefaults): Arrivals {
  const all: Count = { entries: new Set(), bytes: 0 };
  const senders = new Map<string, Count>();
  const remove = (entry: Entry): boolean => {
    if (!all.entries.delete(entry)) return false;
    all.bytes -= entry.bytes;
    const own = senders.get(entry.sender);
    own?.entries.delete(entry);
    if (own !== undefined) own.bytes -= entry.bytes;
    if (own?.entries.size === 0) senders.delete(entry.sender);
    return true;
  };
  const fit = (count: Count, share: number): void => {
    while (count.entries.size > requestsMax * share || count.bytes > bytesMax * share) {
      const [oldest] = count.entries;
      if (oldest === undefined || !remove(oldest)) return;
      oldest.cut();
    }
  };
  const fitAll = (own: Count): void => {
    fit(own, 0.5);
    fit(all, 1);
  };
  return {
    begin(sender, cut) {
      const entry: Entry = { sender, bytes: 0, cut };
      const own = senders.get(sender) ?? { entries: new Set(), bytes: 0 };
      senders.set(sender, own);
      all.entries.add(entry);
      own.entries.add(entry);
      fitAll(own);
      return {
        received(bytes) {
          if (!all.entries.has(entry)) return;
          for (const count of [entry, own, all]) count.bytes += bytes;
          fitAll(own);
        },
        end: () => void remove(entry),
      };
    },
    now: () => ({ requests: all.entries.size, bytes: all.bytes }),
  };
}
