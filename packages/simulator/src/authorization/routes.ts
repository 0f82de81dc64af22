/** The endpoints of an authorization server as entries of `simulatedApi`, and its control commands. */
import { SimControlError } from "../api.ts";
import type { SimCommand } from "../api.ts";
import type { OpenRoute } from "../store/simulated-api.ts";
import { controlText } from "../store/start.ts";
import { answerAuthorize, answerDecision } from "./authorize.ts";
import { answerRevocation, answerToken } from "./token.ts";
import type { AuthorizationServer } from "./server.ts";

/** A store with an authorization server. */
export interface WithAuthorization {
  readonly authorization: AuthorizationServer;
}

/** The paths of the endpoints. `revoke` is for servers that declare `revocation`. */
export interface AuthorizationPaths {
  readonly authorize: string;
  readonly token: string;
  readonly revoke?: string;
}

/**
 * The routes of the store's authorization server. A simulator declares the server in its store, and spreads the routes:
 *
 * ```ts
 * export const bigBoxApp = simulatedApp("big-box");
 *
 * const switches: SwitchTable<Switches> = {
 *   defaults: { ...commonSwitches, ...authorizationSwitches, accessTokenSeconds: 7200 },
 *   positions: authorizationPositions,
 * };
 *
 * class BigBoxStore extends Store<Switches> {
 *   readonly tokens = this.keep(new Tokens<OAuthToken>());
 *   readonly authorization = this.keep(
 *     new AuthorizationServer({
 *       name: "Big Box",
 *       apps: [bigBoxApp],
 *       users: () => [{ login: "ada" }],
 *       tokens: this.tokens,
 *       switches: () => this.switches,
 *       clientAuthentication: ["post"],
 *     }),
 *   );
 * }
 *
 * const api = simulatedApi<BigBoxStore, OAuthToken>({
 *   routes: {
 *     ...authorizationRoutes({ authorize: "/oauth/authorize", token: "/oauth/token" }),
 *     "GET /boxes": { run: listBoxes, anyScope: ["boxes:read"] },
 *   },
 *   caller: ({ headers, timeMs }, { tokens }) => tokens.find(tokenIn(headers), timeMs) ?? refuse401(),
 *   scopesOf: ({ scopes }) => scopes,
 *   refused,
 * });
 *
 * startStore({ api, world, commands: authorizationCommands(world, nowMs) });
 * ```
 */
export function authorizationRoutes({
  authorize,
  token,
  revoke,
}: AuthorizationPaths): Readonly<Record<string, OpenRoute<WithAuthorization>>> {
  return {
    [`GET ${authorize}`]: { respond: (request, { authorization }) => answerAuthorize(request, authorization) },
    [`POST ${authorize}`]: { respond: (request, { authorization }) => answerDecision(request, authorization) },
    [`POST ${token}`]: { respond: (request, { authorization }) => answerToken(request, authorization) },
    ...(revoke === undefined
      ? {}
      : { [`POST ${revoke}`]: { respond: (request, { authorization }) => answerRevocation(request, authorization) } }),
  };
}

/**
 * Control commands: `issue-token {login, client_id, scopes}`, `revoke-token {token}` (its value or name) and
 * `revoke-authorization {login, client_id}`.
 */
export function authorizationCommands(
  { authorization }: WithAuthorization,
  nowMs: () => number = Date.now,
): Readonly<Record<string, SimCommand>> {
  return {
    "issue-token": (body) => {
      const scopes = controlText(body, "scopes").split(" ").filter(Boolean);
      const login = controlText(body, "login");
      const { pair } = authorization.issueFor(login, controlText(body, "client_id"), scopes, nowMs());
      return { access_token: pair.access.value, refresh_token: pair.refresh };
    },
    "revoke-token": (body) => {
      if (!authorization.options.tokens.revoke(controlText(body, "token"))) throw new SimControlError("no such token");
      return {};
    },
    "revoke-authorization": (body) => {
      authorization.revokeAuthorization(authorization.user(controlText(body, "login")), controlText(body, "client_id"));
      return {};
    },
  };
}
