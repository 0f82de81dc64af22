/**
 * `svc-server failover`: shows whether the database is the accepted one, and accepts one that failed over or was
 * replaced.
 */
import { dayMs, hourMs } from "../../domain/clock/units.ts";
import type { FenceStore } from "../../domain/failover/port.ts";
import { writesState } from "../../domain/failover/status.ts";
import { timestamp } from "../../domain/clock/timestamp.ts";
import type { OperatorDeployment } from "./environment.ts";
import { OperatorFailure, UsageFailure, readTime } from "./io.ts";

/** Options of `failover accept`. */
export type AcceptOptions = { since?: string; undatedUntil?: string; nothingLost?: boolean };

/**
 * Accepts the database in its current state.
 * @throws OperatorFailure if there is nothing to accept, or options are missing or invalid.
 */
export async function acceptFailover(deployment: OperatorDeployment, options: AcceptOptions): Promise<object> {
  const { platform } = deployment;
  const nowMs = platform.nowMs();
  const keys = parseKeyCutoff(options, nowMs);
  const fence = closedFence(deployment);
  const reading = await fence.read();
  if (writesState(reading).writes === "open") {
    throw new OperatorFailure("There is nothing to accept: the servers already accept this database.");
  }
  const details = {
    since: keys === null ? "" : timestamp(keys.since),
    undatedUntil: keys === null ? "" : timestamp(keys.undatedUntil),
    from: reading.row.timeline,
    to: reading.facts.timeline,
    epoch: reading.row.epoch + 1,
  };
  const ended = await fence.accept(reading, {
    keys: keys === null ? null : { before: nowMs, undatedUntil: keys.undatedUntil },
    recorded: { type: "failover.accepted", data: details },
  });
  if (ended === null) throw new OperatorFailure(changedMeanwhile);
  const accepted = { accepted: true, ...details, keysBefore: keys === null ? null : timestamp(nowMs), ...ended };
  return keys === null ? accepted : { ...accepted, checkNext };
}

/** The message if the fence changed while an operator accepted the database. */
export const changedMeanwhile = "The database changed in the meantime: check it again, then accept it.";

/** Null if the operator says that nothing was lost. */
function parseKeyCutoff(options: AcceptOptions, nowMs: number): { since: number; undatedUntil: number } | null {
  const { since, undatedUntil, nothingLost = false } = options;
  if (nothingLost) {
    if (since === undefined && undatedUntil === undefined) return null;
    throw new UsageFailure("--nothing-lost can't be combined with other options.");
  }
  if (since === undefined || undatedUntil === undefined) {
    const suggested = `--since ${since ?? timestamp(nowMs - hourMs)} --undated-until ${undatedUntil ?? timestamp(nowMs + dayMs)}`;
    throw new UsageFailure(
      `Specify since when writes may be lost, and until when to refuse keys without a time, such as: svc-server failover accept ${suggested}`,
    );
  }
  const times = {
    since: readTime("--since", since, nowMs),
    undatedUntil: readTime("--undated-until", undatedUntil, nowMs),
  };
  if (times.since > nowMs) throw new UsageFailure("--since is in the future.");
  return times;
}

function closedFence({ fence }: OperatorDeployment): FenceStore {
  if (fence === null) throw new OperatorFailure("SQLite doesn't fail over: there is nothing to accept.");
  return fence;
}

/** What the database can't tell after it went back in time, and the operator has to look at. */
export const checkNext: readonly string[] = [
  "service keys, service clients and operator tokens that were revoked since: revoke them",
  "policies, and keys that were narrowed since: set them",
  "connections that were disconnected and tenants that were deleted since: disconnect and delete them",
];
