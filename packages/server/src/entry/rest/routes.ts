/**
 * Binds the contract's operations, with their paths and schemas, to handlers, and knows which methods a path has, for
 * requests with another one (RFC 9110 §15.5.6).
 */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
  RouteOptions,
} from "fastify";
import {
  adminOperationList,
  type BodyOf,
  type Operation,
  type OperationId,
  operations,
  reachOf,
  ServiceError,
} from "@svc/contract";
import { readIdempotencyKey } from "../../domain/idempotency/key.ts";
import type { RateLimiter } from "../../domain/limits/rates.ts";
import { compileSchema } from "../../domain/schemas/compile.ts";
import { type Caller, refuseBeyondReach } from "../../domain/service-clients/caller.ts";
import type { Authenticate } from "../../domain/service-clients/authenticate.ts";
import type { Tenants } from "../../domain/tenants/tenants.ts";
import {
  type CallerContext,
  callerOf,
  jsonType,
  type ReadQuery,
  rememberCaller,
  type Reply,
  type RequestContext,
} from "./context.ts";
import { bodyBytesMax, strangerBodyBytesMax } from "./body.ts";
import type { RouteGroup } from "./public-rates.ts";
import { headerValues, isKnownTo, readJson, readQuery, weakEtag } from "./reading.ts";

/** Dependencies for binding operations. */
export type RouteDeps = {
  app: FastifyInstance;
  authenticate: Authenticate;
  rateLimit: RateLimiter;
  tenants: Pick<Tenants, "reaches">;
};

/** An operation from the contract's table. Its id gives a handler the types of its parameters, query and body. */
export type Declared<Id extends OperationId> = Operation & { readonly id: Id };

/** Binds a public operation. Its body must be small. @param deps.group names its rate. */
export function servePublic<Id extends OperationId>(
  deps: Pick<RouteDeps, "app"> & { group: RouteGroup },
  operation: Declared<Id>,
  handle: (context: RequestContext<Id>, request: FastifyRequest) => Promise<Reply> | Reply,
): void {
  const open = contextOpener(operation);
  add(deps.app, operation, {
    bodyBytesMax: strangerBodyBytesMax,
    group: deps.group,
    handler: async (request, reply) => send(operation, request, reply, await handle(open(request), request)),
  });
}

/**
 * Binds an operation for service clients, which are authenticated before anything else in the request is read.
 * @param limits.bodyBytesMax a smaller bound than that of other bodies.
 */
export function serveCaller<Id extends OperationId>(
  deps: RouteDeps,
  operation: Declared<Id>,
  handle: (context: CallerContext<Id>) => Promise<Reply>,
  limits: { bodyBytesMax?: number } = {},
): void {
  const open = contextOpener(operation);
  add(deps.app, operation, {
    ...admission(deps, operation),
    ...limits,
    handler: async (request, reply) =>
      send(operation, request, reply, await handle({ ...open(request), caller: callerOf(request) })),
  });
}

/**
 * Counts a request against the rate limits of its client, of the tenant in its path or of its token, and of the token,
 * and adds the response's headers.
 * @param isRevocation whether a token is revoked. Revocations with a service key have a bucket of their own, because an
 *   agent that uses up its client's rate is a reason to revoke its token.
 * @throws ServiceError RATE_LIMITED.
 */
export function limitRate(
  rateLimit: RateLimiter,
  caller: Caller,
  request: Pick<FastifyRequest, "params">,
  reply: FastifyReply,
  isRevocation = false,
): void {
  const { client, token } = caller;
  const { tenant_id: named } = request.params as Readonly<Record<string, string | undefined>>;
  const verdict =
    isRevocation && token === undefined
      ? rateLimit(`${client.id} revocations`, null)
      : rateLimit(client.id, named ?? token?.row.tenantId ?? null, token?.chain[0]?.id);
  if (verdict === null) return;
  reply.headers({
    "ratelimit-limit": String(verdict.limit),
    "ratelimit-remaining": String(verdict.remaining),
    "ratelimit-reset": String(verdict.resetSeconds),
  });
  if (!verdict.allowed) throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: verdict.resetSeconds });
}

const revocations: ReadonlySet<Operation> = new Set([
  operations.revokeDelegatedToken,
  operations.revokeDelegatedTokens,
]);

/** Authenticates, limits the rate and checks what the key or token reaches, before the body is read. */
function admission({ authenticate, rateLimit, tenants }: RouteDeps, operation: Operation): Omit<Served, "handler"> {
  return {
    bodyBytesMax,
    group: "own",
    async onRequest(request, reply) {
      const caller = await authenticate(headerValues(request.raw.rawHeaders, "authorization"));
      limitRate(rateLimit, caller, request, reply, revocations.has(operation));
      const { tenant_id: tenantId } = request.params as Readonly<Record<string, string | undefined>>;
      refuseBeyondReach(caller, reachOf(operation));
      if (tenantId !== undefined && !(await tenants.reaches(caller, tenantId))) {
        throw new ServiceError("TENANT_NOT_FOUND");
      }
      rememberCaller(request, caller);
    },
  };
}

type Served = {
  handler: RouteHandlerMethod;
  onRequest?: onRequestAsyncHookHandler;
  bodyBytesMax: number;
  group: RouteGroup;
};

