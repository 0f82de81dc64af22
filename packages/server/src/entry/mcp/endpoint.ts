/**
 * The MCP endpoint of a tenant (contract §10): Streamable HTTP without sessions, so that any replica can serve any
 * request. Access is decided as in REST, with the same problems; then the official SDK speaks the protocol, in every
 * revision it supports.
 */
import type { McpHttpHandler, ServerEventBus } from "@modelcontextprotocol/server";
import { operations, reachOf, ServiceError } from "@svc/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bodyBytesMax } from "../rest/body.ts";
import { logOf } from "../rest/observed.ts";
import { toServiceError, describeDefect } from "../rest/problems.ts";
import { headerValues } from "../rest/reading.ts";
import { limitRate, routePattern, type RouteDeps } from "../rest/routes.ts";
import { rememberCaller } from "../rest/context.ts";
import { signInChallenge } from "../../domain/agent-sign-in/metadata.ts";
import { refuseBeyondReach, type Caller } from "../../domain/service-clients/caller.ts";
import { acceptForSdk, accepts, asJson, checkHost, checkOrigin } from "./accepting.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { isOfUrlSession, opensUrls, sessionIdOf } from "./elicitation.ts";
import { faultBody, readMessage } from "./message.ts";
import { loadSdk } from "./sdk.ts";
import { digestTools } from "./tools.ts";
import { listTools } from "./tenant-tools.ts";
import { createToolWatch, watchDefaults, type ToolWatch, type WatchedStream, type WatchTimes } from "./tool-watch.ts";
import { mayNeedApproval } from "../../domain/policy/decide.ts";

/** Dependencies of the endpoint, besides the domain. */
export type McpParts = {
  services: McpServices;
  draining: () => boolean;
  monotonicMs: () => number;
  /** The intervals for checking open streams; defaults if omitted. */
  times?: WatchTimes;
  /** Whether a host can sign in, because an app has a page for that. */
  offersSignIn: () => Promise<boolean>;
  /** The service's external base URL. */
  publicUrl: string;
  listenHost: string;
  version: string;
};

type McpEndpoint = McpParts & { watch: ToolWatch };

/** Registers the endpoint. */
export function serveMcp(deps: RouteDeps, parts: McpParts): void {
  const { services, draining, monotonicMs, times = watchDefaults } = parts;
  const digest = async (caller: Caller, tenantId: string): Promise<string> => {
    await services.tenants.require(caller, tenantId);
    return digestTools(await listTools(services, { caller, tenantId }), mayNeedApproval(caller));
  };
  const watch = createToolWatch({ authenticate: authenticateForMcp(deps), digest, draining, monotonicMs, times });
  const endpoint: McpEndpoint = { ...parts, watch };
  for (const { path } of [operations.postMcpMessage, operations.postSharedMcpMessage]) serveAt(deps, endpoint, path);
}

/** Registers the endpoint at a path: a tenant's own, or the one for the tenant of the token. */
function serveAt(deps: RouteDeps, endpoint: McpEndpoint, path: string): void {
  // Users paste either form. A redirect would lose what some clients send.
  for (const url of [routePattern(path), `${routePattern(path)}/`]) serveUrl(deps, endpoint, { path, url });
}

function serveUrl(deps: RouteDeps, endpoint: McpEndpoint, { path, url }: { path: string; url: string }): void {
  const entered = new WeakMap<FastifyRequest, AdmittedScope>();
  const scopeOf = (request: FastifyRequest): AdmittedScope => {
    const scope = entered.get(request);
    if (scope === undefined) throw new Error("The request was not admitted.");
    return scope;
  };
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const scope = await admit(deps, endpoint, request, reply);
    rememberCaller(request, scope.caller);
    entered.set(request, scope);
  };
  const route = { url, config: { path, group: "own" }, onRequest };
  deps.app.route({
    ...route,
    method: "POST",
    config: { path, bodyBytesMax, group: "own" },
    handler: async (request, reply) => respond(reply, await post(deps, endpoint, scopeOf(request), request, reply)),
  });
  deps.app.route({
    ...route,
    method: "GET",
    // A HEAD would open a stream without a reader.
    exposeHeadRoute: false,
    handler: async (request, reply) => respond(reply, await listen(endpoint, scopeOf(request), request)),
  });
  deps.app.route({
    ...route,
    method: ["DELETE", "HEAD"],
    config: { ...route.config, refuses: true },
    handler: async (_request, reply) => respond(reply, notAllowed()),
  });
}

