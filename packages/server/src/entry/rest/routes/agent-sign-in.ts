/**
 * The sign-in of agents' hosts: the consumer's operations, the pages for the user's browser, and the endpoints for
 * hosts (RFC 6749, 7009, 7591, 8414, 9728). Hosts may call from a web page, so their endpoints have CORS headers and
 * use no cookie.
 */
import { operations, ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { beginSignIn, type SignInStep, type SignInVisit } from "../../../domain/agent-sign-in/authorize.ts";
import { continueSignIn } from "../../../domain/agent-sign-in/way-back.ts";
import type { AgentAuthorizations } from "../../../domain/agent-sign-in/decisions.ts";
import type { AgentSignInDeps } from "../../../domain/agent-sign-in/deps.ts";
import {
  authorizationServer,
  protectedResource,
  sharedMcpPath,
  signInPaths,
  tenantMcpPath,
} from "../../../domain/agent-sign-in/metadata.ts";
import { registerHost } from "../../../domain/agent-sign-in/registration.ts";
import { answerRevocation } from "../../../domain/agent-sign-in/revocation.ts";
import { answerTokenRequest } from "../../../domain/agent-sign-in/token-endpoint.ts";
import type { Outside } from "../../../domain/limits/gate.ts";
import type { Page } from "../../connect/authorization-site.ts";
import type { SignInPages } from "../../connect/sign-in-page.ts";
import { acceptedLanguages, headerValues } from "../reading.ts";
import { strangerBodyBytesMax, toHookList } from "../body.ts";
import { browserCookie, browserSecretIn, isTopLevel, queryOf } from "../browser-requests.ts";
import { jsonType, networkOf } from "../context.ts";
import { logOf } from "../observed.ts";
import { describeDefect, toServiceError } from "../problems.ts";
import type { RouteGroup } from "../public-rates.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";
import { outsideGate } from "../shedding.ts";

/** Dependencies of the routes. */
export type AgentSignInParts = {
  signIn: AgentSignInDeps;
  authorizations: AgentAuthorizations;
  pages: SignInPages;
  /** Whether hosts may register themselves. */
  registers: boolean;
};

/**
 * Registers the routes. Those for browsers and hosts answer only while an app has a page for sign-ins; in a cell, the
 * documents always answer, because they are those of all cells.
 */
export function serveAgentSignIn(deps: RouteDeps, parts: AgentSignInParts): void {
  serveDecisions(deps, parts.authorizations);
  void deps.app.register((app, _options, done) => {
    const isInCell = parts.signIn.platform.cellMark() !== "";
    const refuseUnused = async ({ routeOptions }: FastifyRequest): Promise<void> => {
      const { group } = routeOptions.config as { group?: RouteGroup };
      if (isInCell && group === "metadata") return;
      if (!(await parts.signIn.pages.isUsed())) throw new ServiceError("NOT_FOUND");
    };
    // After the request was counted.
    app.addHook("onRoute", (route) => void (route.onRequest = [...toHookList(route.onRequest), refuseUnused]));
    servePage(app, parts, signInPaths.authorize, (visit, outside) => beginSignIn(parts.signIn, visit, outside));
    servePage(app, parts, signInPaths.continue, (visit) => continueSignIn(parts.signIn, visit));
    serveHosts(app, parts);
    done();
  });
}

function serveDecisions(deps: RouteDeps, authorizations: AgentAuthorizations): void {
  const noStore = { "cache-control": "no-store" };
  serveCaller(deps, operations.getAgentAuthorization, async (context) => ({
    body: await authorizations.get(context.caller, context.params.agent_authorization_id),
  }));
  serveCaller(deps, operations.approveAgentAuthorization, async (context) => ({
    body: await authorizations.approve(context.caller, context.params.agent_authorization_id, context.body()),
    headers: noStore,
  }));
  serveCaller(deps, operations.denyAgentAuthorization, async (context) => ({
    body: await authorizations.deny(context.caller, context.params.agent_authorization_id),
    headers: noStore,
  }));
}

function servePage(
  app: FastifyInstance,
  { signIn, pages }: AgentSignInParts,
  path: string,
  step: (visit: SignInVisit, outside: Outside) => Promise<SignInStep>,
): void {
  const isSecure = signIn.apiUrl.startsWith("https:");
  app.route({
    method: "GET",
    url: path,
    exposeHeadRoute: false,
    config: {
      path,
      group: "sign_in",
      refuse: (request: FastifyRequest, reply: FastifyReply) =>
        send(reply, { ...pages.problem("overloaded", languagesOf(request)), status: 429 }),
    },
    handler: async (request, reply) => {
      const languages = languagesOf(request);
      if (!isTopLevel(request)) return send(reply, pages.problem("framed", languages));
      try {
        const browserSecret = browserSecretIn(isSecure, headerValues(request.raw.rawHeaders, "cookie"));
        const next = await step({ query: queryOf(request), browserSecret }, outsideGate(request));
        if (next.kind === "problem") return send(reply, pages.problem(next.problem, languages, next));
        if (next.kind === "ask") {
          reply.header("set-cookie", browserCookie(isSecure, next.browserSecret));
          return send(reply, pages.ask(next.ask, languages));
        }
        const headers = { location: next.url, "cache-control": "no-store", "referrer-policy": "no-referrer" };
        return reply.code(303).headers(headers).send();
      } catch (error) {
        const known = toServiceError(error);
        if (known.code === "INTERNAL" && !(error instanceof ServiceError)) {
          logOf(request).error({ defect: describeDefect(error) }, "defect");
        }
        const isBusy = known.code === "OVERLOADED" || known.code === "RATE_LIMITED";
        return send(reply, pages.problem(isBusy ? "overloaded" : "server", languages));
      }
    },
  });
}

function languagesOf(request: FastifyRequest): string[] {
  return acceptedLanguages(headerValues(request.raw.rawHeaders, "accept-language"));
}

function send(reply: FastifyReply, { status, headers, html }: Page): FastifyReply {
  return reply.code(status).headers(headers).send(html);
}

const cors = { "access-control-allow-origin": "*" };

function serveHosts(app: FastifyInstance, { signIn, registers }: AgentSignInParts): void {
  const { apiUrl } = signIn;
  const document = (path: string, body: (request: FastifyRequest) => object): void => {
    const headers = { ...cors, "content-type": jsonType, "cache-control": "public, max-age=300" };
    app.get(path, { config: { path, group: "metadata" } }, (request, reply) =>
      reply.headers(headers).send(JSON.stringify(body(request))),
    );
    servePreflight(app, { path, method: "GET", group: "metadata" });
  };
  // Hosts look for the document of an address with a path outside of that path (RFC 8414 §3.1), some at OpenID's name,
  // and some with the name after the path.
  const { pathname } = new URL(apiUrl);
  const prefix = pathname === "/" ? "" : pathname;
  const servers = [signInPaths.authorizationServer, signInPaths.openidConfiguration];
  for (const path of new Set(servers.flatMap((name) => [name, name + prefix, name + prefix + sharedMcpPath]))) {
    for (const end of ["", "/"]) document(path + end, () => authorizationServer(apiUrl, registers));
  }
  document(signInPaths.protectedResource, () => protectedResource(sharedMcpPath, apiUrl));
  const tenants = "/v1/tenants/:tenant_id(^[^/:]+$)/mcp";
  const { protectedResource: name } = signInPaths;
  for (const end of ["", "/"]) {
    for (const path of [`${name}${sharedMcpPath}${end}`, `${sharedMcpPath}${name}${end}`]) {
      document(path, () => protectedResource(sharedMcpPath + end, apiUrl));
    }
    for (const path of [`${name}${tenants}${end}`, `${tenants}${name}${end}`]) {
      document(path, ({ params }) =>
        protectedResource(tenantMcpPath((params as { tenant_id: string }).tenant_id) + end, apiUrl),
      );
    }
  }
  const call = (
    path: string,
    respond: (bytes: Uint8Array, request: FastifyRequest) => Promise<{ status: number; body: object | null }>,
  ): void => {
    const headers = { ...cors, "content-type": jsonType, "cache-control": "no-store" };
    app.post(path, { config: { path, bodyBytesMax: strangerBodyBytesMax, group: "token" } }, async (request, reply) => {
      const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const { status, body } = await respond(bytes, request);
      return reply
        .code(status)
        .headers(headers)
        .send(body === null ? "{}" : JSON.stringify(body));
    });
    servePreflight(app, { path, method: "POST", group: "token" });
  };
  call(signInPaths.token, (bytes, request) => answerTokenRequest(signIn, formOf(bytes), outsideGate(request)));
  call(signInPaths.revoke, async (bytes, request) => {
    const refusal = await answerRevocation(signIn, formOf(bytes), outsideGate(request));
    return refusal ?? { status: 200, body: null };
  });
  if (registers) call(signInPaths.register, (bytes, request) => registerHost(signIn, bytes, networkOf(request)));
}

function servePreflight(
  app: FastifyInstance,
  { path, method, group }: { path: string; method: "GET" | "POST"; group: RouteGroup },
): void {
  app.options(path, { config: { group } }, (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...cors,
        "access-control-allow-methods": `${method}, OPTIONS`,
        "access-control-allow-headers": "content-type, mcp-protocol-version",
        "access-control-max-age": "600",
      })
      .send(),
  );
}

function formOf(bytes: Uint8Array): URLSearchParams {
  return new URLSearchParams(Buffer.from(bytes).toString("utf8"));
}