function add(app: FastifyInstance, operation: Operation, served: Served): void {
  const { method, path, body } = operation;
  const { bodyBytesMax: bytesMax, group, ...others } = served;
  const config = { path, bodyBytesMax: body === undefined ? 0 : bytesMax, group };
  app.route({ method, url: routePattern(path), config, ...others });
}

/**
 * The router's pattern for an OpenAPI path. Each parameter matches one segment without a verb, because an unbounded
 * `:id::test` would match any path. A verb after a fixed word, as in `connections:import`, is no parameter.
 */
export function routePattern(path: string): string {
  const escaped = path.replaceAll("::", ":").replaceAll(/(\w):(\w)/g, "$1::$2");
  return escaped.replaceAll(/\{(\w+)\}(:?)/g, (_all, name: string, verb: string) => {
    return `:${name}(^[^/:]+$)${verb === ":" ? "::" : ""}`;
  });
}

function send(operation: Operation, request: FastifyRequest, reply: FastifyReply, response: Reply): FastifyReply {
  if (response.replayed === true) reply.header("idempotent-replayed", "true");
  if (response.headers !== undefined) reply.headers(response.headers);
  if (response.problem !== undefined) throw response.problem;
  reply.code(response.status ?? 200);
  if (response.body === undefined) return reply.send();
  const body = typeof response.body === "string" ? response.body : JSON.stringify(response.body);
  if (operation.success.headers?.includes("ETag") === true) {
    const etag = response.headers?.["etag"] ?? weakEtag(body);
    reply.header("etag", etag);
    const ifNoneMatch = headerValues(request.raw.rawHeaders, "if-none-match");
    if (isKnownTo(ifNoneMatch, etag)) return reply.code(304).removeHeader("content-type").send();
  }
  if (typeof response.body !== "string" && !reply.hasHeader("content-type")) reply.header("content-type", jsonType);
  return reply.send(body);
}

/** Compiles an operation's schemas once. The context then reads each part of a request on demand, at most once. */
function contextOpener<Id extends OperationId>(
  operation: Declared<Id>,
): (request: FastifyRequest) => RequestContext<Id> {
  const checkBody = operation.body === undefined ? null : compileSchema(operation.body);
  const querySchema = operation.query;
  const checkQuery = querySchema === undefined ? null : compileSchema(querySchema);
  return (request) => {
    let read: { value: unknown } | null = null;
    const path = request.url.split("?", 1)[0] ?? "";
    const header = (name: string): readonly string[] => headerValues(request.raw.rawHeaders, name);
    const body = (): unknown => {
      if (checkBody === null) return undefined;
      read ??= { value: readJson(toBytes(request.body), header) };
      return read.value;
    };
    return {
      requestId: request.id,
      // The route's pattern has these names, and the two checks have the schemas that the types are derived from.
      params: request.params as RequestContext<Id>["params"],
      query() {
        const search = request.url.slice(path.length);
        const parameters = querySchema?.properties ?? {};
        const values: unknown = readQuery(search, parameters, checkQuery ?? (() => []));
        return values as ReadQuery<Id>;
      },
      body() {
        const value = body();
        const errors = checkBody?.(value) ?? [];
        if (errors.length > 0) throw new ServiceError("INVALID_REQUEST", { errors });
        return value as BodyOf<Id>;
      },
      idempotencyKey: () => readIdempotencyKey(header("idempotency-key")),
      identity: () => ({ method: request.method, path, body: body() }),
      header,
    };
  };
}

function toBytes(body: unknown): Uint8Array | undefined {
  return body instanceof Uint8Array ? body : undefined;
}

/** The served paths of the contract. Other routes may exist only at times, so their methods say nothing. */
export type KnownPaths = {
  /** Notes a route. */
  add(route: Pick<RouteOptions, "method" | "url" | "config">): void;
  /** Returns the methods of a path, sorted; none if it isn't known. @param url may have a query. */
  methodsAt(url: string): readonly string[];
};

const documented: ReadonlySet<string> = new Set([
  ...Object.values(operations).map(({ path }) => path),
  ...adminOperationList.map(({ path }) => path),
]);

/** Creates an empty list. */
export function createKnownPaths(): KnownPaths {
  const patterns = new Map<string, { form: RegExp; methods: Set<string> }>();
  return {
    add({ method, url, config }) {
      const { path, refuses = false } = (config ?? {}) as { path?: string; refuses?: boolean };
      if (path === undefined || refuses || !documented.has(path)) return;
      const known = patterns.get(url) ?? { form: formOf(url), methods: new Set() };
      patterns.set(url, known);
      for (const each of [method].flat()) known.methods.add(each);
    },
    methodsAt(url) {
      const [path = ""] = url.split("?", 1);
      const found = [...patterns.values()].filter(({ form }) => form.test(path));
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort((a, b) => (a < b ? -1 : 1));
    },
  };
}

/** The form of a route's paths (see `routePattern`): parameters match one segment without a verb. */
function formOf(url: string): RegExp {
  const parts = url.split(/:\w+\(\^\[\^\/:\]\+\$\)/);
  const escaped = parts.map((part) => part.replaceAll("::", ":").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^/:]+")}$`);
}
