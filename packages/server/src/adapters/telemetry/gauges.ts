/** The gauges: values that are read at each scrape. */
import { Gauge, type Registry } from "prom-client";
import type { Readings, UnknownOutcomes } from "../../domain/telemetry/port.ts";

/** One series per value of its label; a single series without a label. */
type Series = { name: string; help: string; label?: string; read: () => Reading | Promise<Reading> };
type Reading = number | readonly (readonly [label: string, value: number])[];

/** Registers the gauges. Each is read at every scrape. @param deps.nowMs the wall clock. */
export function registerGauges(
  registry: Registry,
  readings: Readings,
  deps: { version: string; nowMs: () => number },
): void {
  for (const series of [...seriesOf(readings, deps), ...sqliteSeriesOf(readings), ...unknownSeriesOf(readings, deps)]) {
    registry.registerMetric(gaugeOf(series));
  }
}

function gaugeOf({ name, help, label, read }: Series): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    async collect() {
      const reading = await read();
      if (typeof reading === "number") {
        this.set(reading);
        return;
      }
      this.reset();
      for (const [value, count] of reading) this.set({ [label ?? ""]: value }, count);
    },
  });
}

function seriesOf(readings: Readings, { version }: { version: string }): Series[] {
  return [
    { name: "svc_build_info", help: "1, with the version.", label: "version", read: () => [[version, 1]] },
    {
      name: "svc_ready",
      help: "1 while the server accepts requests, 0 once it is stopping.",
      read: () => Number(readings.isReady()),
    },
    {
      name: "svc_http_requests_in_flight",
      help: "Requests in progress.",
      read: readings.requestsInFlight,
    },
    {
      name: "svc_executions_in_flight",
      help: "Executions in progress in this process.",
      read: readings.executionsInFlight,
    },
    {
      name: "svc_open_looks",
      help: "Unknown outcomes that svc still looks for.",
      read: readings.openLooks,
    },
    {
      name: "svc_database_waiting",
      help: "Statements waiting for a database connection.",
      read: readings.databaseWaiting,
    },
    {
      name: "svc_event_loop_delay_seconds",
      help: "Event loop delay, as used for load shedding.",
      read: () => readings.loopDelayMs() / 1000,
    },
    {
      name: "svc_lease_age_seconds",
      help: "Time since the lease was last extended. Above 5, nothing is sent.",
      read: () => readings.leaseAgeMs() / 1000,
    },
    {
      name: "svc_writes_stopped",
      help: "1 while no writes are sent because the database failed over or has no synchronous standby.",
      read: () => Number(readings.fence().closed !== null || readings.fence().lacksSync),
    },
    {
      name: "svc_database_loses_on_failover",
      help: "1 while PostgreSQL replicates asynchronously, so a failover can lose the latest commits.",
      read: () => Number(readings.fence().mode === "asynchronous"),
    },
    {
      name: "svc_clock_jumped",
      help: "1 after a clock jump until an operator accepts it. Retention is paused meanwhile.",
      read: () => Number(readings.clock().jump !== null),
    },
    {
      name: "svc_clock_offset_seconds",
      help: "How far service time is ahead of the raw clock.",
      read: () => readings.clock().offsetMs / 1000,
    },
    {
      name: "svc_audit_retention_stopped",
      help: "By reason: journals without retention because they were altered; 1 if the last run failed.",
      label: "reason",
      read: () => Object.entries(readings.auditRetentionStopped()),
    },
    {
      name: "svc_background_failing",
      help: "1 for a background task whose last run failed.",
      label: "what",
      read: () => readings.failingTasks().map((task) => [task, 1]),
    },
    {
      name: "svc_circuit_open",
      help: "1 for a provider whose circuit breaker is open.",
      label: "provider",
      read: () => readings.openCircuits().providers.map((provider) => [provider, 1]),
    },
    {
      name: "svc_circuit_open_connections",
      help: "Connections whose circuit breaker is open.",
      read: () => readings.openCircuits().connections,
    },
  ];
}

function sqliteSeriesOf({ sqliteLogBytes }: Readings): Series[] {
  if (sqliteLogBytes === null) return [];
  return [{ name: "svc_sqlite_wal_bytes", help: "Size of SQLite's write-ahead log.", read: sqliteLogBytes }];
}

/** How long the database's response about unknown outcomes is reused, in milliseconds. */
const reusedForMs = 10_000;

function unknownSeriesOf({ unknownOutcomes }: Readings, { nowMs }: { nowMs: () => number }): Series[] {
  let known: readonly UnknownOutcomes[] = [];
  let askedAt = -reusedForMs;
  let asking = Promise.resolve();
  const ask = async (): Promise<readonly UnknownOutcomes[]> => {
    if (nowMs() - askedAt >= reusedForMs) {
      askedAt = nowMs();
      // Keeps the last known values if the database doesn't answer, so that an alert doesn't clear.
      asking = unknownOutcomes().then(
        (response) => void (known = response),
        () => undefined,
      );
    }
    await asking;
    return known;
  };
  return [
    {
      name: "svc_unknown_outcomes",
      help: "Unresolved unknown outcomes. Every replica reports the same number.",
      label: "provider",
      read: async () => (await ask()).map(({ provider, count }) => [provider, count]),
    },
    {
      name: "svc_unknown_outcome_oldest_seconds",
      help: "Age of the oldest unresolved unknown outcome.",
      label: "provider",
      read: async () => (await ask()).map(({ provider, oldestAt }) => [provider, (nowMs() - oldestAt) / 1000]),
    },
  ];
}
