/** Credentials that a provider's authorization server gives out (OAuth 2.0 authorization code, RFC 6749 §4.1). */
import type { ProviderAccount } from "./account.ts";
import type { ReadPort } from "./request.ts";

/** What a token response comes to, as the vault keeps it. */
export type OAuthCredential = {
  accessToken: string;
  /** Null where the server gives none: then the access token cannot be renewed. */
  refreshToken: string | null;
  /** Until when the access token is good, in milliseconds since the epoch; null where the server does not say. */
  expiresAt: number | null;
  /** The scopes that it carries. */
  scopes: readonly string[];
};

/** A provider's authorization server: all of it fixed in code, none of it discovered at run time. */
export type AuthorizationServer = {
  /** Scheme, host and port. */
  origin: string;
  /** Path segments of its authorization endpoint. */
  authorizationPath: readonly string[];
  /** Path segments of its token endpoint. */
  tokenPath: readonly string[];
  /** The exact values that its `iss` (RFC 9207) may have; anything else in an authorization response is another server's. */
  issuers: readonly string[];
  /** Whether it always sends `iss`, so that a response without one is refused. */
  sendsIss: boolean;
  /** How the app authenticates at the token endpoint (RFC 6749 §2.3.1). */
  clientAuthentication: "client_secret_post" | "client_secret_basic";
  /** Error codes of its token endpoint, besides `invalid_grant`, that condemn the code or the refresh token. */
  invalidGrantErrors?: readonly string[];
  /** More parameters of the authorization request, where the provider wants any. */
  authorizationParameters?: Readonly<Record<string, string>>;
};

/** What a token response says of its scopes. */
export type ScopeAnswer = {
  /** The response's `scope`; null where it has none. */
  scope: string | null;
  accessToken: string;
  /** The scopes that were asked for. */
  requested: readonly string[];
};

/** Credentials by way of the provider's own consent page. */
export type OAuthAuth = {
  kind: "oauth2_authorization_code";
  server: AuthorizationServer;
  /** The scopes that a token carries. A response that names none grants what was requested (RFC 6749 §5.1). */
  grantedScopes: (answer: ScopeAnswer) => readonly string[];
  /** Which scopes a scope includes, where the provider's scopes nest: scope → the scopes inside it. */
  impliedScopes: Readonly<Record<string, readonly string[]>>;
  /** Each scope that an action may require in words for the person who grants it. */
  scopeWords: Readonly<Record<string, string>>;
  /** Names the kind of a credential, such as `oauth_app_token`. */
  credentialKind: (credential: OAuthCredential) => string;
  /** The headers that carry the credential. */
  headers: (credential: OAuthCredential) => Readonly<Record<string, string>>;
  /** Asks the provider whose credential this is; as a static credential's. */
  identify: (provider: ReadPort) => Promise<ProviderAccount>;
};

/** The scopes to ask for: the union of what the actions require, in a stable order. */
export function scopesOf(actions: readonly { requiredScopes: readonly string[] }[]): string[] {
  return [...new Set(actions.flatMap(({ requiredScopes }) => requiredScopes))].sort();
}

/** Whether granted scopes, with all that they include, hold every required one. */
export function coversScopes(
  { impliedScopes }: Pick<OAuthAuth, "impliedScopes">,
  granted: readonly string[],
  required: readonly string[],
): boolean {
  const held = new Set(granted);
  // A set that grows while it is walked visits what was added: scopes inside scopes are found.
  for (const scope of held) for (const inner of impliedScopes[scope] ?? []) held.add(inner);
  return required.every((scope) => held.has(scope));
}
