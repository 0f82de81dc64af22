/** Sets up metrics and traces, each only if it is configured. */
import { minuteMs } from "../../domain/clock/units.ts";
import type { Platform } from "../../platform.ts";
import type { MetricsRegistry } from "./metrics.ts";
import { noMetrics, noTracing, type Metrics, type Tracing } from "../../domain/telemetry/port.ts";
import type { TraceSettings } from "./traces.ts";
import { createWorkScope, type WorkScope } from "../../domain/telemetry/work.ts";

/** The server's metrics and traces. */
export type Telemetry = {
  metrics: Metrics;
  tracing: Tracing;
  work: WorkScope;
  /** The metrics that a scrape reads; null without a metrics listener. */
  registry: MetricsRegistry | null;
};

/** No metrics and no traces. Log lines still get their ids. */
export function noTelemetry(): Telemetry {
  return { metrics: noMetrics, tracing: noTracing, work: createWorkScope(), registry: null };
}

/** How often to log lost traces at most, in milliseconds. */
const reportEveryMs = minuteMs;

/**
 * Options of {@link startTelemetry}. @property onTracesLost called when the collector rejects traces, at most once a
 * minute.
 */
export type TelemetrySetup = {
  hasMetrics: boolean;
  traces: TraceSettings | null;
  version: string;
  platform: Pick<Platform, "nowMs" | "monotonicMs">;
  onTracesLost: () => void;
};

/** Starts metrics and traces. Libraries are loaded only if needed. */
export async function startTelemetry(setup: TelemetrySetup): Promise<Telemetry> {
  const { hasMetrics, traces, version, platform, onTracesLost } = setup;
  const none = noTelemetry();
  const registry = hasMetrics
    ? (await import("./metrics.ts")).createMetricsRegistry({ version, nowMs: platform.nowMs })
    : null;
  const metrics = registry?.metrics ?? none.metrics;
  if (traces === null) return { ...none, metrics, registry };
  const { startTracing } = await import("./traces.ts");
  let reportedAt = -reportEveryMs;
  const onFailure = (): void => {
    metrics.backgroundFailure("traces");
    if (platform.monotonicMs() - reportedAt < reportEveryMs) return;
    reportedAt = platform.monotonicMs();
    onTracesLost();
  };
  return { ...none, metrics, registry, tracing: startTracing(traces, { version, onFailure }) };
}
