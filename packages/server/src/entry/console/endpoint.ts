/**
 * The console's endpoint. Before it creates any page, it checks the session, and that a form is the console's own.
 * Nothing else uses the console's listener.
 */
import { errorTable, ServiceError } from "@svc/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { strangerBodyBytesMax } from "../rest/body.ts";
import { logOf } from "../rest/observed.ts";
import { toServiceError, describeDefect } from "../rest/problems.ts";
import { networkOf } from "../rest/context.ts";
import { callbackPath } from "../../domain/operator-sign-in/issuer.ts";
import { includesRole, type OperatorRole } from "../../domain/operators/roles.ts";
import { looksSecret } from "../../domain/operators/search.ts";
import type { Operator } from "../../domain/operators/sessions.ts";
import { backChannelPath, beginCompany, beginPath, endByToken, finishCompany } from "./company.ts";
import {
  readField,
  type ConsoleEndpoint,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRoute,
  type Forms,
} from "./console.ts";
import { frameHtml, problemPage } from "./frame.ts";
import { consoleHeaders, isOwnForm, ownOrigin, parseQuery, readForm, withoutEmpty } from "./request.ts";
import { authenticateOperator, refuseStranger, sendSignIn, showSignIn, signIn, signOut } from "./sign-in.ts";
import { signInPage } from "./sign-in-page.ts";
import { markup } from "../html/markup.ts";
import { auditRoutes } from "./pages/audit.ts";
import { connectSessionRoute } from "./pages/connect-sessions.ts";
import { connectionRoutes } from "./pages/connections.ts";
import { executionPageRoutes } from "./pages/execution.ts";
import { executionsRoute, unknownRoute } from "./pages/executions.ts";
import { homeRoute } from "./pages/home.ts";
import { machineRoute } from "./pages/machine.ts";
import { oauthAppEventRoutes } from "./pages/oauth-app-events.ts";
import { oauthAppFormRoutes } from "./pages/oauth-app-forms.ts";
import { operatorTokenFormRoutes } from "./pages/operator-token-forms.ts";
import { policyFormRoutes } from "./pages/policy-form.ts";
import { serviceClientFormRoutes } from "./pages/service-client-forms.ts";
import { serviceKeyFormRoutes } from "./pages/service-key-forms.ts";
import { oauthAppRoutes } from "./pages/oauth-apps.ts";
import { operatorTokenRoutes } from "./pages/operator-tokens.ts";
import { proposalRoutes } from "./pages/proposals.ts";
import { mcpServerFormRoutes } from "./pages/mcp-server-forms.ts";
import { mcpToolFormRoutes } from "./pages/mcp-tool-form.ts";
import { providerRoutes } from "./pages/providers.ts";
import { resolutionRoute } from "./pages/resolution.ts";
import { searchRoute } from "./pages/search.ts";
import { serviceClientRoutes } from "./pages/service-clients.ts";
import { serviceKeyRoutes } from "./pages/service-keys.ts";
import { tenantRoutes } from "./pages/tenants.ts";
import { tokenRoutes } from "./pages/tokens.ts";
import { webhookActionRoutes, webhookRoutes } from "./pages/webhooks.ts";
import { errorText } from "./texts.ts";

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
  connectSessionRoute,
  ...tokenRoutes,
  ...providerRoutes,
  ...mcpServerFormRoutes,
  ...mcpToolFormRoutes,
  ...webhookRoutes,
  ...webhookActionRoutes,
  ...serviceClientRoutes,
  ...serviceClientFormRoutes,
  ...policyFormRoutes,
  ...serviceKeyRoutes,
  ...serviceKeyFormRoutes,
  ...oauthAppRoutes,
  ...oauthAppFormRoutes,
  ...oauthAppEventRoutes,
  ...operatorTokenRoutes,
  ...operatorTokenFormRoutes,
  machineRoute,
  ...auditRoutes,
  searchRoute,
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
  const counted =
    (handle: (endpoint: ConsoleEndpoint, ...call: Parameters<Handler>) => ReturnType<Handler>): Handler =>
    async (request, reply) => {
      endpoint.publicRates.count("console", networkOf(request));
      return await handle(endpoint, request, reply);
    };
  serve(endpoint, "GET", "/login", counted(showSignIn));
  serve(endpoint, "GET", beginPath, counted(beginCompany));
  serve(endpoint, "GET", callbackPath, counted(finishCompany));
  // The provider's server calls this one, not a page.
  serve(endpoint, "POST", backChannelPath, counted(endByToken), { isForm: false });
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
 * @param options.isForm whether only a page of the console may send it; by default a POST.
 */
function serve(
  endpoint: ConsoleEndpoint,
  method: "GET" | "POST",
  path: string,
  handle: Handler,
  { isForm = method === "POST" }: { isForm?: boolean } = {},
): void {
  const { app, adminUrl, services } = endpoint;
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
      if (origin === null) {
        const page = { reason: "form", next: "/", sandbox: services.sandbox, company: null } as const;
        return reply.code(421).send(signInPage(page));
      }
      if (isForm && !isOwnForm(request, origin)) {
        return await sendSignIn(endpoint, reply.code(403), { reason: "form", next: "/" });
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
  if (signedIn === null) return await refuseStranger(endpoint, route, request, reply);
  // A form sends its empty fields too.
  const plain = route.method === "GET" ? withoutEmpty(request.url) : request.url;
  if (plain !== request.url) return reply.code(303).header("location", plain).send();
  const { operator, secret } = signedIn;
  const { sessions, sandbox } = endpoint.services;
  const forms = { token: sessions.formToken(secret), allows: formsFor(operator.role) };
  const path = request.url.split("?", 1)[0] ?? "/";
  const asked = readField(parseQuery(request), "q") ?? "";
  const frame = { path, searched: looksSecret(asked) ? "" : asked, operator, forms, sandbox, sections };
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
    const isCertain = operator.isConfirmed || route.method === "GET";
    if (!includesRole(operator.role, route.role) || !isCertain) await services.sessions.refuse(operator, route.role);
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
