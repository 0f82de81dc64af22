/**
 * The sweep settles records of dead processes within the contract's ten seconds, expires Connect sessions, and reports
 * expiring credentials. It never calls a provider (contract §4.4), and expires nothing unless the time was just
 * confirmed. An owner is dead if its heartbeat count has stopped increasing: the clocks of two machines are never
 * compared, and time without observations doesn't count.
 *
 * The executions that this process is working on are in hand, so that its sweep can distinguish them from abandoned
 * records. Settlements that the store did not accept in time are kept there too, and retried until they are written.
 */
import type { ServiceClock } from "../clock/service-clock.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { ConnectSessionStore } from "../connect-sessions/port.ts";
import type { IdempotencyStore } from "../idempotency/port.ts";
import type { Platform } from "../../platform.ts";
import { leaseTimes } from "./lease.ts";
import type { ExecutionStore, OwnerBeats, OwnerStore, SweptCount } from "./port.ts";

/** How often the sweep runs, in milliseconds. */
export const sweepEveryMs = 1000;

/** Dependencies of a sweep. */
export type SweepDeps = {
  executions: Pick<ExecutionStore, "sweep" | "openOf" | "giveUp" | "restoreLost">;
  owners: Pick<OwnerStore, "living">;
  idempotency: Pick<IdempotencyStore, "releaseOfDeadOwners">;
  connectSessions: Pick<ConnectSessionStore, "sweep">;
  /** Called with the number of sessions that expired. */
  onExpired: (sessions: number) => void;
  connections: Pick<ConnectionStore, "sweepExpiry">;
  clock: Pick<ServiceClock, "confirmed">;
  platform: Pick<Platform, "uptimeMs">;
  /** Returns the current owner id of this process. */
  ownerId: () => string;
  /** The records that this process is working on. */
  inHand: InHand;
  /** Called with the number of settled records, of dead processes or of this one. */
  onSettled: (count: SweptCount, whose: "dead" | "own") => void;
};

/** The maximum number of rows per statement, so that a sweep never locks the database for long. */
const batchRows = 500;

/** Settles abandoned records once, and expires sessions and credentials. @param watch observations of other owners. */
export async function sweepOnce(deps: SweepDeps, watch: OwnerWatch): Promise<void> {
  const { executions, ownerId, platform } = deps;
  const others = (await deps.owners.living()).filter((owner) => owner.ownerId !== ownerId());
  const silent = watch.look(others, platform.uptimeMs());
  tell(deps, await executions.sweep({ silent, limit: batchRows }), "dead");
  await settleOwn(deps);
  await deps.idempotency.releaseOfDeadOwners();
  const time = await deps.clock.confirmed();
  if (time === null) return;
  deps.onExpired(await deps.connectSessions.sweep(time.nowMs, batchRows));
  await deps.connections.sweepExpiry(time.nowMs, batchRows);
}

/**
 * Settles open records of this process that it isn't working on. No other process may, because their owner is alive. An
 * execution is in hand before its record is written, so an open record that isn't in hand was abandoned.
 */
async function settleOwn(deps: SweepDeps): Promise<void> {
  const { executions, inHand } = deps;
  await inHand.writeUnwritten();
  const ownerId = deps.ownerId();
  const leftOf = async (): Promise<string[]> => (await executions.openOf(ownerId)).filter((id) => !inHand.has(id));
  if ((await leftOf()).length === 0) return;
  // After a failover the database may show settled records as open, so first restore what this process knows.
  await executions.restoreLost();
  const left = await leftOf();
  if (left.length > 0) tell(deps, await executions.giveUp(ownerId, left.slice(0, batchRows)), "own");
}

function tell({ onSettled }: SweepDeps, count: SweptCount, whose: "dead" | "own"): void {
  if (count.failed + count.unknown > 0) onSettled(count, whose);
}

/** Creates the sweep of a process. Run it every `sweepEveryMs`. */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  // A pause much longer than the interval says nothing about other processes: this one may have been suspended.
  const watch = createOwnerWatch({ silentMs: leaseTimes.leaseMs, pauseMaxMs: sweepEveryMs * 1.5 });
  return () => sweepOnce(deps, watch);
}

/** How long an owner may be silent, and the most that counts between two observations, in milliseconds. */
export type WatchTimes = { silentMs: number; pauseMaxMs: number };

/** The observations of one sweeper. */
export type OwnerWatch = {
  /**
   * Records an observation of the owners that have not ended.
   * @param nowMs this machine's uptime.
   * @returns the owners whose heartbeat count hasn't increased for longer than `silentMs`.
   */
  look(living: readonly OwnerBeats[], nowMs: number): OwnerBeats[];
};

/** Creates a watch without observations. */
export function createOwnerWatch({ silentMs, pauseMaxMs }: WatchTimes): OwnerWatch {
  let seen = new Map<string, { beats: number; silentForMs: number }>();
  let lookedAtMs: number | null = null;
  return {
    look(living, nowMs) {
      // During a long pause the whole machine may have been suspended, so most of the pause doesn't count.
      const pauseMs = lookedAtMs === null ? 0 : Math.min(nowMs - lookedAtMs, pauseMaxMs);
      lookedAtMs = nowMs;
      const next = living.map(({ ownerId, beats }) => {
        const before = seen.get(ownerId);
        return { ownerId, beats, silentForMs: before?.beats === beats ? before.silentForMs + pauseMs : 0 };
      });
      seen = new Map(next.map(({ ownerId, ...what }) => [ownerId, what]));
      return next.flatMap(({ silentForMs, ...owner }) => (silentForMs > silentMs ? [owner] : []));
    },
  };
}

/** The executions in hand. */
export type InHand = {
  /** Adds an execution. Call it before the claim, so that an open record of this process is always in hand. */
  take(id: string): void;
  /** Removes an execution, once its settlement is written. */
  release(id: string): void;
  has(id: string): boolean;
  /** Keeps a settlement that couldn't be written. @param write tries once; rejects if the store doesn't respond. */
  keepUnwritten(id: string, write: () => Promise<unknown>): void;
  /** Retries the unwritten settlements and stops at the first failure. Never rejects. */
  writeUnwritten(): Promise<void>;
};

/** Creates an empty set. */
export function createInHand(): InHand {
  const working = new Set<string>();
  const unwritten = new Map<string, () => Promise<unknown>>();
  return {
    take: (id) => void working.add(id),
    release: (id) => void working.delete(id),
    has: (id) => working.has(id) || unwritten.has(id),
    keepUnwritten: (id, write) => void unwritten.set(id, write),
    async writeUnwritten() {
      for (const [id, write] of unwritten) {
        try {
          await write();
        } catch {
          // The store isn't responding, so the others would fail too.
          return;
        }
        unwritten.delete(id);
      }
    },
  };
}
