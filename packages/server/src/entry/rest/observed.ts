/**
 * Counts and traces requests, and adds their ids to log lines. It reports route templates only, never a URL, header,
 * query or body, and an id from a path only if it is well-formed.
 */
import { idPrefixes, isId, type ServiceError } from "@svc/contract";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics, Tracing, Work, WorkIds, WorkScope } from "../../domain/telemetry/port.ts";
import { isHealthCheck } from "./shedding.ts";

/** Where requests are reported. */
export type RequestWatch = { metrics: Pick<Metrics, "request" | "problem">; tracing: Tracing; work: WorkScope };

/** The work of each request, while the request is referenced. */
const works = new WeakMap<FastifyRequest, Work>();

/** The request's route template; `(none)` if there is none. */
export function routeOf(request: FastifyRequest): string {
  const { path = request.routeOptions.url ?? "(none)" } = request.routeOptions.config as { path?: string };
  return path;
}

/** The ids known for a request so far. */
export function idsOf(request: FastifyRequest): WorkIds {
  const { requestId: _known, ...ids } = works.get(request)?.ids ?? {};
  return ids;
}

/** A logger that adds the request's id. Created on demand. */
export function logOf(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ requestId: request.id });
}

/** Registers the hooks. Call it before registering routes and anything that may reject a request. */
export function observeRequests(app: FastifyInstance, { metrics, tracing, work }: RequestWatch): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!isHealthCheck(request)) works.set(request, startWork(request, tracing));
    // A caller that disconnects gets no response and is still counted.
    reply.raw.on("close", () => {
      const status = reply.raw.writableFinished ? reply.statusCode : null;
      const { method } = request;
      metrics.request({ method, route: routeOf(request), status, seconds: reply.elapsedTime / 1000 });
      endSpan(works.get(request), status);
    });
    done();
  });
  // Only from here, after the body was read, does everything run in the handler's async context.
  app.addHook("preHandler", (request, _reply, done) => {
    const started = works.get(request);
    if (started === undefined) done();
    else work.run(started, done);
  });
}

/** Reports an error response, and notes the ids that it names. */
export function observeProblem(
  request: FastifyRequest,
  error: ServiceError,
  watch: Pick<RequestWatch, "metrics">,
): void {
  const { code, execution_id, connection_id, tenant_id } = error;
  watch.metrics.problem(code);
  const work = works.get(request);
  if (work === undefined) return;
  Object.assign(work.ids, knownIds({ execution_id, connection_id, tenant_id }));
  work.span.set({ "svc.error_code": code });
}

function startWork(request: FastifyRequest, tracing: Tracing): Work {
  const { method, params, id: requestId } = request;
  const route = routeOf(request);
  const attributes = { "http.request.method": method, "http.route": route, "svc.request_id": requestId };
  const { traceparent } = request.headers;
  const header = typeof traceparent === "string" ? traceparent : undefined;
  const span = tracing.begin(`${method} ${route}`, attributes, header);
  const traced = span.traceId === null ? {} : { trace_id: span.traceId };
  return { span, ids: { requestId, ...knownIds(params as Readonly<Record<string, string>> | undefined), ...traced } };
}

function endSpan(work: Work | undefined, status: number | null): void {
  if (work === undefined) return;
  const { span, ids } = work;
  if (span.traceId === null) {
    span.end();
    return;
  }
  for (const name of ["tenant_id", "connection_id", "execution_id"] as const) {
    const id = ids[name];
    if (id !== undefined) span.set({ [`svc.${name}`]: id });
  }
  if (status === null) span.fail("aborted");
  else span.set({ "http.response.status_code": status });
  if (status !== null && status >= 500) span.fail(String(status));
  span.end();
}

/** The well-formed ids among these. A path contains whatever its caller puts in it. */
function knownIds(given: Readonly<Record<string, string | undefined>> = {}): WorkIds {
  const { tenant_id, connection_id, execution_id } = given;
  return {
    ...(tenant_id !== undefined && isId(idPrefixes.tenant, tenant_id) && { tenant_id }),
    ...(connection_id !== undefined && isId(idPrefixes.connection, connection_id) && { connection_id }),
    ...(execution_id !== undefined && isId(idPrefixes.execution, execution_id) && { execution_id }),
  };
}
