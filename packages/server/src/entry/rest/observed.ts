/**
 * Every request counted, traced and known by its ids. Route templates only: no URL, header, query or body of a request is
 * told to anyone, and an id in a path is told only where it has the form of one.
 */
import { idPrefixes, isId, type ServiceError } from "@svc/contract";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics, Tracing } from "../../domain/telemetry/port.ts";
import type { Work, WorkIds, WorkScope } from "../../domain/telemetry/work.ts";
import { isHealthCheck } from "./shedding.ts";

/** Who is told of requests. */
export type RequestWatch = { metrics: Pick<Metrics, "request" | "problem">; tracing: Tracing; work: WorkScope };

/** The work that each request is, until nobody holds the request any more. */
const works = new WeakMap<FastifyRequest, Work>();

/** The route of a request as its template, `(none)` where there is none. */
export function routeOf(request: FastifyRequest): string {
  const { path = request.routeOptions.url ?? "(none)" } = request.routeOptions.config as { path?: string };
  return path;
}

/** What is known of a request so far. */
export function idsOf(request: FastifyRequest): WorkIds {
  const { requestId: _known, ...ids } = works.get(request)?.ids ?? {};
  return ids;
}

/** A logger whose lines bear the request's id, made for whoever has something to log. */
export function logOf(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ requestId: request.id });
}

/** Registers the hooks; routes, and whatever may refuse a request, are registered afterwards. */
export function observeRequests(app: FastifyInstance, { metrics, tracing, work }: RequestWatch): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!isHealthCheck(request)) works.set(request, begun(request, tracing));
    // A caller that hangs up gets no answer, and is counted all the same.
    reply.raw.on("close", () => {
      const status = reply.raw.writableFinished ? reply.statusCode : null;
      const { method } = request;
      metrics.request({ method, route: routeOf(request), status, seconds: reply.elapsedTime / 1000 });
      endSpan(works.get(request), status);
    });
    done();
  });
  // Only here, behind the reading of a body, everything that follows is one with the handler.
  app.addHook("preHandler", (request, _reply, done) => {
    const begunWork = works.get(request);
    if (begunWork === undefined) done();
    else work.run(begunWork, done);
  });
}

/** Tells of a problem that is answered, and learns the ids that it names. */
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

function begun(request: FastifyRequest, tracing: Tracing): Work {
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

/** The ids among these that have the form of one: a path holds whatever its caller puts into it. */
function knownIds(given: Readonly<Record<string, string | undefined>> = {}): WorkIds {
  const { tenant_id, connection_id, execution_id } = given;
  return {
    ...(tenant_id !== undefined && isId(idPrefixes.tenant, tenant_id) && { tenant_id }),
    ...(connection_id !== undefined && isId(idPrefixes.connection, connection_id) && { connection_id }),
    ...(execution_id !== undefined && isId(idPrefixes.execution, execution_id) && { execution_id }),
  };
}
