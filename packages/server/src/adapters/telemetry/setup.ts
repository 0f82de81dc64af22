/**
 * Sets up metrics and traces, each only if it is configured. Traces read the OpenTelemetry variables that svc supports,
 * as the specification defines them.
 */
import { minuteMs } from "../../domain/clock/units.ts";
import type { Platform } from "../../platform.ts";
import type { MetricsRegistry } from "./metrics.ts";
import {
  createWorkScope,
  type Metrics,
  noMetrics,
  noTracing,
  type Tracing,
  type WorkScope,
} from "../../domain/telemetry/port.ts";
import type { SamplerName, TraceSettings } from "./traces.ts";

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
type TelemetrySetup = {
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

const samplers: readonly SamplerName[] = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
];

/**
 * Reads where to send traces; null if no endpoint is set or the SDK is disabled.
 * @param read returns a variable's trimmed value, null if empty. @param secret the same for one that may contain a key
 * and may be read from a file.
 * @param faults receives a line for each invalid variable. No line contains a value.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function readTraceSettings(
  read: (name: string) => string | null,
  secret: (name: string) => { from: string; text: string | null } | null,
  faults: string[],
): TraceSettings | null {
  const url = readEndpoint(read, faults);
  const headers = readHeaders(secret("OTEL_EXPORTER_OTLP_HEADERS"), faults);
  const sampler = readSampler(read("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on", faults);
  const ratio = readRatio(read("OTEL_TRACES_SAMPLER_ARG"), faults);
  const serviceName = read("OTEL_SERVICE_NAME") ?? "svc";
  if (serviceName.length > 100) faults.push("OTEL_SERVICE_NAME: must be at most 100 characters.");
  if (url === null || read("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return null;
  return { url, headers, serviceName, sampler, ratio };
}

function readEndpoint(read: (name: string) => string | null, faults: string[]): string | null {
  const name = "OTEL_EXPORTER_OTLP_ENDPOINT";
  const text = read(name);
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (isPlain && /^https?:$/.test(url.protocol)) return `${url.href.replace(/\/+$/, "")}/v1/traces`;
  faults.push(`${name}: must be an http(s) URL without query, fragment or credentials; /v1/traces is added to it.`);
  return null;
}

/** `name=value[,…]`, each percent-encoded (W3C Baggage form). */
function readHeaders(given: { from: string; text: string | null } | null, faults: string[]): Record<string, string> {
  const pairs = (given?.text ?? "").split(",").filter((pair) => pair.trim() !== "");
  const headers = pairs.map((pair) => headerOf(pair));
  const known = headers.filter((header) => header !== null);
  if (known.length < headers.length) {
    faults.push(`${given?.from}: must be name=value[,…], each value percent-encoded visible ASCII.`);
  }
  return Object.fromEntries(known);
}

function headerOf(pair: string): [string, string] | null {
  const [, name = "", encoded = ""] = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
  try {
    const value = decodeURIComponent(encoded);
    return name !== "" && /^[\x20-\x7e]+$/.test(value) ? [name, value] : null;
  } catch {
    return null;
  }
}

function readSampler(text: string, faults: string[]): SamplerName {
  const known = samplers.find((sampler) => sampler === text);
  if (known === undefined) faults.push(`OTEL_TRACES_SAMPLER: must be one of ${samplers.join(", ")}.`);
  return known ?? "parentbased_always_on";
}

function readRatio(text: string | null, faults: string[]): number {
  if (text === null) return 1;
  const ratio = /^\d(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  faults.push("OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1.");
  return 1;
}
