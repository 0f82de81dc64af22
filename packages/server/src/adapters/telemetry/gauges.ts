/** What is asked of the process when it is scraped, with its names. */
import { Gauge, type Registry } from "prom-client";
import type { Readings, UnknownOutcomes } from "../../domain/telemetry/port.ts";

/** A series a value of its one label; without a label, one series. */
type Series = { name: string; help: string; label?: string; read: () => Reading | Promise<Reading> };
type Reading = number | readonly (readonly [label: string, value: number])[];

/** Registers the gauges; each is asked at every scrape. @param deps.nowMs the wall clock. */
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
      help: "1 while the server takes requests, 0 once it stops.",
      read: () => Number(readings.isReady()),
    },
    {
      name: "svc_http_requests_in_flight",
      help: "Requests that came in and are not done with.",
      read: readings.requestsInFlight,
    },
    {
      name: "svc_executions_in_flight",
      help: "Executions that run in this process.",
      read: readings.executionsInFlight,
    },
    {
      name: "svc_database_waiting",
      help: "Statements that wait for a connection to the database.",
      read: readings.databaseWaiting,
    },
    {
      name: "svc_event_loop_delay_seconds",
      help: "By how much the event loop is late, as shedding sees it.",
      read: () => readings.loopDelayMs() / 1000,
    },
    {
      name: "svc_lease_age_seconds",
      help: "Since the lease was last renewed; past 5 nothing is sent.",
      read: () => readings.leaseAgeMs() / 1000,
    },
    {
      name: "svc_writes_stopped",
      help: "1 while nothing is dispatched because the database failed over or has no synchronous standby.",
      read: () => Number(readings.fence().closed !== null || readings.fence().lacksSync),
    },
    {
      name: "svc_database_loses_on_failover",
      help: "1 while PostgreSQL replicates asynchronously: a failover can lose the last acknowledged writes.",
      read: () => Number(readings.fence().mode === "asynchronous"),
    },
    {
      name: "svc_clock_jumped",
      help: "1 while the clock has jumped and nobody has accepted it: nothing is removed by age meanwhile.",
      read: () => Number(readings.clock().jump !== null),
    },
    {
      name: "svc_clock_offset_seconds",
      help: "By how much service time is ahead of the raw clock.",
      read: () => readings.clock().offsetMs / 1000,
    },
    {
      name: "svc_audit_retention_stopped",
      help: "Chains of the audit trail that do not verify, so that their retention has stopped.",
      read: readings.auditChainsStopped,
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

/** How long an answer of the database about unknown outcomes is given again, in milliseconds. */
const askedAgainAfterMs = 10_000;

function unknownSeriesOf({ unknownOutcomes }: Readings, { nowMs }: { nowMs: () => number }): Series[] {
  let known: readonly UnknownOutcomes[] = [];
  let askedAt = -askedAgainAfterMs;
  let asking = Promise.resolve();
  const ask = async (): Promise<readonly UnknownOutcomes[]> => {
    if (nowMs() - askedAt >= askedAgainAfterMs) {
      askedAt = nowMs();
      // While the database does not answer, what was known last stays: an alert must not end by that.
      asking = unknownOutcomes().then(
        (answer) => void (known = answer),
        () => undefined,
      );
    }
    await asking;
    return known;
  };
  return [
    {
      name: "svc_unknown_outcomes",
      help: "Unknown outcomes that nobody has settled; every replica reports the same number.",
      label: "provider",
      read: async () => (await ask()).map(({ provider, count }) => [provider, count]),
    },
    {
      name: "svc_unknown_outcome_oldest_seconds",
      help: "How long the oldest of them has waited.",
      label: "provider",
      read: async () => (await ask()).map(({ provider, oldestAt }) => [provider, (nowMs() - oldestAt) / 1000]),
    },
  ];
}
