/** An API's declaration of its authorization server. The defaults are those of RFC 6749, 7009 and 7636. */
import type { SimResponse } from "../api.ts";
import type { Token, Tokens } from "../store/tokens.ts";
import type { RegisteredApp } from "./apps.ts";
import type { AuthorizationSwitches } from "./switches.ts";

/** An access token of the server. */
export interface OAuthToken extends Token {
  /** The login of the user who authorized it. */
  readonly user: string;
  readonly clientId: string;
  /** The scope parameter for which it was issued: `scope`, or one of the server's own. */
  readonly parameter: string;
}

/** A user who can authorize. */
export interface ConsentingUser {
  /** The name that a person selects on the page, and that `autoApprove` names. */
  readonly login: string;
  readonly name?: string;
}

/** An access token and the values issued with it. */
export interface TokenPair {
  readonly access: OAuthToken;
  /** Null if there is none, or if the old one stays valid. */
  readonly refresh: string | null;
  /** Null if the response doesn't say. */
  readonly expiresIn: number | null;
}

/** A successful issue of the token endpoint. */
export interface Issued {
  readonly app: RegisteredApp;
  readonly user: string;
  /** Whether it was issued for a refresh token. */
  readonly isRefresh: boolean;
  /** The only pair, or the first: that of `scope`, otherwise of the server's own scope parameter. */
  readonly pair: TokenPair;
  /** The pairs by scope parameter. */
  readonly pairs: Readonly<Record<string, TokenPair>>;
}

/** Why the token endpoint refuses a request. */
export interface TokenFailure {
  /** The code of RFC 6749 §5.2. */
  readonly error: "invalid_client" | "invalid_grant" | "invalid_request" | "unsupported_grant_type";
  /** The part of the request that is wrong. */
  readonly about: "client" | "code" | "verifier" | "redirect_uri" | "refresh_token" | "grant_type" | "body";
}

/** Why the browser is redirected back without a code (RFC 6749 §4.1.2.1). */
export type AuthorizationError = "access_denied" | "invalid_request" | "invalid_scope" | "unsupported_response_type";

/** How long tokens live, and what replaces them. */
export type TokenLifetimes = Pick<
  AuthorizationSwitches,
  "accessTokenSeconds" | "refreshTokenSeconds" | "refreshTokens" | "tellsExpiry"
>;

/** The revocation endpoint (RFC 7009). */
export interface RevocationOptions {
  /**
   * How the request authenticates: as at the token endpoint, with the token as a bearer token, or with it in the body.
   */
  readonly authentication: "app" | "bearer" | "none";
  /** What is revoked: everything that the user granted the app (the default), or only this token. */
  readonly ends?: "grant" | "token";
  /** The response for a known or an unknown token; by default 200 without a body for both. */
  readonly respond?: (isKnown: boolean) => SimResponse;
}

/** How a simulated authorization server behaves: its apps, users, tokens and lifetimes. */
export interface AuthorizationOptions {
  /** The provider's name on the page. */
  readonly name: string;
  readonly apps: readonly RegisteredApp[];
  readonly users: () => readonly ConsentingUser[];
  readonly tokens: Tokens<OAuthToken>;
  readonly switches: () => AuthorizationSwitches;
  /** The ways in which apps can authenticate. Only `basic` decodes the id and the secret (RFC 6749 §2.3.1). */
  readonly clientAuthentication: readonly ("post" | "basic" | "basic_unencoded")[];
  /** The format of requests to the token and revocation endpoints; `form` by default. */
  readonly tokenRequest?: "form" | "json" | "either";
  /** The fields of requests to each endpoint; a request with another one is refused. Without it, others are ignored. */
  readonly knownFields?: { readonly token: readonly string[]; readonly revocation: readonly string[] };
  /** The separator of scopes in requests and answers; a space by default. */
  readonly scopeSeparator?: " " | ",";
  /**
   * Further scope parameters: with their own token (Slack's `user_scope`), or for the same token (`optional_scope`).
   */
  readonly scopeParameters?: Readonly<Record<string, "own token" | "same token">>;
  /** If set, a request for any other scope is refused with `invalid_scope`. */
  readonly knownScopes?: readonly string[];
  /** `optional` by default; `ignored` by servers without PKCE. */
  readonly pkce?: "required" | "optional" | "ignored";
  /** Whether this authorization issues a refresh token; by default always. */
  readonly givesRefreshToken?: (asked: { query: URLSearchParams; scopes: readonly string[] }) => boolean;
  /** The lifetimes of one app's tokens, where they differ from the switches. */
  readonly lifetimesOf?: (app: RegisteredApp) => Partial<TokenLifetimes>;
  /** Makes tokens look like the provider's own, from 36 letters and digits. */
  readonly tokenText?: (part: {
    app: RegisteredApp;
    kind: "access" | "refresh";
    parameter: string;
    random: string;
  }) => string;
  /** The body of a token response; by default that of RFC 6749 §5.1. */
  readonly tokenResponse?: (issued: Issued) => Readonly<Record<string, unknown>>;
  /** The response to a refused token request; by default that of RFC 6749 §5.2. */
  readonly tokenRefusal?: (failure: TokenFailure) => SimResponse;
  /** Additional parameters of the redirect back to the app. */
  readonly redirectParameters?: (
    result: { error: AuthorizationError } | { user: string; scopes: readonly string[] },
  ) => Readonly<Record<string, string>>;
  readonly revocation?: RevocationOptions;
}
