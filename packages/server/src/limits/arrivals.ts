/**
 * Bodies that are still arriving. Their bytes and their number are bounded, and where a bound is reached the request that
 * has been arriving longest is cut off, not the one that comes: an honest body is whole within milliseconds and is never the
 * oldest for long, while whoever sends half a body and waits pays for the room with every new one.
 */

/** What may be arriving at once. A sender alone has half of each. */
export type ArrivalLimits = { requestsMax: number; bytesMax: number };

/**
 * 32 MiB are 128 of the largest bodies. A request that arrives also holds its head, up to about 100 KiB where it has many
 * small fields, so 1,024 of them stay far below the 512 MiB that deploy/ gives the process.
 */
export const arrivalDefaults: ArrivalLimits = { requestsMax: 1024, bytesMax: 32 * 1024 * 1024 };

/** A body on its way. */
export type Arrival = {
  /** Counts bytes that came and are held. */
  received(bytes: number): void;
  /** It is whole, or given up. Called once or more often. */
  end(): void;
};

/** The bodies that are arriving. */
export type Arrivals = {
  /**
   * Begins to count one.
   * @param sender who is known to send it: the service client, or for a stranger the address.
   * @param cut called, once at most, where it has to make room. It is counted no more then.
   */
  begin(sender: string, cut: () => void): Arrival;
  now(): { requests: number; bytes: number };
};

type Entry = { sender: string; bytes: number; cut: () => void };
/** A sum over entries, which a Set keeps in the order in which they came. */
type Count = { entries: Set<Entry>; bytes: number };

/** Makes the count. */
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
