/** The trace that a request belongs to, and the OpenTelemetry variables. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSecretReader } from "../../../src/app/settings/reader.ts";
import { readTraceSettings } from "../../../src/adapters/telemetry/setup.ts";
import { parentOf } from "../../../src/adapters/telemetry/traces.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test("accepts a W3C traceparent with its sampled flag", () => {
  assert.deepEqual(parentOf(`00-${traceId}-${spanId}-01`), { traceId, spanId, traceFlags: 1, isRemote: true });
  assert.equal(parentOf(`00-${traceId}-${spanId}-02`)?.traceFlags, 0);
  assert.equal(parentOf(`01-${traceId}-${spanId}-01-later`)?.traceId, traceId);
});

test("starts a new trace for a malformed traceparent", () => {
  const malformed = [
    undefined,
    "",
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId}-${spanId}-01x`,
    `00-${traceId}-${spanId}`,
  ];
  for (const header of malformed) assert.equal(parentOf(header), null, header);
});

/** An environment's settings and faults. */
function read(environment: Readonly<Record<string, string>>) {
  const faults: string[] = [];
  const read = (name: string): string | null => environment[name] ?? null;
  const settings = readTraceSettings(read, createSecretReader(read, faults), faults);
  return { settings, faults };
}

test("sends no traces without an endpoint or if disabled", () => {
  assert.deepEqual(read({ OTEL_SERVICE_NAME: "a" }), { settings: null, faults: [] });
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_SDK_DISABLED: "TRUE" };
  assert.deepEqual(read(off), { settings: null, faults: [] });
});

test("reads endpoint, headers and sampler as specified", () => {
  const { settings, faults } = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/base/",
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b, x-team=core",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(settings, {
    url: "https://collector.example/base/v1/traces",
    headers: { "api-key": "a b", "x-team": "core" },
    serviceName: "svc",
    sampler: "parentbased_traceidratio",
    ratio: 0.25,
  });
});

test("names every invalid variable, but no value", () => {
  const canary = "canary-otel-4";
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `https://user:${canary}@collector`,
    OTEL_EXPORTER_OTLP_HEADERS: `key=${canary}%0d%0a`,
    OTEL_TRACES_SAMPLER: canary,
    OTEL_TRACES_SAMPLER_ARG: "1.5",
    OTEL_SERVICE_NAME: canary.repeat(9),
  };
  const { faults } = read(environment);
  assert.deepEqual(faults.map((fault) => fault.split(":")[0] ?? "").toSorted(), Object.keys(environment).toSorted());
  assert.ok(!faults.join().includes(canary));
});
