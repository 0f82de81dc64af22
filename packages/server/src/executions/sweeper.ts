/**
 * The sweep: settles what dead processes left, within the contract's ten seconds, and forgets what has outlived its
 * retention. It never sends anything (contract §4, rule 4).
 */
import type { AuditEvent } from "../audit/port.ts";
import type { ConnectSessionStore, SessionOwner } from "../connect/port.ts";
import type { IdempotencyStore } from "../idempotency/port.ts";
import type { Platform } from "../platform.ts";
import type { ExecutionStore } from "./port.ts";

const dayMs = 86_400_000;

/** When the sweep runs and what it lets go, in milliseconds. */
export type SweepTimes = {
  everyMs: number;
  /** An attempt older than this that is still open has no process behind it, whoever owns it. */
  staleAfterMs: number;
  executionsKeptMs: number;
  sessionsKeptMs: number;
  answersKeptMs: number;
  tombstonesKeptMs: number;
};

/** Contract §1 and §4: replays 30 days, tombstones 400, executions 90, sessions 30. */
export const sweepDefaults: SweepTimes = {
  everyMs: 2000,
  staleAfterMs: 120_000,
  executionsKeptMs: 90 * dayMs,
  sessionsKeptMs: 30 * dayMs,
  answersKeptMs: 30 * dayMs,
  tombstonesKeptMs: 400 * dayMs,
};

/** What the sweep works on. */
export type SweepDeps = {
  executions: ExecutionStore;
  idempotency: IdempotencyStore;
  connectSessions: Pick<ConnectSessionStore, "sweep">;
  /** Makes the event of a session that the sweep found past its time. */
  sessionExpired: (session: SessionOwner) => AuditEvent;
  platform: Platform;
  /** The present owner of this process. */
  ownerId: () => string;
  times: SweepTimes;
  /** Told what was settled. */
  onSettled: (count: { failed: number; unknown: number }) => void;
  /** Told that a sweep failed; the next one is tried all the same. */
  onFailure: (error: unknown) => void;
};

/** Rows a statement touches at most, so that a sweep never holds the database for long. */
const batchRows = 500;

/** Settles and prunes once. */
export async function sweepOnce(deps: SweepDeps): Promise<void> {
  const { platform, times } = deps;
  const nowMs = platform.nowMs();
  const settled = await deps.executions.sweep({
    ownerId: deps.ownerId(),
    staleBefore: nowMs - times.staleAfterMs,
    limit: batchRows,
  });
  if (settled.failed + settled.unknown > 0) deps.onSettled(settled);
  await deps.idempotency.freeOfDeadOwners();
  await deps.connectSessions.sweep(nowMs, nowMs - times.sessionsKeptMs, batchRows, deps.sessionExpired);
}

/** Rows that go in one transaction: a request that comes meanwhile waits for so many at most. */
const pruneRows = 200;
/** Between two of them, so that what is let go never takes more than its part of a machine. */
const prunePauseMs = 20;

/**
 * Lets go all that has outlived its retention, in small transactions.
 * @param pause comes between two of them; it gives false where the rest is to wait for the next time.
 */
export async function pruneAll(
  { executions, idempotency, platform, times }: Pick<SweepDeps, "executions" | "idempotency" | "platform" | "times">,
  pause: () => Promise<boolean>,
): Promise<void> {
  const nowMs = platform.nowMs();
  // Up to the last that went there are only those that stay, and nobody knows how many.
  let beyond = "";
  const steps = [
    async () => {
      const { count, last } = await executions.prune(nowMs - times.executionsKeptMs, pruneRows, beyond);
      beyond = last;
      return count;
    },
    () =>
      idempotency.prune({
        answersBefore: nowMs - times.answersKeptMs,
        tombstonesBefore: nowMs - times.tombstonesKeptMs,
        limit: pruneRows,
      }),
  ];
  for (const step of steps) {
    for (let gone = pruneRows; gone >= pruneRows;) {
      gone = await step();
      if (!(await pause())) return;
    }
  }
}

/** Sweeps at once, then every `everyMs`; begins to prune each thirtieth time. Stop it before the store closes. */
export async function startSweeper(deps: SweepDeps): Promise<{ stop(): Promise<void> }> {
  await sweepOnce(deps);
  let running: Promise<void> | null = null;
  // Beside the sweep, which has to be in time however much is to be let go.
  let pruning: Promise<void> | null = null;
  let rounds = 0;
  let isStopping = false;
  const pause = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, prunePauseMs));
    return !isStopping;
  };
  const timer = setInterval(() => {
    rounds += 1;
    running ??= sweepOnce(deps)
      .catch(deps.onFailure)
      .finally(() => {
        running = null;
      });
    if (rounds % 30 !== 0) return;
    pruning ??= pruneAll(deps, pause)
      .catch(deps.onFailure)
      .finally(() => {
        pruning = null;
      });
  }, deps.times.everyMs);
  timer.unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
      await pruning;
    },
  };
}
