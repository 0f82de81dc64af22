/** What the rest of the server tells telemetry: counts, and spans. Nothing in it can hold what a caller or provider sent. */

import type { FenceState } from "../failover/judge.ts";
import type { ClockStanding } from "../clock/service-clock.ts";

/** Attributes of a span: ids, codes, names of this program, and numbers. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span under way. */
export type Span = {
  /** 32 hexadecimal digits; null where this span goes nowhere. */
  readonly traceId: string | null;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed, by a code. */
  fail(code: string): void;
  end(): void;
  /** Begins a span beneath it. */
  child(kind: "internal" | "client", name: string, attributes: SpanAttributes): Span;
};

/** Where spans begin. */
export type Tracing = {
  /** @param traceparent the caller's header (W3C Trace Context); whatever is malformed begins a new trace. */
  begin(name: string, attributes: SpanAttributes, traceparent: string | undefined): Span;
  /** Sends what is left, for a few seconds at most. Does not throw. */
  stop(): Promise<void>;
};

/** How a Connect session ended. */
export type SessionEnding = "completed" | "failed" | "cancelled" | "expired";

/** What is counted. Every word is one of a set that the program knows; none is a path, an id or a name of a caller. */
export type Metrics = {
  /** A request that is over. @param request.route the template, never the URL. @param request.status null: nobody took it. */
  request(request: { method: string; route: string; status: number | null; seconds: number }): void;
  /** A problem that was answered, by its code. */
  problem(code: string): void;
  /** A request that the gate refused, by what the process was short of. */
  shed(reason: string): void;
  /** An attempt that reached its end. @param attempt.code "" where it succeeded. */
  execution(attempt: { provider: string; action: string; status: string; code: string; seconds: number }): void;
  /** One exchange with a provider. @param exchange.outcome a status class, or why there was none. */
  exchange(exchange: { provider: string; service: string; method: string; outcome: string; seconds: number }): void;
  /** A renewal of an OAuth credential. */
  refresh(provider: string, result: string): void;
  connectSession(ending: SessionEnding): void;
  /** Records of dead processes that a sweep settled. */
  swept(settled: { failed: number; unknown: number }): void;
  /** A row that was found to be changed by somebody else than this program, or that could not be read. */
  alteredRow(table: "credentials" | "connect_sessions"): void;
  /** Work of the process beside requests that failed and will be tried again. */
  backgroundFailure(what: BackgroundWork): void;
};

/** What the process does beside requests. */
export type BackgroundWork =
  "lease" | "sweep" | "retention" | "event_retention" | "webhooks" | "traces" | "key_expiry" | "clock" | "failover";

/** What a scrape asks of the process. */
export type Readings = {
  requestsInFlight(): number;
  executionsInFlight(): number;
  /** Providers whose circuit breaker is open, and how many connections' are. */
  openCircuits(): { providers: readonly string[]; connections: number };
  databaseWaiting(): number;
  loopDelayMs(): number;
  leaseAgeMs(): number;
  /** What the watch for failovers found. */
  fence(): FenceState;
  /** How the service clock stands. */
  clock(): ClockStanding;
  /** Chains of the audit trail whose retention has stopped because they do not verify. */
  auditChainsStopped(): number;
  /** Bytes of SQLite's write-ahead log; null on PostgreSQL, which has no such series. */
  sqliteLogBytes: (() => number) | null;
  isReady(): boolean;
  /** Unknown outcomes that nobody has settled, by provider; times are milliseconds since the epoch. */
  unknownOutcomes(): Promise<readonly UnknownOutcomes[]>;
};

/** The unsettled unknown outcomes of one provider. */
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
  alteredRow: nothing,
  backgroundFailure: nothing,
};

const noSpan: Span = { traceId: null, set: nothing, fail: nothing, end: nothing, child: () => noSpan };

/** Traces nothing. */
export const noTracing: Tracing = { begin: () => noSpan, stop: async () => undefined };
