/**
 * The admin API, on the console's listener. Each operation of its table gets a route: the operator token and the role are
 * checked before anything else is read. There are no cookies, so no page of another site can call it.
 */
import { adminOperationList, ServiceError, type AdminOperation } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Administration } from "../../domain/administration/port.ts";
import type { Actor } from "../../domain/journal/port.ts";
import { includesRole } from "../../domain/operators/roles.ts";
import type { Operator, OperatorSessions } from "../../domain/operators/sessions.ts";
import { compileSchema } from "../../domain/schemas/compile.ts";
import { jsonType, noStore } from "../rest/context.ts";
import { headerValues, readJson, readQuery } from "../rest/reading.ts";
import { routePattern } from "../rest/routes.ts";
import { readExpectedVersion } from "./condition.ts";

/** Dependencies of the admin API. */
export type AdminEndpoint = {
  app: FastifyInstance;
  sessions: Pick<OperatorSessions, "authenticate" | "refuse">;
  /** The operations, for this actor in the audit trail. */
  administrationBy: (actor: Actor) => Administration;
};

/** The largest body of most operations, in bytes. */
const bodyBytesMax = 256 * 1024;

/** Registers every operation. Below their path, every other address is a problem document. */
export function serveAdmin(endpoint: AdminEndpoint): void {
  for (const operation of adminOperationList) serve(endpoint, operation);
  endpoint.app.route({
    method: ["GET", "POST"],
    url: "/admin/*",
    config: { path: "/admin/{path}", group: "own" },
    handler: () => Promise.reject(new ServiceError("NOT_FOUND", { detail: unknownDetail })),
  });
}

const unknownDetail = "This path doesn't exist. Check it against the description of the admin API.";

function serve(endpoint: AdminEndpoint, operation: (typeof adminOperationList)[number]): void {
  const { id, method, path, body, bodyLimits, success } = operation;
  const bytesMax = body === undefined ? 0 : (bodyLimits?.bytesMax ?? bodyBytesMax);
  const read = reader(operation);
  const operators = new WeakMap<FastifyRequest, Operator>();
  endpoint.app.route({
    method,
    url: routePattern(path),
    config: { path, bodyBytesMax: bytesMax, group: "own" },
    async onRequest(request) {
      operators.set(request, await admit(endpoint, operation, request));
    },
    async handler(request, reply) {
      const operator = operators.get(request);
      if (operator === undefined) throw new Error("The route didn't authenticate its request.");
      // The types of call and operation belong together, which a loop over the table can't show.
      const run = endpoint.administrationBy(`operator:${operator.id}`)[id] as (call: object) => Promise<object>;
      return send(reply, success.status, await run(read(request)));
    },
  });
}

/** Authenticates the operator and checks the role. @throws ServiceError UNAUTHENTICATED, RATE_LIMITED, NOT_PERMITTED. */
async function admit(
  { sessions }: AdminEndpoint,
  { role }: AdminOperation,
  request: FastifyRequest,
): Promise<Operator> {
  const result = await sessions.authenticate(bearerIn(request), request.ip);
  if (result.kind === "too_many") throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: 2 });
  if (result.kind === "refused") throw new ServiceError("UNAUTHENTICATED", { detail: refusedDetail });
  if (!includesRole(result.operator.role, role)) await sessions.refuse(result.operator, role);
  return result.operator;
}

const refusedDetail =
  "The operator token is missing, wrong, expired or revoked. Send `Authorization: Bearer sop_…` with a valid one.";

function bearerIn({ raw }: FastifyRequest): string {
  const values = headerValues(raw.rawHeaders, "authorization");
  const [, token = ""] = values.length === 1 ? (/^Bearer +(\S{1,500})$/i.exec(values[0] ?? "") ?? []) : [];
  return token;
}

/** Reads a request's parts as the operation declares them. @throws ServiceError INVALID_REQUEST */
function reader({ params, query, body, bodyLimits, condition }: AdminOperation): (request: FastifyRequest) => object {
  const checkParams = params === undefined ? null : compileSchema(params);
  const checkQuery = query === undefined ? null : compileSchema(query);
  const checkBody = body === undefined ? null : compileSchema(body);
  return (request) => {
    const header = (name: string): readonly string[] => headerValues(request.raw.rawHeaders, name);
    const path = request.url.split("?", 1)[0] ?? "";
    refuse(checkParams?.(request.params) ?? []);
    const search = request.url.slice(path.length);
    const given = readQuery(search, query?.properties ?? {}, checkQuery ?? (() => []));
    const bytes = request.body instanceof Uint8Array ? request.body : undefined;
    const value = checkBody === null ? undefined : readJson(bytes, header, bodyLimits);
    refuse(checkBody?.(value) ?? []);
    const expectedVersion = condition === undefined ? undefined : readExpectedVersion(condition, header);
    return { params: request.params, query: given, body: value, expectedVersion };
  };
}

function refuse(errors: NonNullable<ServiceError["errors"]>): void {
  if (errors.length > 0) throw new ServiceError("INVALID_REQUEST", { errors });
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  reply.code(status).headers({ ...noStore, "content-type": jsonType });
  if ("version" in body && typeof body.version === "string") reply.header("etag", `"${body.version}"`);
  return reply.send(JSON.stringify(body));
}
