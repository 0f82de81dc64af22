/**
 * This process's heartbeat. While the lease holds, no other process settles our records; once it has ended, nothing is sent.
 * The end of the lease is kept on the monotonic clock, counted from before the beat was asked for, so that a process
 * that slept wakes up knowing that it is late (contract §4.4). An owner that another process has ended never beats again:
 * this process continues under a new name, and the sweep settles what it began under the old one.
 */
import type { Platform } from "../../platform.ts";
import type { LoadedDigests } from "./loaded-providers.ts";
import type { OwnerStore } from "./port.ts";

/** The lease of one server process. */
export type Lease = {
  /** Returns the current owner's name, which changes after a lease is lost. */
  ownerId(): string;
  /** Whether this owner's lease holds now; checked immediately before the first byte. */
  holds(ownerId: string): boolean;
  /** Milliseconds since it was last renewed, counted as `holds` counts. */
  ageMs(): number;
  /** Proves once more that this process lives; as a new owner if another process has ended this one. @throws StoreError */
  renew(): Promise<void>;
  /** Ends the owner: from now on nothing is sent. */
  end(): Promise<void>;
};

/** How long a lease is (the contract allows five seconds) and how often it is renewed, in milliseconds. */
export const leaseTimes = { leaseMs: 5000, renewEveryMs: 1000 } as const;

/**
 * Takes a lease, which the caller has to renew every `renewEveryMs`.
 * @param deps.newOwnerId a name that no process has had.
 * @param deps.providers what this process has loaded besides the providers in the box.
 * @param deps.leaseMs how long it holds, in milliseconds.
 */
export async function takeLease(deps: {
  store: Pick<OwnerStore, "begin" | "beat" | "end">;
  platform: Platform;
  newOwnerId: () => string;
  providers?: LoadedDigests;
  leaseMs?: number;
}): Promise<Lease> {
  const { store, platform, providers = {}, leaseMs = leaseTimes.leaseMs } = deps;
  let owner = deps.newOwnerId();
  let holdsUntilMs = 0;
  const begin = async (name: string): Promise<void> => {
    const askedAt = platform.monotonicMs();
    await store.begin(name, providers);
    owner = name;
    holdsUntilMs = askedAt + leaseMs;
  };
  await begin(owner);
  return {
    ownerId: () => owner,
    holds: (ownerId) => ownerId === owner && platform.monotonicMs() < holdsUntilMs,
    ageMs: () => platform.monotonicMs() - (holdsUntilMs - leaseMs),
    async renew() {
      const askedAt = platform.monotonicMs();
      if (await store.beat(owner)) {
        holdsUntilMs = askedAt + leaseMs;
        return;
      }
      // Its records may be settled by now, so nothing more is sent, not even while no new owner can be written.
      holdsUntilMs = 0;
      await begin(deps.newOwnerId());
    },
    async end() {
      holdsUntilMs = 0;
      await store.end(owner);
    },
  };
}
