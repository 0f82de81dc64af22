/**
 * The REST entry point: a Fastify instance that sends problem documents for errors, keeps request ids, and serves the
 * contract's operations.
 */
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Socket } from "node:net";
import { agentAuthorizationIdLengthMax, ServiceError } from "@svc/contract";
import { createArrivals, type Arrivals } from "../../domain/limits/arrivals.ts";
import { unlimited, type PublicRates } from "../../domain/limits/rates.ts";
import { leaveBodiesAlone, readBodies } from "./body.ts";
import {
  type ConnectionGuard,
  createConnectionGuard,
  headerFieldsMax,
  type RequestTracker,
  serverTimes,
} from "./connections.ts";
import { createKnownPaths, type KnownPaths } from "./routes.ts";
import type { LogLines } from "./log-lines.ts";
import { idsOf, logOf, observeProblem, observeRequests, routeOf, type RequestWatch } from "./observed.ts";
import { acceptedLanguages, headerValues } from "./reading.ts";
import { refuseOtherCells } from "./cells.ts";
import type { UnknownPage } from "../connect/unknown-page.ts";
import { toProblemResponse, toServiceError, describeDefect } from "./problems.ts";
import { countRefusal, type RateConfig } from "./public-rates.ts";
import { isHealthCheck } from "./shedding.ts";
import { inSlices, Slices } from "./unread.ts";
import type { WorkIds } from "../../domain/telemetry/port.ts";

/**
 * `waiting`: the vault isn't open yet, so only health checks are answered; `open`; `draining`: still accepts requests, but
 * isn't ready; `closed`: only finishes current requests.
 */
export type ServerPhase = "waiting" | "open" | "draining" | "closed";

/** Options of {@link createApp}. */
export type AppOptions = {
  docsUrl: string;
  sandbox: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** Where to write log lines; standard output, line by line, by default. */
  log?: LogLines;
  newRequestId: () => string;
  phase: () => ServerPhase;
  requests: RequestTracker;
  /** Bounds on connections and arriving bodies, shared by all entry points of the process; its own by default. */
  inbound?: Inbound;
  /** This server's cell; empty, the default, outside of cells. */
  cell?: string;
  /** Observes requests; none by default. */
  watch?: RequestWatch;
  /** The page at an unknown address for people; by default they get a problem document, like programs. */
  unknownPage?: UnknownPage;
};

/** Bounds on connections, on bodies that are still arriving, and on requests without a key. */
export type Inbound = { arrivals: Arrivals; connections: ConnectionGuard; publicRates: PublicRates };

/**
 * Creates the bounds of a process.
 * @param publicRates none by default. @param onRefused called with the code of a connection that wasn't accepted.
 */
export function createInbound(publicRates = unlimited, onRefused?: (code: string) => void): Inbound {
  const connections = createConnectionGuard(undefined, undefined, onRefused);
  return { arrivals: createArrivals(), connections, publicRates };
}

/** A caller's request id is kept unless it begins like one of our keys or tokens, because ids are echoed and logged. */
const requestIdPattern =
  /^(?!svc_live_|svc_dt_|sop_|cst_|css_|cc_|co[bst]_|sos_|sp[bs]_|aa[cs]_|art_)[A-Za-z0-9_-]{1,64}$/;

