/**
 * OpenTelemetry spans, sent as OTLP over HTTP. Loaded only if traces are configured. The libraries read no settings
 * besides these, add no attributes, and their failures never reach a request.
 */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Span as ApiSpan,
  type SpanContext,
  type Tracer,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { Span, SpanAttributes, Tracing } from "../../domain/telemetry/port.ts";

/** Which traces to send, named as in the OpenTelemetry specification. */
export type SamplerName =
  | "always_on"
  | "always_off"
  | "traceidratio"
  | "parentbased_always_on"
  | "parentbased_always_off"
  | "parentbased_traceidratio";

/** Where to send traces. */
export type TraceSettings = {
  /** The collector's full URL, such as `http://127.0.0.1:4318/v1/traces`. */
  url: string;
  /** Headers for the collector. They may contain its key. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  sampler: SamplerName;
  /** The ratio of traces to send, 0 to 1, for the two ratio samplers. */
  ratio: number;
};

/** Bounds on the queue, in spans, and on the collector's time, in milliseconds. */
const limits = { timeoutMs: 5000, stopMs: 5000, everyMs: 2000, queueSpans: 2048, batchSpans: 512 };

/** Starts tracing. @param deps.onFailure called when a batch couldn't be sent and is lost. */
export function startTracing(settings: TraceSettings, deps: { version: string; onFailure: () => void }): Tracing {
  const { url, headers } = settings;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: limits.timeoutMs });
  const provider = new TracerProvider({
    resource: resourceOf({ "service.name": settings.serviceName, "service.version": deps.version }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: 256, attributeCountLimit: 32 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, deps.onFailure),
        scheduledDelayMillis: limits.everyMs,
        exportTimeoutMillis: limits.timeoutMs,
        maxQueueSize: limits.queueSpans,
        maxExportBatchSize: limits.batchSpans,
      }),
    ],
  });
  const tracer = provider.getTracer("svc", deps.version);
  return {
    begin: (name, attributes, traceparent) =>
      spanOf(tracer, start(tracer, parentContext(traceparent), { kind: SpanKind.SERVER, name, attributes })),
    async stop() {
      const timer = Promise.withResolvers<void>();
      const limit = setTimeout(() => timer.resolve(), limits.stopMs);
      await Promise.race([provider.shutdown().catch(deps.onFailure), timer.promise]);
      clearTimeout(limit);
    },
  };
}

/** The resource of every span: only these attributes, and nothing that a library detects on the machine. */
function resourceOf(attributes: Readonly<Record<string, string>>) {
  return {
    attributes: { ...attributes },
    merge() {
      return this;
    },
    getRawAttributes: (): [string, string][] => Object.entries(attributes),
  };
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  const samplers: Readonly<Record<SamplerName, Sampler>> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: byRatio,
    parentbased_always_on: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: new ParentBasedSampler({ root: byRatio }),
  };
  return samplers[sampler];
}

/** Reports an exporter's failures. */
function reporting(exporter: SpanExporter, onFailure: () => void): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { code }: { code: number } = result;
        if (code !== 0) onFailure();
        // The library would print the failure, which quotes the collector's response.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * W3C Trace Context version 00, and later versions with the same beginning. `tracestate` is free text and is ignored.
 */
const traceparentPattern = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** The parent span that a `traceparent` header describes; null if it is invalid. */
export function parentOf(traceparent: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const isZero = /^0+$/.test(traceId) || /^0+$/.test(spanId);
  const isSampled = Number.parseInt(flags, 16) % 2 === 1;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return isZero ? null : { traceId, spanId, traceFlags, isRemote: true };
}

function parentContext(traceparent: string | undefined): Context {
  const parent = parentOf(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

type NewSpan = { kind: SpanKind; name: string; attributes: SpanAttributes };

function start(tracer: Tracer, context: Context, { kind, name, attributes }: NewSpan): ApiSpan {
  return tracer.startSpan(name, { kind, attributes: { ...attributes } }, context);
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

function spanOf(tracer: Tracer, span: ApiSpan): Span {
  return {
    traceId: span.spanContext().traceId,
    set: (attributes) => void span.setAttributes({ ...attributes }),
    // The status has no message, because codes are attributes.
    fail: (code) => void span.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
    child: (kind, name, attributes) =>
      spanOf(tracer, start(tracer, trace.setSpan(ROOT_CONTEXT, span), { kind: kinds[kind], name, attributes })),
  };
}
