/**
 * The sweep: settles what dead processes left, within the contract's ten seconds, and expires Connect sessions. It never sends
 * anything (contract §4.4), and expires nothing unless the time has just been confirmed.
 */
import type { AuditEvent } from "../audit/port.ts";
import type { ServiceClock } from "../clock/service-clock.ts";
import type { ConnectSessionStore, SessionOwner } from "../connect-sessions/port.ts";
import type { IdempotencyStore } from "../idempotency/port.ts";
import type { Platform } from "../../platform.ts";
import type { InHand } from "./in-hand.ts";
import { leaseTimes } from "./lease.ts";
import { createOwnerWatch, type OwnerWatch } from "./owner-watch.ts";
import type { ExecutionStore, OwnerStore, SweptCount } from "./port.ts";

/** How often the sweep runs, in milliseconds. */
export const sweepEveryMs = 1000;

/** What the sweep works on. */
export type SweepDeps = {
  executions: Pick<ExecutionStore, "sweep" | "openOf" | "giveUp" | "restoreLost">;
  owners: Pick<OwnerStore, "living">;
  idempotency: Pick<IdempotencyStore, "releaseOfDeadOwners">;
  connectSessions: Pick<ConnectSessionStore, "sweep">;
  /** Makes the event of a session that the sweep found past its time. */
  sessionExpired: (session: SessionOwner) => AuditEvent;
  clock: Pick<ServiceClock, "confirmed">;
  platform: Pick<Platform, "uptimeMs">;
  /** The present owner of this process. */
  ownerId: () => string;
  /** What this process works on. */
  inHand: InHand;
  /** Told what was settled, of dead processes or of this one. */
  onSettled: (count: SweptCount, whose: "dead" | "own") => void;
};

/** Rows a statement touches at most, so that a sweep never holds the database for long. */
const batchRows = 500;

/** Settles once what nobody works on, and ends sessions that are past their time. @param watch what was seen of other owners. */
export async function sweepOnce(deps: SweepDeps, watch: OwnerWatch): Promise<void> {
  const { executions, ownerId, platform } = deps;
  const others = (await deps.owners.living()).filter((owner) => owner.ownerId !== ownerId());
  const silent = watch.look(others, platform.uptimeMs());
  tell(deps, await executions.sweep({ silent, limit: batchRows }), "dead");
  await settleOwn(deps);
  await deps.idempotency.releaseOfDeadOwners();
  const time = await deps.clock.confirmed();
  if (time !== null) await deps.connectSessions.sweep(time.nowMs, batchRows, deps.sessionExpired);
}

/**
 * Settles records of this very process that it does not work on: nobody else may, for their owner lives. What is open is read
 * first. A record is in hand before it is written, so that one which is found open and is not in hand has nobody behind it.
 */
async function settleOwn(deps: SweepDeps): Promise<void> {
  const { executions, inHand } = deps;
  await inHand.writeUnwritten();
  const ownerId = deps.ownerId();
  const leftOf = async (): Promise<string[]> => (await executions.openOf(ownerId)).filter((id) => !inHand.has(id));
  if ((await leftOf()).length === 0) return;
  // A database that failed over may show as open what this process has ended: what it knows comes first.
  await executions.restoreLost();
  const left = await leftOf();
  if (left.length > 0) tell(deps, await executions.giveUp(ownerId, left.slice(0, batchRows)), "own");
}

function tell({ onSettled }: SweepDeps, count: SweptCount, whose: "dead" | "own"): void {
  if (count.failed + count.unknown > 0) onSettled(count, whose);
}

/** Makes the sweep of a process, which the caller has to run every `sweepEveryMs`. */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  // A pause that is far longer than a round says nothing about other processes: this one may have stood still.
  const watch = createOwnerWatch({ silentMs: leaseTimes.leaseMs, pauseMaxMs: sweepEveryMs * 1.5 });
  return () => sweepOnce(deps, watch);
}
