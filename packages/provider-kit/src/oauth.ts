/** Credentials that a provider's authorization server issues (OAuth 2.0 authorization code, RFC 6749 §4.1). */
import type { ProviderAccount } from "./account.ts";
import type { ReadPort } from "./request.ts";

/** The contents of a token response, as the vault stores them. */
export type OAuthCredential = {
  accessToken: string;
  /** Null if the server doesn't issue one; then the access token can't be refreshed. */
  refreshToken: string | null;
  /** When the access token expires, in milliseconds since the epoch; null if the server doesn't say. */
  expiresAt: number | null;
  /** The granted scopes. */
  scopes: readonly string[];
  /** What the auth declares as `connectionFacts`; absent if it declares none. */
  facts?: Readonly<Record<string, string>>;
};

/**
 * A fact about a connection that isn't secret, such as its workspace id. It's determined once, when the user connects.
 */
export type ConnectionFact = {
  /** The path of the fact in the token response. Without it, `discover` finds the fact. */
  member?: readonly string[];
  /**
   * A regular expression without flags, from `^` to `$`, that every value has to match. A whole number, `true` and
   * `false` are read as text.
   */
  pattern: string;
  /** Whether a connection can work without the fact. */
  optional?: boolean;
};

/** How to revoke a token (RFC 7009), at the origin of the token endpoint. */
export type RevocationEndpoint = {
  path: readonly string[];
  /**
   * The token whose revocation revokes everything the user granted. Without a refresh token, the access token is sent.
   */
  revokes: "access_token" | "refresh_token";
  /**
   * How the request authenticates: as the app, like at the token endpoint; with the access token as a bearer token, and
   * without a body; with only the token in its body; or with the app's secret as a bearer token, and its ID in the body.
   */
  authentication: "app" | "bearer" | "none" | "secret";
  /** The fact of the connection, and the field that has it in the body, if the request has no token. */
  names?: { fact: string; field: string };
  /** Whether the provider documents `token_type_hint` (RFC 7009 §2.1). It is sent only if so. */
  sendsHint?: boolean;
};

/** A provider's authorization server. Everything is fixed in code; nothing is discovered at run time. */
export type AuthorizationServer = {
  /** Scheme, host and port. */
  origin: string;
  /** Path segments of its authorization endpoint; an empty last one makes the path end in a slash. */
  authorizationPath: readonly string[];
  /** Path segments of its token endpoint, likewise. */
  tokenPath: readonly string[];
  /** The accepted values of `iss` (RFC 9207). An authorization response with any other value is from another server. */
  issuers: readonly string[];
  /** Whether it always sends `iss`; if so, a response without one is rejected. */
  sendsIss: boolean;
  /** The origin of its token and revocation endpoints; `origin` by default. */
  tokenOrigin?: string;
  /**
   * How the app authenticates at the token and revocation endpoints (RFC 6749 §2.3.1). `client_secret_basic` encodes
   * the id and the secret like form fields first, as the RFC says; `client_secret_basic_unencoded` doesn't, for servers
   * that don't decode them. Choose what the provider's own client sends. With `none`, the app has no secret, and only
   * PKCE binds a code to it.
   */
  clientAuthentication: "client_secret_post" | "client_secret_basic" | "client_secret_basic_unencoded" | "none";
  /**
   * Whether the app is the document that svc serves, whose address is the client ID (OAuth Client ID Metadata Document).
   * Then no operator registers one.
   */
  appIsDocument?: boolean;
  /** The body format of requests to the token and revocation endpoints: `form` (RFC 6749 §4.1.3) by default. */
  tokenRequest?: "form" | "json";
  /**
   * Whether it documents PKCE (RFC 7636); true by default. Without PKCE, only the state binds the response to the
   * browser.
   */
  pkce?: boolean;
  /** The allowed values of `token_type`, in lowercase; null if it may be absent. Only `bearer` by default. */
  tokenTypes?: readonly (string | null)[];
  /** The separator of scopes in the authorization request; a space (RFC 6749 §3.3) by default. */
  scopeSeparator?: " " | ",";
  /** Further scope parameters, such as `user_scope`, each with the scopes to request in it instead of in `scope`. */
  scopeParameters?: Readonly<Record<string, readonly string[]>>;
  /** The path of the scopes in the token response, as one text or as a list; `scope` by default. */
  scopeMember?: readonly string[];
  /**
   * The age, in seconds, at which to refresh an access token whose response doesn't say when it expires. Such a token
   * is also refreshed if the provider refuses it.
   */
  refreshAfterSeconds?: number;
  /** How to revoke a token. Used only if the operator enables it. */
  revocation?: RevocationEndpoint;
  /** The path of the error code in a refusal that has no `error` (RFC 6749 §5.2), if it has one elsewhere. */
  errorMember?: readonly string[];
  /** Error codes of its token endpoint, besides `invalid_grant`, that mean the code or the refresh token is invalid. */
  invalidGrantErrors?: readonly string[];
  /** Additional parameters for the authorization request, if the provider needs any. */
  authorizationParameters?: Readonly<Record<string, string>>;
  /** Additional parameters for token requests, such as `resource` (RFC 8707). */
  tokenParameters?: Readonly<Record<string, string>>;
};

