/**
 * The door of the way to a provider and back (contract §5.4): the page that says what is agreed to, its form, and the
 * callback. All three are for a browser's own window; each answers with a page or a redirect, never with JSON.
 */
import { ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuthorizationStep } from "../../../domain/connect-sessions/authorization-steps.ts";
import type { TicketHolder } from "../../../domain/connect-sessions/authorization.ts";
import type { ProviderAnswer } from "../../../domain/connect-sessions/authorization-answer.ts";
import type { AuthorizationPages, Page } from "../../connect/authorization-site.ts";
import { acceptedLanguages } from "../accepted-languages.ts";
import { browserCookie, secretsIn } from "../browser-cookie.ts";
import { logOf } from "../observed.ts";
import { serviceErrorOf, traceOf } from "../problems.ts";
import { headerValues } from "../reading.ts";

/** What the steps of an authorization are. */
export type Authorizations = {
  open(holder: TicketHolder): Promise<AuthorizationStep>;
  decide(holder: TicketHolder, form: { token: string; decision: "continue" | "cancel" }): Promise<AuthorizationStep>;
  take(answer: ProviderAnswer): Promise<AuthorizationStep>;
};

/** What the door is made from. `publicUrl` gives the service's external base URL. */
export type AuthorizationDoor = {
  app: FastifyInstance;
  authorizations: Authorizations;
  pages: AuthorizationPages;
  publicUrl: () => string;
};

const formBytesMax = 4096;

/** Registers the routes. HEAD has none: it would open a ticket that nobody sees. */
export function serveAuthorization(door: AuthorizationDoor): void {
  const { authorizations } = door;
  serve(door, "GET", "authorize", (request) => authorizations.open(holderOf(door, request)));
  serve(door, "POST", "authorize", async (request) => {
    const form = isOwnForm(request, new URL(door.publicUrl()).origin) ? readForm(request) : null;
    return form === null ? problemStep("form_refused") : authorizations.decide(holderOf(door, request), form);
  });
  serve(door, "GET", "callback", (request) => {
    const { provider, secrets } = holderOf(door, request);
    return authorizations.take({ provider, secrets, response: queryOf(request) });
  });
}

function serve(
  door: AuthorizationDoor,
  method: "GET" | "POST",
  name: "authorize" | "callback",
  step: (request: FastifyRequest) => Promise<AuthorizationStep>,
): void {
  door.app.route({
    method,
    url: `/connect/oauth/:provider(^[^/:]+$)/${name}`,
    exposeHeadRoute: false,
    config: { path: `/connect/oauth/{provider}/${name}`, bodyBytesMax: method === "POST" ? formBytesMax : 0 },
    handler: async (request, reply) => {
      const accepted = acceptedLanguages(headerValues(request.raw.rawHeaders, "accept-language"));
      if (!isTopLevel(request)) return send(reply, door.pages.problem("framed", accepted));
      try {
        return answer(door, request, reply, accepted, await step(request));
      } catch (error) {
        const known = serviceErrorOf(error);
        if (known.code === "INTERNAL" && !(error instanceof ServiceError)) {
          logOf(request).error({ defect: traceOf(error) }, "defect");
        }
        return send(reply, door.pages.problem(known.code === "OVERLOADED" ? "overloaded" : "server", accepted));
      }
    },
  });
}

function answer(
  door: AuthorizationDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  accepted: readonly string[],
  step: AuthorizationStep,
): FastifyReply {
  const isSecure = door.publicUrl().startsWith("https:");
  if (step.browser !== null) {
    reply.header("set-cookie", browserCookie(isSecure, secretsOf(door, request), step.browser));
  }
  if (step.kind === "redirect") {
    const headers = { location: step.url, "cache-control": "no-store", "referrer-policy": "no-referrer" };
    return reply.code(303).headers(headers).send();
  }
  const languages = step.languages.length > 0 ? step.languages : accepted;
  if (step.kind === "consent") return send(reply, door.pages.consent(step.consent, languages));
  return send(reply, door.pages.problem(step.problem, languages, step.about));
}

function send(reply: FastifyReply, { status, headers, html }: Page): FastifyReply {
  return reply.code(status).headers(headers).send(html);
}

function problemStep(problem: "form_refused"): AuthorizationStep {
  return { kind: "problem", problem, about: null, languages: [], browser: null };
}

/**
 * Whether a browser shows the answer in a window or tab of its own. What it only fetches ahead is not shown to anybody,
 * and would open the ticket all the same. A browser too old to say is believed.
 */
function isTopLevel({ raw }: FastifyRequest): boolean {
  const values = (name: string): string[] => headerValues(raw.rawHeaders, name);
  const destinations = values("sec-fetch-dest");
  const isAhead = ["sec-purpose", "purpose", "x-moz"].some((name) => values(name).join().includes("prefetch"));
  return !isAhead && destinations.every((destination) => destination === "document") && destinations.length <= 1;
}

/**
 * Whether nothing says that a form was sent by a page of somebody else's. With `no-referrer` a browser's `Origin` is `null`
 * even on our page, and `Sec-Fetch-Site`, which no page can set, says it instead; a browser too old to say is believed, for
 * only our page knows the form's token.
 */
function isOwnForm({ raw }: FastifyRequest, ownOrigin: string): boolean {
  const origins = headerValues(raw.rawHeaders, "origin");
  const sites = headerValues(raw.rawHeaders, "sec-fetch-site");
  if (origins.length > 1 || sites.length > 1 || (sites.length === 1 && sites[0] !== "same-origin")) return false;
  const [origin = "null"] = origins;
  return origin === ownOrigin || origin === "null";
}

function readForm({ raw, body }: FastifyRequest): { token: string; decision: "continue" | "cancel" } | null {
  const type = headerValues(raw.rawHeaders, "content-type").join();
  if (!(body instanceof Uint8Array)) return null;
  if (!/^application\/x-www-form-urlencoded\s*(?:;.*)?$/i.test(type)) return null;
  const form = new URLSearchParams(Buffer.from(body).toString("utf8"));
  const [token, ...tokens] = form.getAll("token");
  const [decision, ...decisions] = form.getAll("decision");
  const isOnce = tokens.length === 0 && decisions.length === 0;
  if (token === undefined || !isOnce || (decision !== "continue" && decision !== "cancel")) return null;
  return { token, decision };
}

function holderOf(door: AuthorizationDoor, request: FastifyRequest): TicketHolder {
  const { provider = "" } = request.params as { provider?: string };
  const [ticket = "", ...others] = queryOf(request).getAll("ticket");
  return { provider, ticket: others.length === 0 ? ticket : "", secrets: secretsOf(door, request) };
}

function secretsOf(door: AuthorizationDoor, { raw }: FastifyRequest): readonly string[] {
  return secretsIn(door.publicUrl().startsWith("https:"), headerValues(raw.rawHeaders, "cookie"));
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : url.slice(at + 1));
}