/** Creates the instance. Register routes on it afterwards. */
export function createApp(options: AppOptions): FastifyInstance {
  const { arrivals, connections, publicRates } = options.inbound ?? createInbound();
  const app: FastifyInstance = Fastify({
    logger: {
      level: options.logLevel,
      mixin: (_line, _level, logger) => idsOfWork(options, logger !== app.log),
      ...(options.log === undefined ? {} : { stream: options.log }),
    },
    // Most requests log only their last line, which the application's logger writes.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    requestTimeout: serverTimes.requestTimeout,
    // Clients that are given a base URL with a slash at its end send two.
    rewriteUrl: ({ url = "/" }) => url.replace(/^\/{2,}/, "/"),
    requestIdHeader: false,
    genReqId: (request) => {
      const own = request.headers["x-request-id"];
      return typeof own === "string" && requestIdPattern.test(own) ? own : options.newRequestId();
    },
    // A missing Host gets a normal error response, with a problem and a request id.
    http: { ...serverTimes, requireHostHeader: false },
    // The patterns are ours, and match one segment each (routes.ts). Checking each for safety would slow down every
    // start.
    routerOptions: {
      maxParamLength: agentAuthorizationIdLengthMax,
      ignoreTrailingSlash: false,
      caseSensitive: true,
      allowUnsafeRegex: true,
    },
    clientErrorHandler: (error: Error, socket: Socket): void => {
      // This error doesn't belong to a response and mustn't be written into the middle of one.
      if (connections.isServing(socket)) socket.destroy();
      else answerMalformed(error, socket, options);
    },
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // For an invalid or overly long path, Fastify runs no hooks and would answer in its own format.
    frameworkErrors: (error, request, reply) => {
      addCommonHeaders(request, reply, options);
      sendError(error, request, reply, options);
    },
  });
  connections.watch(app.server);
  const known = createKnownPaths();
  app.addHook("onRoute", (route) => known.add(route));
  leaveBodiesAlone(app);
  app.addHook("onRequest", (_request, reply, done) => connections.inTurn(reply.raw, done));
  if (options.watch !== undefined) observeRequests(app, options.watch);
  app.addHook("onRequest", (request, reply, done) => {
    addCommonHeaders(request, reply, options);
    // RFC 9112 §3.2: exactly one Host.
    if (request.raw.httpVersion === "1.1" && headerValues(request.raw.rawHeaders, "host").length !== 1) {
      done(new ServiceError("INVALID_REQUEST", { detail: "An HTTP/1.1 request must have exactly one Host header." }));
      return;
    }
    if (request.raw.rawHeaders.length >= 2 * headerFieldsMax) {
      done(new ServiceError("INVALID_REQUEST", { detail: malformedDetails["HPE_HEADER_OVERFLOW"] }));
      return;
    }
    if (request.url === "/readyz") options.requests.readinessAsked();
    if (!isHealthCheck(request)) {
      const detail = refusedIn[options.phase()];
      if (detail !== null) {
        done(new ServiceError("OVERLOADED", { detail }));
        return;
      }
      reply.raw.on("close", options.requests.enter());
    }
    // Fastify rejects a malformed media type even if the body isn't read. Our readers use the raw headers.
    const { headers } = request.raw;
    if (headers["content-type"] !== undefined) headers["content-type"] = "application/octet-stream";
    if (request.is404) done(countRefusal(publicRates, "unknown", request, refusalOf(known, request, reply)));
    else done();
  });
  if (options.cell) refuseOtherCells(app, options.cell);
  readBodies(app, arrivals);
  app.addHook("onSend", (request, reply, payload, done) => {
    const body = request.method === "HEAD" ? payload : sliced(payload);
    if (body instanceof Slices) connections.answered(reply.raw, body.keptBytes);
    else if (!isStream(body)) connections.answered(reply.raw);
    if (body instanceof Slices) reply.header("content-length", String(body.totalBytes));
    // Decided last: the request may have arrived before the stop began, and its connection mustn't outlive it.
    if (options.phase() !== "open") reply.header("connection", "close");
    done(null, body);
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's template and never the URL, which contains whatever callers put in it.
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { method } = request;
    const line = { requestId: request.id, method, route: routeOf(request), status: reply.statusCode, ms };
    app.log.info({ ...line, ...idsOf(request) }, "request");
    done();
  });
  // By default Node answers unknown expectations itself, without a body or an id, and requests a body before the key is
  // checked.
  for (const expectation of ["checkExpectation", "checkContinue"] as const) {
    app.server.on(expectation, (request, response) => app.server.emit("request", request, response));
  }
  app.setNotFoundHandler((request, reply) => sendRefusal(refusalOf(known, request, reply), request, reply, options));
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ServiceError)) return sendError(error, request, reply, options);
    if (error.code !== "UNAUTHENTICATED") return sendRefusal(error, request, reply, options);
    const { refusals = "key" } = request.routeOptions.config as Partial<RateConfig>;
    const refusal = countRefusal(publicRates, refusals, request, error);
    if (refusal !== error) reply.removeHeader("www-authenticate");
    return sendError(refusal, request, reply, options);
  });
  return app;
}

