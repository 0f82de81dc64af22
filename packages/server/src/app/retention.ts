/** How long the server keeps what grows with use: one row for each kind of data. */
import { setTimeout as pause } from "node:timers/promises";
import { pruneTrail, type StoppedChain } from "../domain/audit/retention.ts";
import type { Signing } from "../domain/audit/signed.ts";
import type { ConfirmedTime, ServiceClock } from "../domain/clock/service-clock.ts";
import { dayMs, hourMs, minuteMs } from "../domain/clock/units.ts";
import type { Config } from "./config.ts";
import { pruneEvents } from "../domain/events/retention.ts";
import type { Store } from "../domain/store/port.ts";
import type { BackgroundWork } from "../domain/telemetry/port.ts";

/** What has a retention. */
export type Retained = "executions" | "answers" | "keys" | "sessions" | "flows" | "audit events" | "events";

/** One kind of data. */
export type RetentionRow = {
  what: Retained;
  keptForMs: number;
  everyMs: number;
  /** What its failures are counted as. */
  work: BackgroundWork;
  /** Deletes in small transactions what is from before a time. Yields the number of rows that each of them deleted. */
  prune: (beforeMs: number, nowMs: number) => AsyncIterable<number>;
};

/** The configured retention periods. */
export type RetentionDays = Pick<
  Config,
  "executionRetentionDays" | "sessionRetentionDays" | "auditRetentionDays" | "eventRetentionDays"
>;

/** What the table prunes. */
export type RetentionParts = {
  store: Pick<Store, "executions" | "idempotency" | "connectSessions" | "oauthFlows" | "audit" | "events">;
  signing: Signing;
  /** Is given the chains of the audit trail that don't verify and so keep their events, after every run. */
  onStopped: (chains: readonly StoppedChain[]) => void;
};

/** Rows that one transaction deletes at most: a request that comes meanwhile waits no longer than that takes. */
const batchRows = 200;

/** The retention of everything (contract §1 and §4). An unresolved unknown outcome and its key stay for good. */
export function retentionTable(days: RetentionDays, { store, signing, onStopped }: RetentionParts): RetentionRow[] {
  const { executions, idempotency, connectSessions, oauthFlows, audit, events } = store;
  const often = { everyMs: minuteMs, work: "sweep" } as const;
  return [
    {
      ...often,
      what: "executions",
      keptForMs: days.executionRetentionDays * dayMs,
      async *prune(before) {
        // Up to the last id that was deleted only those are left that stay, and there may be many.
        for (let beyond = "", count = batchRows; count === batchRows;) {
          ({ count, last: beyond } = await executions.prune(before, batchRows, beyond));
          yield count;
        }
      },
    },
    {
      ...often,
      what: "answers",
      keptForMs: 30 * dayMs,
      prune: (before) => batches((limit) => idempotency.prune({ answersBefore: before, tombstonesBefore: 0, limit })),
    },
    {
      ...often,
      what: "keys",
      keptForMs: 400 * dayMs,
      prune: (before) => batches((limit) => idempotency.prune({ answersBefore: 0, tombstonesBefore: before, limit })),
    },
    {
      ...often,
      what: "sessions",
      keptForMs: days.sessionRetentionDays * dayMs,
      prune: (before) => batches((limit) => connectSessions.prune(before, limit)),
    },
    {
      ...often,
      what: "flows",
      // So long its pages can say what happened.
      keptForMs: hourMs,
      prune: (before) => batches((limit) => oauthFlows.prune(before, limit)),
    },
    {
      what: "audit events",
      keptForMs: days.auditRetentionDays * dayMs,
      everyMs: hourMs,
      work: "retention",
      prune: (before, at) => pruneTrail({ trail: audit, signing, onStopped }, { before, at }),
    },
    {
      what: "events",
      keptForMs: days.eventRetentionDays * dayMs,
      everyMs: hourMs,
      work: "event_retention",
      prune: (before) => pruneEvents(events, before),
    },
  ];
}

async function* batches(prune: (limit: number) => Promise<number>): AsyncGenerator<number> {
  for (let count = batchRows; count === batchRows;) yield (count = await prune(batchRows));
}

/** Between two transactions, so that pruning never takes more than its part of a machine. */
const pauseMs = 20;

/**
 * Prunes one kind of data. Nothing is deleted while the clock has jumped.
 * @param stopping ends it after the present transaction.
 */
export async function prune(
  { keptForMs, prune: steps }: Pick<RetentionRow, "keptForMs" | "prune">,
  clock: Pick<ServiceClock, "confirmed">,
  stopping: AbortSignal,
): Promise<void> {
  const time: ConfirmedTime | null = await clock.confirmed();
  if (time === null) return;
  for await (const count of steps(time.cutoffMs(keptForMs), time.nowMs)) {
    if (count > 0) await pause(pauseMs);
    if (stopping.aborted) return;
  }
}
