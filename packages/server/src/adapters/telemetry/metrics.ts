/**
 * Defines the metrics by name. The rest of the server calls these functions; values read only at a scrape are in
 * `gauges.ts`.
 */
import { Counter, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { registerGauges } from "./gauges.ts";
import { backgroundWorks, type Metrics, type Readings } from "../../domain/telemetry/port.ts";

/** Metrics, and their output. */
export type MetricsRegistry = {
  metrics: Metrics;
  /** Adds the gauges that read this process. */
  watch(readings: Readings): void;
  /** All metrics in Prometheus's text format. */
  text(): Promise<string>;
  contentType: string;
  /** Every name that a scrape can contain, including the series of histograms. */
  names(): readonly string[];
};

/** In seconds: from a look inside the call to the last one, a day later. */
const settlementBuckets = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 900, 3600, 21_600, 86_400];

/** In seconds. A provider call's deadline is 30 (contract §4.5). */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates an empty registry. @param deps.version this program's version. @param deps.nowMs the wall clock. */
export function createMetricsRegistry(deps: { version: string; nowMs: () => number }): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges whose names say that they are counters, which `promtool check metrics` refuses. Each is also there by type.
  for (const kind of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const deferred = createDeferred();
  const metrics = createMetrics(registry, deferred.add);
  return {
    metrics,
    watch: (readings) => registerGauges(registry, readings, deps),
    text: () => {
      deferred.runAll();
      return registry.metrics();
    },
    contentType: registry.contentType,
    names: () => registry.getMetricsAsArray().flatMap(({ name, type }) => seriesOf(name, String(type))),
  };
}

// A few hundred microseconds of work.
const waitingMax = 64;

/**
 * Delays counting so that it runs for many requests together, and before a scrape. Counting request by request would
 * load its code and data into the processor's caches each time.
 */
function createDeferred(): { add(count: () => void): void; runAll(): void } {
  let waiting: (() => void)[] = [];
  const runAll = (): void => {
    const counts = waiting;
    waiting = [];
    for (const count of counts) count();
  };
  return {
    add(count) {
      waiting.push(count);
      if (waiting.length >= waitingMax) runAll();
    },
    runAll,
  };
}

/** prom-client's type is text or a number, depending on its version. */
function seriesOf(name: string, type: string): string[] {
  return type === "histogram" || type === "summary" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

/** @param defer runs a request's counting later. */
function createMetrics(registry: Registry, defer: (count: () => void) => void): Metrics {
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
  const durations = (name: string, help: string, labelNames: readonly string[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: secondsBuckets, registers: [registry] });
  const requests = durations("svc_http_request_duration_seconds", "Duration of requests by route and status class.", [
    "method",
    "route",
    "status",
  ]);
  const problems = counter("svc_http_problems_total", "Error responses by code.", ["code"]);
  const shed = counter("svc_http_requests_shed_total", "Requests shed before they were read, by reason.", ["reason"]);
  const executions = counter("svc_executions_total", "Finished attempts by status.", ["provider", "action", "status"]);
  const failures = counter("svc_execution_failures_total", "Failed attempts by error code.", ["provider", "code"]);
  const executionSeconds = durations(
    "svc_execution_duration_seconds",
    "Duration of attempts, from claim to settlement.",
    ["provider", "status"],
  );
  const exchangeSeconds = durations("svc_provider_exchange_duration_seconds", "Duration of requests to providers.", [
    "provider",
    "service",
    "method",
    "outcome",
  ]);
  const refreshes = counter("svc_credential_refreshes_total", "Refreshes of OAuth credentials by result.", [
    "provider",
    "result",
  ]);
  const sessions = counter("svc_connect_sessions_ended_total", "Ended Connect sessions by outcome.", ["end"]);
  const swept = counter("svc_executions_swept_total", "Executions of dead processes that this one settled.", [
    "status",
  ]);
  const settlements = counter("svc_settlements_total", "Outcomes of changing actions that became known.", [
    "by",
    "basis",
  ]);
  const settlementSeconds = new Histogram({
    name: "svc_settlement_duration_seconds",
    help: "Time from the dispatch of a changing request to its settlement by evidence.",
    labelNames: ["provider"],
    buckets: settlementBuckets,
    registers: [registry],
  });
  const contradictions = counter(
    "svc_settlements_contradicted_total",
    "Late answers that contradict what evidence settled.",
    [],
  );
  const providerEvents = counter(
    "svc_provider_events_total",
    "Deliveries of providers' events by result; recorded, known and disconnected count once per connection.",
    ["provider", "result"],
  );
  const altered = counter("svc_altered_rows_total", "Database rows found altered by another program.", ["table"]);
  const background = counter("svc_background_failures_total", "Failed background tasks.", ["what"]);
  // From 0, so that an alert sees the first failure as an increase.
  for (const what of backgroundWorks) background.inc({ what }, 0);
  return {
    request: ({ method, route, status, seconds }) =>
      defer(() => requests.observe({ method, route, status: classOf(status) }, seconds)),
    problem: (code) => problems.inc({ code }),
    shed: (reason) => shed.inc({ reason }),
    execution: ({ provider, action, status, code, seconds }) =>
      defer(() => {
        executions.inc({ provider, action, status });
        executionSeconds.observe({ provider, status }, seconds);
        if (code !== "") failures.inc({ provider, code });
      }),
    exchange: ({ seconds, ...labels }) => defer(() => exchangeSeconds.observe(labels, seconds)),
    refresh: (provider, result) => refreshes.inc({ provider, result }),
    connectSession: (end) => sessions.inc({ end }),
    swept({ failed, unknown }) {
      swept.inc({ status: "failed" }, failed);
      swept.inc({ status: "outcome_unknown" }, unknown);
    },
    settlement: (settled) => defer(() => settlements.inc(settled)),
    settledAfter: (provider, seconds) => settlementSeconds.observe({ provider }, seconds),
    contradiction: () => contradictions.inc(),
    providerEvent: (provider, result) => providerEvents.inc({ provider, result }),
    alteredRow: (table) => altered.inc({ table }),
    backgroundFailure: (what) => background.inc({ what }),
  };
}

/** `2xx` and so on; `aborted` if the caller disconnected before the response. */
function classOf(status: number | null): string {
  return status === null ? "aborted" : `${Math.floor(status / 100)}xx`;
}
