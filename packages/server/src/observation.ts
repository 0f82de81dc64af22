/** Puts metrics, traces and the scope of the work together, each only where it is configured. */
import type { Config } from "./config.ts";
import type { Platform } from "./platform.ts";
import type { MetricsRegistry } from "./telemetry/metrics.ts";
import { noMetrics, noTracing, type Metrics, type Tracing } from "./telemetry/port.ts";
import { createWorkScope, type WorkScope } from "./telemetry/work.ts";
import { version } from "./version.ts";

/** Who looks on at what the server does. */
export type Observation = {
  metrics: Metrics;
  tracing: Tracing;
  work: WorkScope;
  /** Null where nobody can scrape. */
  registry: MetricsRegistry | null;
};

/** Looks at nothing: no metrics, no traces; the ids of the work are known all the same. */
export function noObservation(): Observation {
  return { metrics: noMetrics, tracing: noTracing, work: createWorkScope(), registry: null };
}

/** At most one line a minute says that traces are lost. */
const toldEveryMs = 60_000;

/**
 * Begins to look. The libraries are loaded only where they are asked for.
 * @param onTracesLost told that the collector did not take traces, once a minute at most.
 */
export async function startObservation(
  { metricsListen, traces }: Pick<Config, "metricsListen" | "traces">,
  platform: Platform,
  onTracesLost: () => void,
): Promise<Observation> {
  const none = noObservation();
  const registry =
    metricsListen === null
      ? null
      : (await import("./telemetry/metrics.ts")).createMetricsRegistry({ version, nowMs: platform.nowMs });
  const metrics = registry?.metrics ?? none.metrics;
  if (traces === null) return { ...none, metrics, registry };
  const { startTracing } = await import("./telemetry/traces.ts");
  let toldAt = -toldEveryMs;
  const onFailure = (): void => {
    metrics.backgroundFailure("traces");
    if (platform.monotonicMs() - toldAt < toldEveryMs) return;
    toldAt = platform.monotonicMs();
    onTracesLost();
  };
  return { ...none, metrics, registry, tracing: startTracing(traces, { version, onFailure }) };
}
