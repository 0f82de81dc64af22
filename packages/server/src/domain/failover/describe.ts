/** Describes stopped writes, and what a failover can lose, for callers, logs, readiness and the console. */
import type { FenceState, ReplicationMode } from "./judge.ts";
import type { FenceReason } from "./port.ts";

const reasons: Readonly<Record<FenceReason, string>> = {
  failed_over: "The database failed over and may have lost acknowledged writes.",
  went_back: "The database went back to an earlier state.",
  another_database: "This isn't the database that this service has used so far.",
};

const acceptAnyway = "svc-server failover accept (docs/self-hosting.md, High availability)";
const acceptRestored = `after a restore svc-server idempotency-keys expire (docs/backup.md), else ${acceptAnyway}`;

/** The command by which an operator accepts the database. */
const acceptingCommand: Readonly<Record<FenceReason, string>> = {
  failed_over: acceptAnyway,
  went_back: acceptRestored,
  another_database: acceptRestored,
};

/** The error detail for a write that the database refused before this process knew why. */
export const notAcceptedDetail =
  "The database failed over, went back or was replaced, and it isn't known yet whether it lost writes. Nothing was sent.";

/** Returns the error detail for a refused write; null while writes are accepted. */
export function closedDetail({ closed, lacksSync }: FenceState): string | null {
  if (closed !== null) return `${reasons[closed]} Nothing was sent. Your operator must run svc-server failover status.`;
  if (lacksSync)
    return "The database has no synchronous standby, which this service requires for writes. Nothing was sent.";
  return null;
}

/** What the doctor says about stopped writes: what is wrong, and how to fix it, without their periods. */
export function stoppedFinding(reason: FenceReason): { detail: string; remedy: string } {
  return {
    detail: `writes are stopped: ${reasons[reason].replace(/\.$/, "")}`,
    remedy:
      "run svc-server failover status; after a restore, svc-server idempotency-keys expire; after a failover, svc-server failover accept",
  };
}

/** Returns why writes are stopped and what an operator must do; null while they are accepted. */
export function stoppedAdvice({ closed, lacksSync }: FenceState): string | null {
  if (closed !== null) {
    return (
      `${reasons[closed]} Nothing is sent until an operator accepts this database: run svc-server failover status, then ` +
      `${acceptingCommand[closed]}.`
    );
  }
  if (lacksSync) {
    return (
      "SVC_REQUIRE_SYNC_REPLICATION is true, but PostgreSQL's commits don't wait for a standby. Set " +
      "synchronous_standby_names; writes then resume automatically."
    );
  }
  return null;
}

/** Returns what an operator should know about this replication mode; null if a failover loses nothing. */
export function replicationAdvice(mode: ReplicationMode): string | null {
  if (mode === "asynchronous") {
    return (
      "PostgreSQL replicates asynchronously: a failover can lose the last writes that it acknowledged. Writes then stop " +
      "until an operator accepts the failover (docs/self-hosting.md, High availability)."
    );
  }
  if (mode === "degraded")
    return "PostgreSQL waits for a synchronous standby, but none is connected, so no write can commit.";
  return null;
}
