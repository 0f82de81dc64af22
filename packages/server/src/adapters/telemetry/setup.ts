/** Sets up metrics and traces, each only if it is configured. */
import { minuteMs } from "../../domain/clock/units.ts";
import type { Platform } from "../../platform.ts";
import type { MetricsRegistry } from "./metrics.ts";
import { noMetrics, noTracing, type Metrics, type Tracing } from "../../domain/telemetry/port.ts";
import type { TraceSettings } from "./traces.ts";
import { createWorkScope, type WorkScope } from "../../domain/telemetry/work.ts";

/** Where the server reports what it does. */
export type Telemetry = {
  metrics: Metrics;
  tracing: Tracing;
  work: WorkScope;
  /** What a scrape reads; null if there is no listener for it. */
  registry: MetricsRegistry | null;
};

/** No metrics and no traces. The ids that log lines carry are known all the same. */
export function noTelemetry(): Telemetry {
  return { metrics: noMetrics, tracing: noTracing, work: createWorkScope(), registry: null };
}

/** How often the log says at most that traces are lost, in milliseconds. */
const reportEveryMs = minuteMs;

/** What is set up. @property onTracesLost is called when the collector doesn't take traces, once a minute at most. */
export type TelemetrySetup = {
  hasMetrics: boolean;
  traces: TraceSettings | null;
  version: string;
  platform: Pick<Platform, "nowMs" | "monotonicMs">;
  onTracesLost: () => void;
};

/** Sets it up. Libraries are loaded only if they are needed. */
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
