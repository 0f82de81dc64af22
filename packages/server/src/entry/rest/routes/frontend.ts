/**
 * The frontend API (contract §5.4) with CORS. Preflights are answered for any origin, without credentials. The actual
 * response names an origin only if it is the session's.
 */
import { operations, ServiceError, type Operation, type OperationId } from "@svc/contract";
import type { FastifyInstance } from "fastify";
import type { ConnectFrontend } from "../../../domain/connect-sessions/frontend.ts";
import type { FrontendRate } from "../../../domain/limits/rates.ts";
import { readBearer } from "../../../domain/service-clients/authenticate.ts";
import { acceptedLanguages } from "../reading.ts";
import { networkOf, type Reply, type RequestContext, type RequestFacts } from "../context.ts";
import { routePattern, servePublic, type Declared } from "../routes.ts";

/** Errors thrown before the origin is known to be the session's. */
const beforeOrigin: ReadonlySet<string> = new Set(["CONNECT_TOKEN_INVALID", "ORIGIN_NOT_ALLOWED"]);

/** Registers the routes. `publicUrl` returns the service's external base URL. */
export function serveFrontend(
  deps: { app: FastifyInstance; publicUrl: () => string },
  services: { frontend: ConnectFrontend; countCall: FrontendRate },
): void {
  const { frontend, countCall } = services;
  const serve = <Id extends OperationId>(
    operation: Declared<Id>,
    read: ReadSecret<RequestContext<Id>>,
    respond: Respond<RequestContext<Id>>,
  ): void => {
    servePublic({ ...deps, group: "connect" }, operation, (context, request) => {
      const origin = findOrigin(context, operation.method === "GET" ? deps.publicUrl() : null);
      const admitted = (): string | null => {
        const secret = read(context);
        countCall(networkOf(request), secret);
        return secret;
      };
      return withCors(origin, admitted, (secret) => respond({ origin, secret, context }));
    });
    servePreflight(deps.app, operation);
  };
  serve(operations.exchangeConnectToken, readToken, ({ origin, context }) => {
    const { token, proof } = context.body();
    return frontend.exchange(origin, token, readLanguages(context), proof);
  });
  serve(operations.submitCredential, readSessionSecret, ({ origin, secret, context }) =>
    frontend.credential(origin, secret, context.body()),
  );
  serve(operations.authorizeConnectSession, readSessionSecret, ({ origin, secret, context }) =>
    frontend.authorize(origin, secret, readLanguages(context)),
  );
  serve(operations.cancelFrontendSession, readSessionSecret, ({ origin, secret }) => frontend.cancel(origin, secret));
  serve(operations.getFrontendSession, readSessionSecret, ({ origin, secret, context }) =>
    frontend.session(origin, secret, readLanguages(context)),
  );
  serve(operations.getConnectStatus, readToken, ({ origin, context }) => frontend.status(origin, context.body().token));
}

/** Reads the secret that identifies a call's session; null if there is none. @throws ServiceError INVALID_REQUEST. */
type ReadSecret<Context> = (context: Context) => string | null;
type Call<Context> = { origin: string | null; secret: string | null; context: Context };
type Respond<Context> = (call: Call<Context>) => Promise<unknown>;

const readSessionSecret: ReadSecret<RequestFacts> = (context) => readBearer(context.header("authorization"));
const readToken: ReadSecret<{ body(): { token: string } }> = (context) => context.body().token;

/**
 * The origin of a request; null if unknown. Browsers omit `Origin` from a GET to a page's own origin. Then
 * `Sec-Fetch-Site: same-origin`, which scripts can't set, means the same.
 */
function findOrigin(context: RequestFacts, ownUrl: string | null): string | null {
  const origins = context.header("origin");
  if (origins.length > 0 || ownUrl === null) return origins.length === 1 ? (origins[0] ?? null) : null;
  const sites = context.header("sec-fetch-site");
  return sites.length === 1 && sites[0] === "same-origin" ? new URL(ownUrl).origin : null;
}

function readLanguages(context: RequestFacts): string[] {
  return acceptedLanguages(context.header("accept-language"));
}

/** @param admitted returns the call's secret, or throws before the session is looked up and its origin is known. */
async function withCors(
  origin: string | null,
  admitted: () => string | null,
  respond: (secret: string | null) => Promise<unknown>,
): Promise<Reply> {
  const headers: Record<string, string> = { "cache-control": "no-store", vary: "Origin" };
  const allowed = {
    "access-control-allow-origin": origin ?? "",
    "access-control-expose-headers": "x-request-id, retry-after",
  };
  let isLookedUp = false;
  try {
    const secret = admitted();
    isLookedUp = true;
    const body = await respond(secret);
    return { body, headers: { ...headers, ...allowed } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isKnown = isLookedUp && !beforeOrigin.has(error.code) && error.code !== "INVALID_REQUEST";
    return { problem: error, headers: origin !== null && isKnown ? { ...headers, ...allowed } : headers };
  }
}

function servePreflight(app: FastifyInstance, operation: Operation): void {
  app.options(routePattern(operation.path), { config: { group: "connect" } }, (_request, reply) =>
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
