/**
 * The metrics and spans that the server reports, and the work in progress that they belong to. None of them can contain
 * data from a caller or provider.
 */
import type { FenceState } from "../failover/judge.ts";
import type { ClockState } from "../clock/service-clock.ts";
import { AsyncLocalStorage } from "node:async_hooks";

/** Attributes of a span: ids, codes, numbers, and names from this program. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span in progress. */
export type Span = {
  /** 32 hexadecimal digits; null if the span is not exported. */
  readonly traceId: string | null;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed with a code. */
  fail(code: string): void;
  end(): void;
  /** Starts a child span. */
  child(kind: "internal" | "client", name: string, attributes: SpanAttributes): Span;
};

/** Starts spans. */
export type Tracing = {
  /** @param traceparent the caller's header (W3C Trace Context); a malformed one starts a new trace. */
  begin(name: string, attributes: SpanAttributes, traceparent: string | undefined): Span;
  /** Exports the remaining spans, within a few seconds. Does not throw. */
  stop(): Promise<void>;
};

/** The final status of a Connect session. */
type SessionEnding = "completed" | "failed" | "cancelled" | "expired";

/** The metrics. Every label is from a fixed set; none is a path, an id or a caller's name. */
export type Metrics = {
  /**
   * A finished request.
   * @param request.route the template, never the URL.
   * @param request.status null if it was aborted.
   */
  request(request: { method: string; route: string; status: number | null; seconds: number }): void;
  /** An error response, by code. */
  problem(code: string): void;
  /** A request refused under load, by the resource that was short. */
  shed(reason: string): void;
  /** A settled attempt. @param attempt.code "" if it succeeded. */
  execution(attempt: { provider: string; action: string; status: string; code: string; seconds: number }): void;
  /** One exchange with a provider. @param exchange.outcome a status class, or why there was none. */
  exchange(exchange: { provider: string; service: string; method: string; outcome: string; seconds: number }): void;
  /** A refresh of an OAuth credential. */
  refresh(provider: string, result: string): void;
  connectSession(ending: SessionEnding): void;
  /** Records of dead processes that a sweep has settled. */
  swept(settled: { failed: number; unknown: number }): void;
  /** A write whose outcome became known. @param settled.basis "" unless evidence settled it. */
  settlement(settled: { by: "response" | "evidence" | "person"; basis: string }): void;
  /** The time from a dispatch to its settlement by evidence. */
  settledAfter(provider: string, seconds: number): void;
  /** A late response that contradicts a settlement by evidence. */
  contradiction(): void;
  /** A delivery of a provider's event, or its record for one connection. @param provider its slug; "" if unknown. */
  providerEvent(provider: string, result: ProviderEventResult): void;
  /** A row that was tampered with, or couldn't be read. */
  alteredRow(table: string): void;
  /** Background work that failed and will be retried. */
  backgroundFailure(what: BackgroundWork): void;
};

/**
 * How a delivery ended: not signed, a secret that an operator waited for, of no declared type, not readable, for no
 * connection; or, for each connection, recorded, already known, or disconnected in the meantime.
 */
export type ProviderEventResult =
  "unverified" | "offered" | "ignored" | "unreadable" | "unmatched" | "recorded" | "known" | "disconnected";

/** The names under which failures of background work are counted. */
export const backgroundWorks = [
  "lease",
  "sweep",
  "looks",
  "proposals",
  "retention",
  "event_retention",
  "webhooks",
  "traces",
  "key_expiry",
  "clock",
  "failover",
  "oauth_apps",
  "described_providers",
  "provider_checks",
] as const;

/** The kinds of background work. */
export type BackgroundWork = (typeof backgroundWorks)[number];

/** The values that a scrape reads from the process. */
export type Readings = {
  requestsInFlight(): number;
  executionsInFlight(): number;
  /** The providers with an open circuit breaker, and the number of connections with one. */
  openCircuits(): { providers: readonly string[]; connections: number };
  databaseWaiting(): number;
  loopDelayMs(): number;
  leaseAgeMs(): number;
  /** The state of the failover watch. */
  fence(): FenceState;
  /** The state of the service clock. */
  clock(): ClockState;
  /** How many journals retention skips because they don't verify, and 1 if its last run failed. */
  auditRetentionStopped(): Readonly<Record<"altered" | "failed", number>>;
  /** The background tasks whose last run failed. */
  failingTasks(): readonly string[];
  /** The size of SQLite's write-ahead log in bytes; null on PostgreSQL. */
  sqliteLogBytes: (() => number) | null;
  isReady(): boolean;
  /** Returns the number of unknown outcomes that svc still looks for. */
  openLooks(): Promise<number>;
  /** Returns the unresolved unknown outcomes, by provider. Times are milliseconds since the epoch. */
  unknownOutcomes(): Promise<readonly UnknownOutcomes[]>;
};

/** The unresolved unknown outcomes of one provider. */
export type UnknownOutcomes = { provider: string; count: number; oldestAt: number };

const nothing = (): void => undefined;

/** Counts nothing. */
export const noMetrics: Metrics = {
  request: nothing,
  problem: nothing,
  shed: nothing,
  execution: nothing,
  exchange: nothing,
  refresh: nothing,
  connectSession: nothing,
  swept: nothing,
  settlement: nothing,
  settledAfter: nothing,
  contradiction: nothing,
  providerEvent: nothing,
  alteredRow: nothing,
  backgroundFailure: nothing,
};

const noSpan: Span = { traceId: null, set: nothing, fail: nothing, end: nothing, child: () => noSpan };

/** Traces nothing. */
export const noTracing: Tracing = { begin: () => noSpan, stop: async () => undefined };

/** The known ids for a unit of work. Nothing else about it is logged this way. */
export type WorkIds = {
  requestId?: string;
  tenant_id?: string;
  connection_id?: string;
  execution_id?: string;
  trace_id?: string;
};

/** A unit of work. Ids that become known later are added to `ids`. */
export type Work = { readonly ids: WorkIds; readonly span: Span };

/** The work in progress. */
export type WorkScope = {
  run<T>(work: Work, run: () => T): T;
  /** Null outside any work, for example in a timer. */
  current(): Work | null;
};

/** Creates the scope of one process. */
export function createWorkScope(): WorkScope {
  const storage = new AsyncLocalStorage<Work>();
  return { run: (work, run) => storage.run(work, run), current: () => storage.getStore() ?? null };
}