/** Delegated tokens must be issued for MCP. */
function authenticateForMcp({ authenticate }: RouteDeps): (values: readonly string[]) => Promise<Caller> {
  return (values) => authenticate(values, "mcp");
}

/** The scope of a request, with the headers that carried its key. */
type AdmittedScope = McpScope & { authorization: readonly string[] };

/**
 * Admits a request before its body is read. Checks the server's name, the key, its rate, the page's origin and the
 * tenant, in this order.
 */
async function admit(
  deps: RouteDeps,
  endpoint: McpEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AdmittedScope> {
  const header = (name: string): string[] => headerValues(request.raw.rawHeaders, name);
  checkHost(header("host"), endpoint.publicUrl, endpoint.listenHost);
  const authorization = header("authorization");
  const { tenant_id: named } = request.params as Readonly<Record<string, string | undefined>>;
  const unauthenticated = async (error: unknown): Promise<never> => {
    if (await endpoint.offersSignIn()) {
      const hasSlash = request.url.split("?", 1)[0]?.endsWith("/") === true;
      const asked = {
        tenantId: named,
        hasSlash,
        isTokenRefused: authorization.some((value) => /^bearer /i.test(value)),
      };
      reply.header("www-authenticate", signInChallenge(asked, endpoint.publicUrl));
    }
    throw error;
  };
  const caller = await authenticateForMcp(deps)(authorization).catch(unauthenticated);
  // Only a delegated token names its tenant.
  const tenantId = named ?? caller.token?.row.tenantId;
  if (tenantId === undefined) return await unauthenticated(new ServiceError("UNAUTHENTICATED"));
  limitRate(deps.rateLimit, caller, request, reply);
  checkOrigin(header("origin"), endpoint.publicUrl, caller.client.allowedOrigins);
  refuseBeyondReach(caller, reachOf(operations.postMcpMessage));
  await endpoint.services.tenants.require(caller, tenantId);
  const errorOf = (error: unknown): ServiceError => {
    const known = toServiceError(error);
    if (known.code === "INTERNAL" && !(error instanceof ServiceError)) {
      logOf(request).error({ defect: describeDefect(error) }, "defect");
    }
    return known;
  };
  const session = isOfUrlSession(header("mcp-session-id"));
  const revision = header("mcp-protocol-version").join(", ");
  return { caller, tenantId, requestId: request.id, opensUrls: session, revision, errorOf, authorization };
}

/** Responds to a posted message. */
async function post(
  { rateLimit }: RouteDeps,
  endpoint: McpEndpoint,
  scope: AdmittedScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const web = webRequest(endpoint, request);
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const read = readMessage(bytes, web.headers.get("mcp-protocol-version") ?? undefined);
  if (read.kind === "refused") {
    return new Response(faultBody(read), { status: read.status, headers: { "content-type": "application/json" } });
  }
  // Each message of a batch counts as a request.
  for (let more = 1; more < read.count; more += 1) limitRate(rateLimit, scope.caller, request, reply);
  const { createMcpHandler, createToolServer, isInitializeRequest } = await loadSdk();
  const handler: McpHttpHandler = createMcpHandler(() => createToolServer(endpoint.services, scope, endpoint.version), {
    bus: createBus(endpoint.watch, scope, () => void handler.close()),
    maxSubscriptions: endpoint.watch.hasRoom(scope.caller.client.id) ? 1 : 0,
    onerror: () => {},
  });
  const streamed = await handler.fetch(web, { parsedBody: read.value });
  const takesStreams = accepts(request.headers.accept ?? null, "text/event-stream");
  // Later revisions stream what they subscribe to; earlier ones only what a page is opened for, and every result as one
  // event, whose size some clients limit.
  const isEarlier = scope.revision < subscribingRevision;
  const response =
    takesStreams && (scope.opensUrls || !isEarlier)
      ? streamed
      : await asJson(streamed, Array.isArray(read.value), !takesStreams);
  if (response.ok && isInitializeRequest(read.value) && opensUrls(read.value.params.capabilities)) {
    response.headers.set("mcp-session-id", sessionIdOf(endpoint.services.newUuid()));
  }
  return response;
}

/** Subscriptions of the current protocol revision get changes from the watch. */
function createBus(watch: ToolWatch, scope: AdmittedScope, ended: () => void): ServerEventBus {
  return {
    publish: () => {},
    subscribe(listener) {
      const changed = (): void => listener({ kind: "tools_list_changed" });
      return watch.open({ ...createStream(scope), changed, ended }).leave;
    },
  };
}

/** The first revision without such a stream: it subscribes with a posted message instead. */
const subscribingRevision = "2026-07-28";

/** Opens the stream through which earlier revisions learn that the tools have changed. */
async function listen(endpoint: McpEndpoint, scope: AdmittedScope, request: FastifyRequest): Promise<Response> {
  const web = webRequest(endpoint, request);
  if (web.headers.get("mcp-protocol-version") === subscribingRevision) return notAllowed();
  const { createToolServer, WebStandardStreamableHTTPServerTransport } = await loadSdk();
  const mcp = createToolServer(endpoint.services, scope, endpoint.version);
  const { leave, ready } = endpoint.watch.open({
    ...createStream(scope),
    changed: () => void mcp.server.sendToolListChanged().catch(() => {}),
    ended: () => void mcp.close().catch(() => {}),
  });
  try {
    const transport = new WebStandardStreamableHTTPServerTransport();
    await mcp.connect(transport);
    const response = await transport.handleRequest(web);
    await ready;
    if (response.status === 200 && response.body !== null) return new Response(opened(response.body, leave), response);
    leave();
    return response;
  } catch (error) {
    leave();
    throw error;
  }
}

function createStream({
  caller,
  tenantId,
  authorization,
}: AdmittedScope): Pick<WatchedStream, "caller" | "tenantId" | "authorization"> {
  return { caller, tenantId, authorization };
}

/**
 * Returns the same bytes after a comment, because the headers are sent with the first bytes.
 * @param closed called when the stream ends on either side.
 */
function opened(body: ReadableStream<Uint8Array>, closed: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(": open\n\n"));
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      closed();
      controller.close();
    },
    async cancel(reason) {
      closed();
      await reader.cancel(reason);
    },
  });
}

