/**
 * The frontend API (contract §5.4) with its CORS: a preflight is answered for any origin and without credentials; the real
 * answer names an origin only once that origin has been found to be the session's.
 */
import {
  operations,
  ServiceError,
  type AskConnectStatus,
  type ExchangeConnectToken,
  type Operation,
} from "@svc/contract";
import type { FastifyInstance } from "fastify";
import type { ConnectFrontend } from "../../connect/frontend.ts";
import { readBearer } from "../../service-clients/authenticate.ts";
import { acceptedLanguages } from "../accepted-languages.ts";
import type { Reply, RequestContext } from "../context.ts";
import { routePattern, servePublic } from "../routes.ts";

/** Codes that are thrown before the origin is known to be the session's. */
const beforeOrigin: ReadonlySet<string> = new Set(["CONNECT_TOKEN_INVALID", "ORIGIN_NOT_ALLOWED"]);

/** Registers the routes. `publicUrl` gives the service's external base URL. */
export function serveFrontend(
  deps: { app: FastifyInstance; publicUrl: () => string },
  services: { frontend: ConnectFrontend },
): void {
  const { frontend } = services;
  const serve = (operation: Operation, answer: Answer): void => {
    servePublic(deps, operation, (context) => {
      const origin = originOf(context, operation.method === "GET" ? deps.publicUrl() : null);
      return withCors(context, origin, answer);
    });
    servePreflight(deps.app, operation);
  };
  serve(operations.exchangeConnectToken, (origin, _secret, context) => {
    const { token, proof } = context.body() as ExchangeConnectToken;
    return frontend.exchange(origin, token, languagesOf(context), proof);
  });
  serve(operations.submitCredential, (origin, secret, context) => frontend.credential(origin, secret, context.body()));
  serve(operations.authorizeConnectSession, (origin, secret, context) =>
    frontend.authorize(origin, secret, languagesOf(context)),
  );
  serve(operations.cancelFrontendSession, (origin, secret) => frontend.cancel(origin, secret));
  serve(operations.getFrontendSession, (origin, secret, context) =>
    frontend.session(origin, secret, languagesOf(context)),
  );
  serve(operations.getConnectStatus, (origin, _secret, context) =>
    frontend.status(origin, (context.body() as AskConnectStatus).token),
  );
}

type Answer = (origin: string | null, secret: string | null, context: RequestContext) => Promise<unknown>;

/**
 * The origin that a request comes from, null where nothing says it. Browsers leave `Origin` out of a GET to a page's own
 * origin; there `Sec-Fetch-Site: same-origin`, which no script can set, says the same.
 */
function originOf(context: RequestContext, ownUrl: string | null): string | null {
  const origins = context.header("origin");
  if (origins.length > 0 || ownUrl === null) return origins.length === 1 ? (origins[0] ?? null) : null;
  const sites = context.header("sec-fetch-site");
  return sites.length === 1 && sites[0] === "same-origin" ? new URL(ownUrl).origin : null;
}

function languagesOf(context: RequestContext): string[] {
  return acceptedLanguages(context.header("accept-language"));
}

async function withCors(context: RequestContext, origin: string | null, answer: Answer): Promise<Reply> {
  const headers: Record<string, string> = { "cache-control": "no-store", vary: "Origin" };
  const allowed = {
    "access-control-allow-origin": origin ?? "",
    "access-control-expose-headers": "x-request-id, retry-after",
  };
  try {
    const body = await answer(origin, readBearer(context.header("authorization")), context);
    return { body, headers: { ...headers, ...allowed } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const shown = origin !== null && !beforeOrigin.has(error.code) && error.code !== "INVALID_REQUEST";
    return { problem: error, headers: shown ? { ...headers, ...allowed } : headers };
  }
}

function servePreflight(app: FastifyInstance, operation: Operation): void {
  app.options(routePattern(operation.path), (_request, reply) =>
    reply
      .code(204)
      .headers({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": `${operation.method}, OPTIONS`,
        "access-control-allow-headers": "authorization, content-type, x-request-id",
        "access-control-max-age": "600",
      })
      .send(),
  );
}
