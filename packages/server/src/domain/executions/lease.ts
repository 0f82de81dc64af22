/**
 * This process's lease. While it is valid, no other process settles our records; once it has expired, nothing is sent.
 * Its expiry is on the monotonic clock and counts from before the heartbeat was sent, so a process that was suspended
 * notices on waking that its lease has expired (contract §4.4). An owner that another process declared dead stays dead:
 * this process continues as a new owner, and the sweep settles the executions it started under the old one.
 */
import type { Platform } from "../../platform.ts";
import type { LoadedDigests, OwnerStore } from "./port.ts";

/** The lease of one server process. */
export type Lease = {
  /** Returns the current owner id, which changes after a lease is lost. */
  ownerId(): string;
  /** Whether this owner's lease is valid now; checked immediately before the first byte is sent. */
  holds(ownerId: string): boolean;
  /** Milliseconds since the last renewal, measured on the same clock as `holds`. */
  ageMs(): number;
  /** Renews the lease; takes one as a new owner if another process declared this owner dead. @throws StoreError */
  renew(): Promise<void>;
  /** Ends the owner. Nothing is sent after this. */
  end(): Promise<void>;
};

/** The lease's duration (the contract allows five seconds) and how often it is renewed, in milliseconds. */
export const leaseTimes = { leaseMs: 5000, renewEveryMs: 1000 } as const;

/**
 * Takes a lease, which the caller must renew every `renewEveryMs`.
 * @param deps.newOwnerId returns an id that no process has used.
 * @param deps.providers the providers that this process has loaded besides the built-in ones.
 * @param deps.leaseMs the lease's duration, in milliseconds.
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
      // Another process may have settled its records, so nothing more is sent, even if the new owner can't be stored
      // yet.
      holdsUntilMs = 0;
      await begin(deps.newOwnerId());
    },
    async end() {
      holdsUntilMs = 0;
      await store.end(owner);
    },
  };
}

/** A provider that differs between processes: its digests, shortened and sorted, and how many processes lack it. */
export type ProviderDifference = { provider: string; digests: readonly string[]; without: number };

const shownDigits = 12;

/**
 * Compares the providers of all processes.
 * @returns those that differ, sorted; none if there is at most one process.
 */
export function differencesOf(processes: readonly LoadedDigests[]): ProviderDifference[] {
  const slugs = new Set(processes.flatMap((loaded) => Object.keys(loaded)));
  return [...slugs].sort().flatMap((provider) => {
    const found = processes.map((loaded) => (Object.hasOwn(loaded, provider) ? loaded[provider] : undefined));
    const digests = [...new Set(found.filter((digest) => digest !== undefined))].sort();
    const without = found.filter((digest) => digest === undefined).length;
    if (digests.length <= 1 && without === 0) return [];
    return [{ provider, digests: digests.map((digest) => digest.slice(0, shownDigits)), without }];
  });
}

/** Describes how a provider differs, in English. */
export function describeDifference({ provider, digests, without }: ProviderDifference): string {
  const files = digests.length > 1 ? `has other files in some processes (${digests.join(", ")})` : null;
  const absent = without > 0 ? `isn't loaded in ${without === 1 ? "one process" : `${without} processes`}` : null;
  return `${provider} ${[files, absent].filter((text) => text !== null).join(" and ")}`;
}
