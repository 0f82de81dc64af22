/**
 * The sweep: settles what dead processes left, within the contract's ten seconds, and forgets what has outlived its
 * retention. It never sends anything (contract §4.4). Nothing goes by age unless the time has just been confirmed.
 */
import type { AuditEvent } from "../audit/port.ts";
import type { ServiceClock } from "../clock/service-clock.ts";
import type { ConnectSessionStore, SessionOwner } from "../connect/port.ts";
import type { IdempotencyStore } from "../idempotency/port.ts";
import type { Platform } from "../platform.ts";
import type { InHand } from "./in-hand.ts";
import { leaseDefaults } from "./lease.ts";
import { createOwnerWatch, type OwnerWatch } from "./owner-watch.ts";
import type { ExecutionStore, OwnerStore, SweptCount } from "./port.ts";

const dayMs = 86_400_000;

/** When the sweep runs and what it lets go, in milliseconds. */
export type SweepTimes = {
  everyMs: number;
  executionsKeptMs: number;
  sessionsKeptMs: number;
  answersKeptMs: number;
  tombstonesKeptMs: number;
};

/** As contract §1.14 and §4.9 have it: replays 30 days, tombstones 400, executions 90, sessions 30. */
export const sweepDefaults: SweepTimes = {
  everyMs: 1000,
  executionsKeptMs: 90 * dayMs,
  sessionsKeptMs: 30 * dayMs,
  answersKeptMs: 30 * dayMs,
  tombstonesKeptMs: 400 * dayMs,
};

/** What the sweep works on. */
export type SweepDeps = {
  executions: Pick<ExecutionStore, "sweep" | "openOf" | "giveUp" | "restoreLost" | "prune">;
  owners: Pick<OwnerStore, "living">;
  idempotency: IdempotencyStore;
  connectSessions: Pick<ConnectSessionStore, "sweep">;
  /** Makes the event of a session that the sweep found past its time. */
  sessionExpired: (session: SessionOwner) => AuditEvent;
  clock: Pick<ServiceClock, "confirmed">;
  platform: Pick<Platform, "uptimeMs">;
  /** The present owner of this process. */
  ownerId: () => string;
  /** What this process works on. */
  inHand: InHand;
  times: SweepTimes;
  /** Told what was settled, of dead processes or of this one. */
  onSettled: (count: SweptCount, whose: "dead" | "own") => void;
  /** Told that a sweep failed; the next one is tried all the same. */
  onFailure: (error: unknown) => void;
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
  if (time === null) return;
  const dropBefore = time.cutoffMs(deps.times.sessionsKeptMs);
  await deps.connectSessions.sweep(time.nowMs, dropBefore, batchRows, deps.sessionExpired);
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

/** Rows that go in one transaction: a request that comes meanwhile waits for so many at most. */
const pruneRows = 200;
/** Between two of them, so that what is let go never takes more than its part of a machine. */
const prunePauseMs = 20;

/** What pruning works with. */
export type PruneDeps = Pick<SweepDeps, "clock" | "times"> & {
  executions: Pick<ExecutionStore, "prune">;
  idempotency: Pick<IdempotencyStore, "prune">;
};

/**
 * Lets go all that has outlived its retention, in small transactions.
 * @param pause comes between two of them; it gives false where the rest is to wait for the next time.
 */
export async function pruneAll(
  { executions, idempotency, clock, times }: PruneDeps,
  pause: () => Promise<boolean>,
): Promise<void> {
  const time = await clock.confirmed();
  if (time === null) return;
  // Up to the last that went there are only those that stay, and nobody knows how many.
  let beyond = "";
  const steps = [
    async () => {
      const { count, last } = await executions.prune(time.cutoffMs(times.executionsKeptMs), pruneRows, beyond);
      beyond = last;
      return count;
    },
    () =>
      idempotency.prune({
        answersBefore: time.cutoffMs(times.answersKeptMs),
        tombstonesBefore: time.cutoffMs(times.tombstonesKeptMs),
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

/** How many sweeps there are to one round of pruning. */
const pruneEveryRounds = 60;

/** Sweeps at once, then every `everyMs`, and prunes now and then. Stop it before the store closes. */
export async function startSweeper(deps: SweepDeps): Promise<{ stop(): Promise<void> }> {
  // A pause that is far longer than a round is not the time of others.
  const watch = createOwnerWatch({ silentMs: leaseDefaults.leaseMs, pauseMaxMs: deps.times.everyMs * 1.5 });
  await sweepOnce(deps, watch);
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
    running ??= sweepOnce(deps, watch)
      .catch(deps.onFailure)
      .finally(() => {
        running = null;
      });
    if (rounds % pruneEveryRounds !== 0) return;
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
      // The last chance of what could not be written; afterwards its owner has ended.
      await deps.inHand.writeUnwritten();
    },
  };
}