/** The scopes in a token response, and those that were requested. */
export type ScopeResponse = {
  /** The response's `scope`, or its `scopeMember` with the items of a list joined by spaces; null if it has none. */
  scope: string | null;
  accessToken: string;
  /** The requested scopes. */
  requested: readonly string[];
};

/** Credentials obtained through the provider's own consent page. */
export type OAuthAuth = {
  kind: "oauth2_authorization_code";
  server: AuthorizationServer;
  /** Returns a token's scopes. A response without scopes grants the requested ones (RFC 6749 §5.1). */
  grantedScopes: (response: ScopeResponse) => readonly string[];
  /** Whether a token may be sent to the provider; any token by default. Without it, the connection gets no credential. */
  acceptsToken?: (accessToken: string) => boolean;
  /** The scopes that a scope includes, if the provider's scopes nest: scope → included scopes. */
  impliedScopes: Readonly<Record<string, readonly string[]>>;
  /** For each scope that an action may require: a description for the person who grants it. */
  scopeWords: Readonly<Record<string, string>>;
  /**
   * Scopes that allow more than the actions that require them, because the provider offers nothing narrower. The
   * consent page says so.
   */
  broadScopes?: readonly string[];
  /** The kind of a credential, such as `oauth_app_token`. */
  credentialKind: (credential: OAuthCredential) => string;
  /** The headers that carry the credential. */
  headers: (credential: OAuthCredential) => Readonly<Record<string, string>>;
  /** The secret part of a token whose other parts are public, such as the account's ID; the whole token by default. */
  secretPart?: (token: string) => string;
  /** Facts about a connection, by lowercase name. */
  connectionFacts?: Readonly<Record<string, ConnectionFact>>;
  /** Reads facts that aren't in the token response, before `identify`. Its requests have no `connectionPath`. */
  discover?: (provider: ReadPort) => Promise<Readonly<Record<string, string>>>;
  /** Asks the provider which account this credential belongs to, as for a static credential. */
  identify: (provider: ReadPort) => Promise<ProviderAccount>;
};

/** Returns the scopes to request: the union of the actions' scopes, in a stable order. */
export function scopesOf(actions: readonly { requiredScopes: readonly string[] }[]): string[] {
  return [...new Set(actions.flatMap(({ requiredScopes }) => requiredScopes))].sort();
}

/** Whether the granted scopes, with the scopes that they include, cover every required one. */
export function coversScopes(
  { impliedScopes }: Pick<OAuthAuth, "impliedScopes">,
  granted: readonly string[],
  required: readonly string[],
): boolean {
  const held = new Set(granted);
  // Iterating a Set also visits entries added on the way, so nested scopes are found.
  for (const scope of held) for (const inner of impliedScopes[scope] ?? []) held.add(inner);
  return required.every((scope) => held.has(scope));
}
