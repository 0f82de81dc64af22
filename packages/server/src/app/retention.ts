/** How long the server keeps data that grows with use: one row for each kind. */
import { setTimeout as pause } from "node:timers/promises";
import { grantMs } from "../domain/agent-sign-in/deps.ts";
import { pruneTrail, type StoppedChain, pruneEvents } from "../domain/journal/retention.ts";
import type { Signing } from "../domain/journal/signed.ts";
import type { ConfirmedTime, ServiceClock } from "../domain/clock/service-clock.ts";
import { dayMs, hourMs, minuteMs } from "../domain/clock/units.ts";
import type { Config } from "./config.ts";
import type { Platform } from "../platform.ts";
import type { Store } from "../domain/database/port.ts";
import type { BackgroundWork } from "../domain/telemetry/port.ts";

/** The kinds of data with a retention period. */
export type Retained =
  | "executions"
  | "proposals"
  | "responses"
  | "keys"
  | "sessions"
  | "flows"
  | "sign-ins"
  | "hosts"
  | "assertions"
  | "tokens"
  | "audit events"
  | "events"
  | "received events";

/** One kind of data. */
export type RetentionRow = {
  what: Retained;
  keptForMs: number;
  everyMs: number;
  /** The name under which its failures are counted. */
  work: BackgroundWork;
  /** Deletes rows older than a time in small transactions, and yields the number of rows that each one deleted. */
  prune: (beforeMs: number, nowMs: number) => AsyncIterable<number>;
};

/** The configured retention periods. */
export type RetentionDays = Pick<
  Config,
  "executionRetentionDays" | "sessionRetentionDays" | "auditRetentionDays" | "eventRetentionDays"
>;

/** Dependencies of {@link retentionTable}. */
export type RetentionParts = {
  store: Pick<
    Store,
    | "executions"
    | "idempotency"
    | "proposals"
    | "connectSessions"
    | "oauthFlows"
    | "delegatedTokens"
    | "agentSignIn"
    | "audit"
    | "events"
    | "providerEvents"
  >;
  signing: Signing;
  platform: Pick<Platform, "monotonicMs">;
  /** Called after every run with the journals that don't verify and therefore keep their events. */
  onStopped: (chains: readonly StoppedChain[]) => void;
};

/** The maximum number of rows per transaction, so that a concurrent request waits only briefly. */
const batchRows = 200;

/**
 * Returns the retention of everything (contract §1 and §4). Unresolved unknown outcomes and their keys are never
 * deleted.
 */
export function retentionTable(
  days: RetentionDays,
  { store, signing, platform, onStopped }: RetentionParts,
): RetentionRow[] {
  const {
    executions,
    proposals,
    idempotency,
    connectSessions,
    oauthFlows,
    delegatedTokens,
    agentSignIn,
    audit,
    events,
    providerEvents,
  } = store;
  const often = { everyMs: minuteMs, work: "sweep" } as const;
  return [
    {
      ...often,
      what: "executions",
      keptForMs: days.executionRetentionDays * dayMs,
      async *prune(before) {
        // Skip the rows up to the last deleted id: they stay, and there may be many.
        for (let beyond = "", count = batchRows; count === batchRows;) {
          ({ count, last: beyond } = await executions.prune(before, batchRows, beyond));
          yield count;
        }
      },
    },
    {
      ...often,
      what: "proposals",
      keptForMs: days.executionRetentionDays * dayMs,
      prune: (before) => batches((limit) => proposals.prune(before, limit)),
    },
    {
      ...often,
      what: "responses",
      keptForMs: 30 * dayMs,
      prune: (before) => batches((limit) => idempotency.prune({ responsesBefore: before, tombstonesBefore: 0, limit })),
    },
    {
      ...often,
      what: "keys",
      keptForMs: 400 * dayMs,
      prune: (before) => batches((limit) => idempotency.prune({ responsesBefore: 0, tombstonesBefore: before, limit })),
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
      // Until then, its pages can tell the user what happened.
      keptForMs: hourMs,
      prune: (before) => batches((limit) => oauthFlows.prune(before, limit)),
    },
    {
      ...often,
      what: "sign-ins",
      // Until then, a code that is used twice is recognized.
      keptForMs: dayMs,
      prune: (before) => batches((limit) => agentSignIn.prune(before, limit)),
    },
    {
      ...often,
      what: "hosts",
      // A sign-in lasts as long. Afterwards its host can register again.
      keptForMs: grantMs,
      prune: (before) => batches((limit) => agentSignIn.pruneHosts(before, limit)),
    },
    {
      ...often,
      what: "assertions",
      // Counted from their expiry, after which they are refused anyway.
      keptForMs: minuteMs,
      prune: (before) => batches((limit) => agentSignIn.pruneAssertions(before, limit)),
    },
    {
      ...often,
      what: "tokens",
      // Counted from their expiry, so that a list still shows who held one.
      keptForMs: 30 * dayMs,
      prune: (before) => batches((limit) => delegatedTokens.prune(before, limit)),
    },
    {
      what: "audit events",
      keptForMs: days.auditRetentionDays * dayMs,
      everyMs: hourMs,
      work: "retention",
      prune: (before, at) => pruneTrail({ trail: audit, signing, platform, onStopped }, { before, at }),
    },
    {
      what: "events",
      keptForMs: days.eventRetentionDays * dayMs,
      everyMs: hourMs,
      work: "event_retention",
      prune: (before) => pruneEvents({ trail: audit, events }, before),
    },
    {
      ...often,
      what: "received events",
      // Until then, a delivery that the provider repeats is recognized.
      keptForMs: days.eventRetentionDays * dayMs,
      prune: (before) => batches((limit) => providerEvents.prune(before, limit)),
    },
  ];
}

async function* batches(prune: (limit: number) => Promise<number>): AsyncGenerator<number> {
  for (let count = batchRows; count === batchRows;) yield (count = await prune(batchRows));
}

/** The pause between two transactions, so that pruning leaves room for requests. */
const pauseMs = 20;

/**
 * Prunes one kind of data. Nothing is deleted while the clock has jumped.
 * @param stopping ends it after the current transaction.
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
