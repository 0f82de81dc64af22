/**
 * The one place that names the metrics. Whoever counts calls a function here and knows no name; what is asked only at a
 * scrape stands in `gauges.ts`.
 */
import { Counter, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { registerGauges } from "./gauges.ts";
import type { Metrics, Readings } from "../../domain/telemetry/port.ts";

/** Metrics that can be read. */
export type MetricsRegistry = {
  metrics: Metrics;
  /** From now on a scrape asks this process too. */
  watch(readings: Readings): void;
  /** Everything, in the text format of Prometheus. */
  text(): Promise<string>;
  contentType: string;
  /** Every name that a scrape can hold, with the series of histograms. */
  names(): readonly string[];
};

/** Seconds. The contract's deadline of a provider call is 30. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Makes an empty registry. @param deps.version of this program. @param deps.nowMs the wall clock. */
export function createMetricsRegistry(deps: { version: string; nowMs: () => number }): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const later = createLater();
  const metrics = createMetrics(registry, later.add);
  return {
    metrics,
    watch: (readings) => registerGauges(registry, readings, deps),
    text: () => {
      later.catchUp();
      return registry.metrics();
    },
    contentType: registry.contentType,
    names: () => registry.getMetricsAsArray().flatMap(({ name, type }) => seriesOf(name, String(type))),
  };
}

// Some hundred microseconds of work.
const waitingMax = 64;

/**
 * What every request counts is counted for many at once, and before anybody reads it: one by one each would fetch all that
 * counting needs into the processor's caches anew.
 */
function createLater(): { add(count: () => void): void; catchUp(): void } {
  let waiting: (() => void)[] = [];
  const catchUp = (): void => {
    const counts = waiting;
    waiting = [];
    for (const count of counts) count();
  };
  return {
    add(count) {
      waiting.push(count);
      if (waiting.length >= waitingMax) catchUp();
    },
    catchUp,
  };
}

/** prom-client gives the type as text or as a number, by version. */
function seriesOf(name: string, type: string): string[] {
  return type === "histogram" || type === "summary" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

/** @param later takes what each request counts. */
function createMetrics(registry: Registry, later: (count: () => void) => void): Metrics {
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
  const durations = (name: string, help: string, labelNames: readonly string[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: secondsBuckets, registers: [registry] });
  const requests = durations("svc_http_request_duration_seconds", "Requests by route template and status class.", [
    "method",
    "route",
    "status",
  ]);
  const problems = counter("svc_http_problems_total", "Problems that were answered, by code.", ["code"]);
  const shed = counter("svc_http_requests_shed_total", "Requests refused before they were read, by shortage.", [
    "reason",
  ]);
  const executions = counter("svc_executions_total", "Attempts that reached their end, by what they came to.", [
    "provider",
    "action",
    "status",
  ]);
  const failures = counter("svc_execution_failures_total", "Attempts that did not succeed, by error code.", [
    "provider",
    "code",
  ]);
  const executionSeconds = durations("svc_execution_duration_seconds", "Attempts from claim to settled record.", [
    "provider",
    "status",
  ]);
  const exchangeSeconds = durations("svc_provider_exchange_duration_seconds", "Single exchanges with providers.", [
    "provider",
    "service",
    "method",
    "outcome",
  ]);
  const refreshes = counter("svc_credential_refreshes_total", "Renewals of OAuth credentials, by result.", [
    "provider",
    "result",
  ]);
  const sessions = counter("svc_connect_sessions_ended_total", "Connect sessions that ended, by how.", ["end"]);
  const swept = counter("svc_executions_swept_total", "Records of dead processes that this one settled.", ["status"]);
  const altered = counter("svc_altered_rows_total", "Rows that were found changed by another program.", ["table"]);
  const background = counter("svc_background_failures_total", "Work beside requests that failed.", ["what"]);
  return {
    request: ({ method, route, status, seconds }) =>
      later(() => requests.observe({ method, route, status: classOf(status) }, seconds)),
    problem: (code) => problems.inc({ code }),
    shed: (reason) => shed.inc({ reason }),
    execution: ({ provider, action, status, code, seconds }) =>
      later(() => {
        executions.inc({ provider, action, status });
        executionSeconds.observe({ provider, status }, seconds);
        if (code !== "") failures.inc({ provider, code });
      }),
    exchange: ({ seconds, ...labels }) => later(() => exchangeSeconds.observe(labels, seconds)),
    refresh: (provider, result) => refreshes.inc({ provider, result }),
    connectSession: (end) => sessions.inc({ end }),
    swept({ failed, unknown }) {
      swept.inc({ status: "failed" }, failed);
      swept.inc({ status: "outcome_unknown" }, unknown);
    },
    alteredRow: (table) => altered.inc({ table }),
    backgroundFailure: (what) => background.inc({ what }),
  };
}

/** `2xx` and so on; `aborted` where the caller was gone before the answer was. */
function classOf(status: number | null): string {
  return status === null ? "aborted" : `${Math.floor(status / 100)}xx`;
}
