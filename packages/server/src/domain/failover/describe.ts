/** Stopped writes and what a failover can lose, in words: for callers, logs, readiness and the console. */
import type { FenceState, ReplicationMode } from "./judge.ts";
import type { FenceReason } from "./port.ts";

const reasons: Readonly<Record<FenceReason, string>> = {
  failed_over: "The database failed over and may have lost acknowledged writes.",
  went_back: "The database is older than it was.",
  another_database: "The database is another one than this service has used.",
};

/** Returns the error detail for a refused write; null while writes are accepted. */
export function closedDetail({ closed, lacksSync }: FenceState): string | null {
  if (closed !== null)
    return `${reasons[closed]} Nothing was sent. Your operator has to run svc-server failover status.`;
  if (lacksSync)
    return "The database has no synchronous standby, and this service writes only with one. Nothing was sent.";
  return null;
}

/** Why writes are stopped and what an operator does next; null while they go on. */
export function stoppedAdvice({ closed, lacksSync }: FenceState): string | null {
  if (closed !== null) {
    return (
      `${reasons[closed]} Nothing is sent until an operator accepts it: run svc-server failover status, then ` +
      "svc-server failover accept (docs/self-hosting.md, High availability)."
    );
  }
  if (lacksSync) {
    return (
      "PostgreSQL's commits wait for no standby, and SVC_REQUIRE_SYNC_REPLICATION is true. Set synchronous_standby_names; " +
      "writes then go on by themselves."
    );
  }
  return null;
}

/** What an operator should know of a database that replicates like this; null if nothing can be lost. */
export function replicationAdvice(mode: ReplicationMode): string | null {
  if (mode === "asynchronous") {
    return (
      "PostgreSQL replicates asynchronously: a failover can lose the last writes that it acknowledged. Writes stop then until " +
      "an operator accepts the failover (docs/self-hosting.md, High availability)."
    );
  }
  if (mode === "degraded") return "PostgreSQL waits for a synchronous standby, and none is connected: no write passes.";
  return null;
}
