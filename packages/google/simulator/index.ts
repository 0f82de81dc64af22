/** Google's side of a connection, for simulators of its APIs: the authorization server, and who the user is. */
import {
  authorizationPositions,
  authorizationRoutes,
  AuthorizationServer,
  authorizationSwitches,
  simulatedApp,
  type AuthorizationSwitches,
  type OAuthToken,
  type OpenRoute,
  type RegisteredApp,
  type Tokens,
  type WithAuthorization,
} from "@svc/simulator";

/** The user of every simulated Google API. */
export const googleUser = { id: "105512345678901234567", name: "Alex Rivera", email: "alex@example.com" } as const;

/** The switches of Google's authorization server: its refresh tokens stay, and a refresh response has none. */
export const googleSwitches: Readonly<AuthorizationSwitches> = {
  ...authorizationSwitches,
  accessTokenSeconds: 3599,
  refreshTokens: "stay",
};

/** The positions of those switches. */
export const googlePositions = authorizationPositions;

/** What a simulator has of its own. */
export interface GoogleParts {
  readonly app: RegisteredApp;
  readonly tokens: Tokens<OAuthToken>;
  readonly switches: () => AuthorizationSwitches;
}

/** The app of a simulated API in the sandbox. */
export function googleApp(slug: string): RegisteredApp {
  return simulatedApp(slug);
}

/** An authorization server like Google's. */
export function googleAuthorization({ app, tokens, switches }: GoogleParts): AuthorizationServer {
  return new AuthorizationServer({
    name: "Google",
    apps: [app],
    users: () => [{ login: googleUser.email, name: googleUser.name }],
    tokens,
    switches,
    clientAuthentication: ["post"],
    // Without `access_type=offline` there is no refresh token.
    givesRefreshToken: ({ query }) => query.get("access_type") === "offline",
    tokenText: ({ kind, random }) => (kind === "access" ? `ya29.${random}` : `1//${random}`),
    redirectParameters: (result) => ("scopes" in result ? { scope: result.scopes.join(" "), authuser: "0" } : {}),
    revocation: { authentication: "none", ends: "grant" },
  });
}

/** The routes of the authorization server. Its three hosts are one here. */
export const googleRoutes: Readonly<Record<string, OpenRoute<WithAuthorization>>> = authorizationRoutes({
  authorize: "/o/oauth2/v2/auth",
  token: "/token",
  revoke: "/revoke",
});

/** The response to `GET /oauth2/v3/userinfo`. */
export const userInfo = { sub: googleUser.id, email: googleUser.email, email_verified: true } as const;
