/**
 * GitHub's authorization server, as far as it differs from RFC 6749: its errors have status 200 and other names, and a
 * GitHub App's tokens expire. Follows docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps,
 * docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors and
 * docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens.
 */
import { createHash } from "node:crypto";
import { AuthorizationServer, authorizationRoutes, simulatedApp } from "@svc/simulator";
import type {
  OAuthToken,
  OpenRoute,
  RegisteredApp,
  SimRequest,
  SimResponse,
  TokenFailure,
  Tokens,
} from "@svc/simulator";
import type { Account, GithubApp } from "./model.ts";
import type { Switches } from "./switches.ts";

/** The app of a sandbox's operator. */
export const oauthApp: GithubApp = { ...simulatedApp("github"), kind: "oauth_app", installedOn: [] };

export const githubApp: GithubApp = {
  ...simulatedApp("github-app"),
  kind: "github_app",
  installedOn: ["octocat", "octo-org"],
};

const errors: Readonly<Record<TokenFailure["about"], string>> = {
  body: "bad_verification_code",
  client: "incorrect_client_credentials",
  code: "bad_verification_code",
  grant_type: "unsupported_grant_type",
  redirect_uri: "redirect_uri_mismatch",
  refresh_token: "bad_refresh_token",
  verifier: "bad_verification_code",
};

/** What the authorization server reads of a world. */
interface AuthorizedWorld {
  readonly accounts: ReadonlyMap<number, Account>;
  readonly tokens: Tokens<OAuthToken>;
  readonly switches: Switches;
  readonly authorization: AuthorizationServer;
}

/** The authorization server of a world. */
export function serverOf(world: Omit<AuthorizedWorld, "authorization">, apps: readonly GithubApp[]) {
  const kindOf = ({ clientId }: RegisteredApp) => apps.find((app) => app.clientId === clientId)?.kind ?? "oauth_app";
  const doesExpire = (app: RegisteredApp): boolean => kindOf(app) === "github_app";
  return new AuthorizationServer({
    name: "GitHub",
    apps,
    users: () => [...world.accounts.values()].filter(({ type }) => type === "User"),
    tokens: world.tokens,
    switches: () => world.switches,
    clientAuthentication: ["post"],
    lifetimesOf: (app) => (doesExpire(app) ? {} : { accessTokenSeconds: 0, refreshTokens: "none" }),
    tokenText: ({ app, kind, random }) => `${kind === "refresh" ? "ghr" : doesExpire(app) ? "ghu" : "gho"}_${random}`,
    tokenResponse({ app, pair: { access, refresh, expiresIn } }) {
      const expiry = { expires_in: expiresIn, refresh_token: refresh, refresh_token_expires_in: 15_897_600 };
      const scope = doesExpire(app) ? "" : access.scopes.join();
      return { access_token: access.value, ...(doesExpire(app) ? expiry : {}), token_type: "bearer", scope };
    },
    tokenRefusal: ({ about }) => ({
      status: 200,
      headers: { "cache-control": "no-store" },
      json: { error: errors[about], error_description: `The ${about} is wrong.` },
    }),
  });
}

const tokenPath = "/login/oauth/access_token";

/** The routes of the authorization server. Tokens are in a form, unless the request accepts JSON. */
export function authorizationRoutesOfGithub(): Readonly<Record<string, OpenRoute<AuthorizedWorld>>> {
  const routes = authorizationRoutes({ authorize: "/login/oauth/authorize", token: tokenPath });
  const exchange = routes[`POST ${tokenPath}`];
  const respond = (request: SimRequest, world: AuthorizedWorld): SimResponse => {
    const response = exchange?.respond(request, world, {}) ?? { status: 404 };
    if ((request.headers["accept"] ?? "").includes("json")) return response;
    const { json, ...rest } = response;
    const text = new URLSearchParams(json as Record<string, string>).toString();
    return { ...rest, headers: { ...rest.headers, "content-type": "application/x-www-form-urlencoded" }, text };
  };
  return { ...routes, [`POST ${tokenPath}`]: { respond } };
}

/** A token of the default data, derived from its name so that no file contains it. */
export function seededToken(name: string, { kind }: GithubApp): string {
  const body = createHash("sha256").update(`simulated ${name}`).digest("hex").slice(0, 36);
  return `${kind === "github_app" ? "ghu_" : "gho_"}${body}`;
}

/** Whether one of the scopes is `needed` or includes it. */
export function hasScope(
  { scopes }: Pick<OAuthToken, "scopes">,
  needed: "repo" | "public_repo" | "read:user",
): boolean {
  const wider = { repo: [], public_repo: ["repo"], "read:user": ["user"] }[needed] as readonly string[];
  return scopes.some((scope) => scope === needed || wider.includes(scope));
}
