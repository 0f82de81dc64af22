/**
 * This process's heartbeat. While the lease holds, nobody else settles our records; when it does not, nothing is sent.
 * The end of the lease is kept on the monotonic clock, counted from before the beat was asked for, so that a process
 * that slept wakes up knowing that it is late (contract §4.4). An owner that another process has ended never beats again:
 * this process goes on under a new name, and what it had begun under the old one is the sweep's.
 */
import type { Platform } from "../platform.ts";
import type { OwnerStore } from "./port.ts";

/** The lease of one server process. */
export type Lease = {
  /** The present owner's name; another one after a lease was lost. */
  ownerId(): string;
  /** Whether this owner's lease holds now; asked immediately before a first byte. */
  holds(ownerId: string): boolean;
  /** Milliseconds since it was last renewed, counted as `holds` counts. */
  ageMs(): number;
  /** Ends the heartbeat and the owner. */
  stop(): Promise<void>;
};

/** How long a lease is and how often it is renewed, in milliseconds. */
export type LeaseTimes = { leaseMs: number; renewEveryMs: number };

/** The contract's five seconds at most, renewed each second. */
export const leaseDefaults: LeaseTimes = { leaseMs: 5000, renewEveryMs: 1000 };

/**
 * Takes the lease and keeps renewing it.
 * @param deps.newOwnerId a name that no process has had.
 * @param deps.onRenewFailure told when a renewal failed, without the error's text; the next one is tried all the same.
 */
export async function startLease(deps: {
  store: OwnerStore;
  platform: Platform;
  newOwnerId: () => string;
  times: LeaseTimes;
  onRenewFailure: (error: unknown) => void;
}): Promise<Lease> {
  const { store, platform, times } = deps;
  let owner = deps.newOwnerId();
  let holdsUntilMs = 0;
  const begin = async (name: string): Promise<void> => {
    const askedAt = platform.monotonicMs();
    await store.begin(name);
    owner = name;
    holdsUntilMs = askedAt + times.leaseMs;
  };
  const renew = async (): Promise<void> => {
    const askedAt = platform.monotonicMs();
    if (await store.beat(owner)) {
      holdsUntilMs = askedAt + times.leaseMs;
      return;
    }
    // Its records may be settled by now, so it sends nothing more, also while a new name is not to be had.
    holdsUntilMs = 0;
    await begin(deps.newOwnerId());
  };
  await begin(owner);
  let renewing: Promise<void> | null = null;
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch(deps.onRenewFailure)
      .finally(() => {
        renewing = null;
      });
  }, times.renewEveryMs);
  timer.unref();
  return {
    ownerId: () => owner,
    holds: (ownerId) => ownerId === owner && platform.monotonicMs() < holdsUntilMs,
    ageMs: () => platform.monotonicMs() - (holdsUntilMs - times.leaseMs),
    async stop() {
      clearInterval(timer);
      await renewing;
      holdsUntilMs = 0;
      await store.end(owner);
    },
  };
}