/** The refusal of a request for which there is no route. @param reply gets `Allow` if the path has other methods. */
function refusalOf(known: KnownPaths, request: FastifyRequest, reply: FastifyReply): ServiceError {
  const methods = known.methodsAt(request.url);
  // A path with its own method can still be unknown: a parameter that decodes to several segments.
  if (methods.length === 0 || methods.includes(request.method)) return new ServiceError("NOT_FOUND");
  reply.header("allow", methods.join(", "));
  return new ServiceError("METHOD_NOT_ALLOWED");
}

/** A large body in slices; any other unchanged. */
function sliced(payload: unknown): unknown {
  return typeof payload === "string" || payload instanceof Uint8Array ? (inSlices(payload) ?? payload) : payload;
}

function isStream(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && !(payload instanceof Uint8Array);
}

/** The ids of the current work, for its log lines. A request's own logger already has the request id. */
function idsOfWork({ watch }: AppOptions, isOfRequest: boolean): WorkIds {
  const ids = watch?.work.current()?.ids;
  if (ids === undefined) return {};
  if (!isOfRequest) return { ...ids };
  const { requestId: _known, ...others } = ids;
  return others;
}

/** Why a request isn't accepted in a phase; null if it is. */
const refusedIn: Readonly<Record<ServerPhase, string | null>> = {
  waiting: "This server waits for its vault keys and accepts no requests yet. Send the same request again later.",
  open: null,
  draining: null,
  closed: "This server is stopping and accepts no new requests. Send the same request again to reach another server.",
};

/** Adds the headers that every response has. */
function addCommonHeaders(request: FastifyRequest, reply: FastifyReply, options: AppOptions): void {
  reply.header("x-request-id", request.id);
  reply.header("x-content-type-options", "nosniff");
  if (options.sandbox) reply.header("x-svc-sandbox", "true");
}

/** The addresses that people open in a browser. */
const pagePath = /^\/(?:approve|oauth|connect(?!\/v1\/))(?:[/?]|$)/;

/** Sends a refusal: as a page if a browser asks for a page that doesn't exist, otherwise as a problem document. */
function sendRefusal(
  error: ServiceError,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<AppOptions, "docsUrl" | "watch" | "unknownPage">,
): FastifyReply {
  const { rawHeaders } = request.raw;
  const isAsked = request.method === "GET" && headerValues(rawHeaders, "accept").join().includes("text/html");
  const page = error.code === "NOT_FOUND" && isAsked && pagePath.test(request.url) ? options.unknownPage : undefined;
  if (page === undefined) return sendError(error, request, reply, options);
  if (options.watch !== undefined) observeProblem(request, error, options.watch);
  const { status, headers, html } = page(acceptedLanguages(headerValues(rawHeaders, "accept-language")));
  return reply.code(status).headers(headers).send(html);
}

/** Sends an error as a problem document. A defect is logged with its class and stack places only. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<AppOptions, "docsUrl" | "watch">,
): FastifyReply {
  const known = toServiceError(error);
  if (options.watch !== undefined) observeProblem(request, known, options.watch);
  if (known.code === "INTERNAL" && !(error instanceof ServiceError) && !request.raw.readableAborted) {
    logOf(request).error({ defect: describeDefect(error) }, "defect");
  }
  const challenge = reply.getHeader("www-authenticate");
  const response = toProblemResponse(known, {
    docsUrl: options.docsUrl,
    requestId: request.id,
    challenge: typeof challenge === "string" ? challenge : undefined,
  });
  return reply.code(response.status).headers(response.headers).send(JSON.stringify(response.body));
}

/** Details for requests that Node rejected, by error code. */
const malformedDetails: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The request's headers are too large.",
};

const malformedDetail = "The request isn't well-formed HTTP/1.1.";

/** Answers input that isn't even HTTP with a handwritten problem, and closes the connection. */
function answerMalformed(cause: Error, socket: Socket, options: AppOptions): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const requestId = options.newRequestId();
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const error =
    code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? new ServiceError("REQUEST_TIMEOUT")
      : new ServiceError("INVALID_REQUEST", { detail: malformedDetails[code] ?? malformedDetail });
  const { status, body, headers } = toProblemResponse(error, { docsUrl: options.docsUrl, requestId });
  const text = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${body.title}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${requestId}`,
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
}