function notAllowed(): Response {
  const body = faultBody({ status: 405, code: -32_000, message: "Method not allowed." });
  return new Response(body, { status: 405, headers: { "content-type": "application/json", allow: "GET, POST" } });
}

/** The headers that the protocol defines; the SDK sees neither key nor cookie. */
const protocolHeaders = /^(?:accept|content-type|last-event-id|mcp-[a-z-]+)$/;

/** Converts the request for the SDK, without its body, which is read here. */
function webRequest(endpoint: McpEndpoint, request: FastifyRequest): Request {
  const headers = new Headers();
  const { rawHeaders } = request.raw;
  for (const name of new Set(rawHeaders.filter((_text, index) => index % 2 === 0).map((text) => text.toLowerCase()))) {
    if (protocolHeaders.test(name)) headers.set(name, headerValues(rawHeaders, name).join(", "));
  }
  const accept = request.method === "POST" ? acceptForSdk(headers.get("accept")) : headers.get("accept");
  if (accept !== null) headers.set("accept", accept);
  return new Request(new URL(request.url, endpoint.publicUrl), { method: request.method, headers });
}

/** Sends a web response. This server decides whether to keep the connection open. */
async function respond(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== "connection") reply.header(name, value);
  if (response.body === null) return reply.send();
  const isStream = response.headers.get("content-type") === "text/event-stream";
  return reply.send(isStream ? response.body : await response.text());
}
