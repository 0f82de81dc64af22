/**
 * The console's endpoint. Before it creates any page, it checks the session, and that a form is the console's own.
 * Nothing else uses the console's listener.
 */
import { errorTable, ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { strangerBodyBytesMax } from "../rest/body.ts";
import { logOf } from "../rest/observed.ts";
import { toServiceError, describeDefect } from "../rest/problems.ts";
import { headerValues } from "../rest/reading.ts";
import type { PublicRates } from "../../domain/limits/rates.ts";
import { networkOf } from "../rest/context.ts";
import { includesRole, type OperatorRole } from "../../domain/operators/roles.ts";
import type { Operator } from "../../domain/operators/sessions.ts";
import {
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRoute,
  type ConsoleServices,
  type Forms,
} from "./console.ts";
import { frameHtml, problemPage, signInPage, type SignInReason } from "./frame.ts";
import {
  consoleHeaders,
  isOwnForm,
  nextPath,
  ownOrigin,
  parseQuery,
  readForm,
  secretIn,
  sessionCookie,
} from "./request.ts";
import { markup } from "../html/markup.ts";
import { auditRoute } from "./pages/audit.ts";
import { connectionRoutes } from "./pages/connections.ts";
import { executionPageRoutes } from "./pages/execution.ts";
import { executionsRoute, unknownRoute } from "./pages/executions.ts";
import { homeRoute } from "./pages/home.ts";
import { keyRoutes } from "./pages/keys.ts";
import { proposalRoutes } from "./pages/proposals.ts";
import { resolutionRoute } from "./pages/resolution.ts";
import { tenantRoutes } from "./pages/tenants.ts";
import { tokenRoutes } from "./pages/tokens.ts";
import { webhookActionRoutes, webhookRoutes } from "./pages/webhooks.ts";
import { refreshHeader } from "./script.ts";
import { errorText } from "./texts.ts";

/** Dependencies of the console. */
export type ConsoleEndpoint = {
  app: FastifyInstance;
  services: ConsoleServices;
  /** The origin where browsers reach it; null if only this machine does. */
  adminUrl: string | null;
  publicRates: PublicRates;
};

/** Every page and form behind the sign-in, in the order of the navigation. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  homeRoute,
  unknownRoute,
  ...proposalRoutes,
  executionsRoute,
  ...executionPageRoutes,
  resolutionRoute,
  ...connectionRoutes,
  ...tenantRoutes,
  ...keyRoutes,
  ...tokenRoutes,
  ...webhookRoutes,
  ...webhookActionRoutes,
  auditRoute,
];

const sections = consoleRoutes.flatMap(({ path, section }) => (section === undefined ? [] : [{ path, ...section }]));

/** Which forms a role may send, by their paths. Signing out needs no role. */
function formsFor(role: OperatorRole): Forms["allows"] {
  return (path) => {
    const route = postRoutes.find(({ pattern }) => pattern.test(path));
    return route === undefined || includesRole(role, route.role);
  };
}

const postRoutes = consoleRoutes
  .filter(({ method }) => method === "POST")
  .map(({ path, role }) => ({ role, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/:]+")}$`) }));

/** Registers the console; every other address shows a not-found page. */
export function serveConsole(endpoint: ConsoleEndpoint): void {
  serve(endpoint, "GET", "/login", async (request, reply) => {
    endpoint.publicRates.count("console", networkOf(request));
    return sendSignIn(endpoint, reply, { reason: "", next: nextPath(readField(parseQuery(request), "next")) });
  });
  serve(endpoint, "POST", "/login", (request, reply) => signIn(endpoint, request, reply));
  serve(endpoint, "POST", "/logout", (request, reply) => signOut(endpoint, request, reply));
  for (const route of consoleRoutes) {
    serve(endpoint, route.method, route.path, (request, reply) => respond(endpoint, route, request, reply));
  }
  const missing: ConsoleRoute = {
    method: "GET",
    role: "viewer",
    path: "/*",
    respond: () => Promise.reject(new ServiceError("NOT_FOUND")),
  };
  for (const method of ["GET", "POST"] as const) {
    serve(endpoint, method, "/*", (request, reply) => respond(endpoint, { ...missing, method }, request, reply));
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Registers a route with the checks that apply to all of them: only under the console's own host name, and never for
 * another site's form.
 */
function serve(
  { app, adminUrl, services }: ConsoleEndpoint,
  method: "GET" | "POST",
  path: string,
  handle: Handler,
): void {
  const { sandbox } = services;
  app.route({
    method,
    url: path.replaceAll(/:(\w+)/g, ":$1(^[^/:]+$)"),
    config: {
      path: path.replaceAll(/:(\w+)/g, "{$1}"),
      bodyBytesMax: method === "POST" ? strangerBodyBytesMax : 0,
      group: "own",
    },
    handler: async (request, reply) => {
      reply.headers(consoleHeaders);
      const origin = ownOrigin(request, adminUrl);
      if (origin === null) return reply.code(421).send(signInPage({ reason: "form", next: "/", sandbox }));
      if (method === "POST" && !isOwnForm(request, origin)) {
        return reply.code(403).send(signInPage({ reason: "form", next: "/", sandbox }));
      }
      return handle(request, reply);
    },
  });
}

async function respond(
  endpoint: ConsoleEndpoint,
  route: ConsoleRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signedIn = await authenticateOperator(endpoint, request);
  if (signedIn === null) return refuseStranger(endpoint, route, request, reply);
  const { operator, secret } = signedIn;
  const { sessions, sandbox } = endpoint.services;
  const forms = { token: sessions.formToken(secret), allows: formsFor(operator.role) };
  const frame = { path: request.url.split("?", 1)[0] ?? "/", operator, forms, sandbox, sections };
  const form = route.method === "POST" ? readForm(request) : new URLSearchParams();
  const isForged = route.method === "POST" && (form === null || !sessions.isFormToken(secret, form.get("csrf") ?? ""));
  const made = isForged
    ? renderProblem(new ServiceError("INVALID_REQUEST", { detail: formDetail }), request)
    : await renderRoute(endpoint, route, request, { operator, forms, form: form ?? new URLSearchParams() });
  if ("location" in made) return reply.code(303).header("location", made.location).send();
  return reply.code(made.status ?? 200).send(frameHtml(made, frame));
}

const formDetail = "This form doesn't belong to your session. Open its page again and submit it from there.";

async function renderRoute(
  { services }: ConsoleEndpoint,
  route: ConsoleRoute,
  request: FastifyRequest,
  parts: { operator: Operator; forms: Forms; form: URLSearchParams },
): Promise<ConsoleResponse> {
  const params = request.params as Readonly<Record<string, string>>;
  const { operator } = parts;
  try {
    if (!includesRole(operator.role, route.role)) await services.sessions.refuse(operator, route.role);
    return await route.respond({ services, params, query: parseQuery(request), ...parts });
  } catch (error) {
    return renderProblem(error, request);
  }
}

/** Converts any error to a page; a defect is logged with its class and location only. */
function renderProblem(error: unknown, request: FastifyRequest): ConsolePage {
  const known = toServiceError(error);
  if (known.code === "INTERNAL" && !(error instanceof ServiceError)) {
    logOf(request).error({ defect: describeDefect(error) }, "defect");
  }
  const wait = known.retryAfterSeconds === undefined ? "" : ` Try again in ${known.retryAfterSeconds} s.`;
  const { status, title } = errorTable[known.code];
  const detail = markup`${errorText(known.code, known.detail)}${wait}`;
  return problemPage({ status, title, detail, requestId: request.id });
}

/** Returns the signed-in operator; null if there is none. A page's automatic refresh doesn't keep a session alive. */
async function authenticateOperator(
  { services, adminUrl }: ConsoleEndpoint,
  request: FastifyRequest,
): Promise<{ operator: Operator; secret: string } | null> {
  const secret = secretIn(isSecure(adminUrl), headerValues(request.raw.rawHeaders, "cookie"));
  const isUse = headerValues(request.raw.rawHeaders, refreshHeader).length === 0;
  const operator = secret === null ? null : await services.sessions.find(secret, { isUse });
  return secret === null || operator === null ? null : { operator, secret };
}

function refuseStranger(
  endpoint: ConsoleEndpoint,
  route: ConsoleRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  endpoint.publicRates.count("console", networkOf(request));
  const isPage = route.method === "GET";
  const reason = isPage && request.url === "/" ? "" : "over";
  return sendSignIn(endpoint, reply.code(401), { reason, next: isPage ? nextPath(request.url) : "/" });
}

async function signIn(endpoint: ConsoleEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = readForm(request) ?? new URLSearchParams();
  const next = nextPath(readField(form, "next"));
  const result = await endpoint.services.sessions.signIn(readField(form, "token") ?? "", request.ip);
  if (result.kind === "in") {
    const cookie = sessionCookie(isSecure(endpoint.adminUrl), result.secret);
    return reply.code(303).headers({ "set-cookie": cookie, location: next }).send();
  }
  const isTooOften = result.kind === "too_many";
  if (!isTooOften) logOf(request).warn("a sign-in at the operator console was refused");
  if (isTooOften) reply.header("retry-after", "2");
  return sendSignIn(endpoint, reply.code(isTooOften ? 429 : 401), { reason: result.kind, next });
}

async function signOut(endpoint: ConsoleEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const signedIn = await authenticateOperator(endpoint, request);
  const text = readForm(request)?.get("csrf") ?? "";
  const { sessions } = endpoint.services;
  if (signedIn !== null && !sessions.isFormToken(signedIn.secret, text)) {
    return sendSignIn(endpoint, reply.code(400), { reason: "form", next: "/" });
  }
  if (signedIn !== null) await sessions.signOut(signedIn.operator);
  reply.header("set-cookie", sessionCookie(isSecure(endpoint.adminUrl), ""));
  return sendSignIn(endpoint, reply, { reason: "signed_out", next: "/" });
}

function sendSignIn(
  { services }: ConsoleEndpoint,
  reply: FastifyReply,
  { reason, next }: { reason: SignInReason; next: string },
): FastifyReply {
  return reply.send(signInPage({ reason, next, sandbox: services.sandbox }));
}

function isSecure(adminUrl: string | null): boolean {
  return adminUrl?.startsWith("https:") === true;
}
