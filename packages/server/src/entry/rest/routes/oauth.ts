/**
 * The pages on the way to a provider and back (contract §5.4): the consent page, its form, and the callback. All three
 * are for a browser's own window, and answer with a page or a redirect, never with JSON.
 */
import { ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuthorizationStep } from "../../../domain/connect-sessions/authorization-steps.ts";
import type { TicketHolder } from "../../../domain/connect-sessions/authorization.ts";
import type { ProviderResponse } from "../../../domain/connect-sessions/authorization-response.ts";
import type { AuthorizationPages, Page } from "../../connect/authorization-site.ts";
import { acceptedLanguages, headerValues } from "../reading.ts";
import { browserCookie, browserSecretIn, isOwnForm, isTopLevel, queryOf, readFormFields } from "../browser-requests.ts";
import { logOf } from "../observed.ts";
import { toServiceError, describeDefect } from "../problems.ts";

/** The steps of an authorization. */
export type Authorizations = {
  open(holder: TicketHolder): Promise<AuthorizationStep>;
  decide(holder: TicketHolder, form: { token: string; decision: "continue" | "cancel" }): Promise<AuthorizationStep>;
  take(respond: ProviderResponse): Promise<AuthorizationStep>;
};

/** Dependencies of the routes. `publicUrl` returns the service's external base URL. */
export type AuthorizationParts = {
  app: FastifyInstance;
  authorizations: Authorizations;
  pages: AuthorizationPages;
  /** The document about svc's app at a provider; null if it has no such app. */
  clientDocument: (provider: string) => object | null;
  publicUrl: () => string;
};

const formBytesMax = 4096;

/** Registers the routes. There is no HEAD, because it would open a ticket without showing the page. */
export function serveAuthorization(parts: AuthorizationParts): void {
  const { authorizations } = parts;
  serve(parts, "GET", "authorize", (request) => authorizations.open(findHolder(parts, request)));
  serve(parts, "POST", "authorize", async (request) => {
    const form = isOwnForm(request, new URL(parts.publicUrl()).origin) ? readForm(request) : null;
    return form === null ? problemStep("form_refused") : authorizations.decide(findHolder(parts, request), form);
  });
  serve(parts, "GET", "callback", (request) => {
    const { provider, browserSecret } = findHolder(parts, request);
    return authorizations.take({ provider, browserSecret, response: queryOf(request) });
  });
  serveClientDocument(parts);
}

/** The document about svc's app, which an authorization server reads (contract §5.4). It is public. */
function serveClientDocument({ app, clientDocument }: AuthorizationParts): void {
  app.get<{ Params: { provider: string } }>(
    "/connect/oauth/:provider(^[^/:]+$)/client.json",
    { config: { path: "/connect/oauth/{provider}/client.json", group: "connect" } },
    (request, reply) => {
      const document = clientDocument(request.params.provider);
      if (document === null) throw new ServiceError("NOT_FOUND");
      return reply.header("cache-control", "public, max-age=300").send(document);
    },
  );
}

function serve(
  parts: AuthorizationParts,
  method: "GET" | "POST",
  name: "authorize" | "callback",
  step: (request: FastifyRequest) => Promise<AuthorizationStep>,
): void {
  parts.app.route({
    method,
    url: `/connect/oauth/:provider(^[^/:]+$)/${name}`,
    exposeHeadRoute: false,
    config: {
      path: `/connect/oauth/{provider}/${name}`,
      bodyBytesMax: method === "POST" ? formBytesMax : 0,
      group: "connect",
      refuse: (request: FastifyRequest, reply: FastifyReply) =>
        send(reply, { ...parts.pages.problem("overloaded", languagesOf(request)), status: 429 }),
    },
    handler: async (request, reply) => {
      const accepted = languagesOf(request);
      if (!isTopLevel(request)) return send(reply, parts.pages.problem("framed", accepted));
      try {
        return respond(parts, reply, accepted, await step(request));
      } catch (error) {
        const known = toServiceError(error);
        if (known.code === "INTERNAL" && !(error instanceof ServiceError)) {
          logOf(request).error({ defect: describeDefect(error) }, "defect");
        }
        return send(reply, parts.pages.problem(known.code === "OVERLOADED" ? "overloaded" : "server", accepted));
      }
    },
  });
}

function respond(
  parts: AuthorizationParts,
  reply: FastifyReply,
  accepted: readonly string[],
  step: AuthorizationStep,
): FastifyReply {
  const isSecure = parts.publicUrl().startsWith("https:");
  if (step.keepSecret !== null) reply.header("set-cookie", browserCookie(isSecure, step.keepSecret));
  if (step.kind === "redirect") {
    const headers = { location: step.url, "cache-control": "no-store", "referrer-policy": "no-referrer" };
    return reply.code(303).headers(headers).send();
  }
  const languages = step.languages.length > 0 ? step.languages : accepted;
  if (step.kind === "consent") return send(reply, parts.pages.consent(step.consent, languages));
  return send(reply, parts.pages.problem(step.problem, languages, step.about));
}

function languagesOf(request: FastifyRequest): string[] {
  return acceptedLanguages(headerValues(request.raw.rawHeaders, "accept-language"));
}

function send(reply: FastifyReply, { status, headers, html }: Page): FastifyReply {
  return reply.code(status).headers(headers).send(html);
}

function problemStep(problem: "form_refused"): AuthorizationStep {
  return { kind: "problem", problem, about: null, languages: [], keepSecret: null };
}

function readForm(request: FastifyRequest): { token: string; decision: "continue" | "cancel" } | null {
  const fields = readFormFields(request);
  const [token, decision] = [fields?.get("token"), fields?.get("decision")];
  if (token === undefined || (decision !== "continue" && decision !== "cancel")) return null;
  return { token, decision };
}

function findHolder(parts: AuthorizationParts, request: FastifyRequest): TicketHolder {
  const { provider = "" } = request.params as { provider?: string };
  const [ticket = "", ...others] = queryOf(request).getAll("ticket");
  return { provider, ticket: others.length === 0 ? ticket : "", browserSecret: readSecret(parts, request) };
}

function readSecret(parts: AuthorizationParts, { raw }: FastifyRequest): string | null {
  return browserSecretIn(parts.publicUrl().startsWith("https:"), headerValues(raw.rawHeaders, "cookie"));
}
