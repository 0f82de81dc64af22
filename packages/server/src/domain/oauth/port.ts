/** The token endpoint of a provider's authorization server, as the domain sees it; token-endpoint.ts implements it. */
import type { OAuthAuth, OAuthCredential, Provider } from "@svc/provider-kit";
import type { OAuthApp } from "./app.ts";

/** The authorization server's parameters at the callback, unchanged. */
export type AuthorizationResponse = URLSearchParams;

/**
 * The result of a token request.
 * `refused` is only the server's documented refusal (RFC 6749 §5.2). `invalid_grant` invalidates the code or refresh
 * token; every other error is a fault in the app's registration or in this service and invalidates nothing. `unsure`
 * is every other fault, limit, doubt or lost response. Its `sent` says whether the request may have reached the server,
 * which may then have used up the code or rotated the refresh token. `local`: svc's own machine couldn't send it.
 */
export type TokenResult =
  | { kind: "granted"; credential: OAuthCredential }
  | { kind: "refused"; error: "invalid_grant" | "other" }
  | { kind: "unsure"; sent: boolean }
  | { kind: "local" };

/** A provider, its auth, the app that requests the token, and the scopes to request. */
export type TokenSubject = { provider: Provider; auth: OAuthAuth; app: OAuthApp; scopes: readonly string[] };

/** The token endpoint. Neither call throws for a server or network failure, and neither is repeated here. */
export type TokenEndpoint = {
  /**
   * Exchanges an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5).
   * @param grant.verifier the PKCE code verifier; @param grant.redirectUri exactly as sent to the authorization
   * endpoint.
   */
  exchangeCode(
    subject: TokenSubject,
    grant: { code: string; verifier: string; redirectUri: string },
  ): Promise<TokenResult>;
  /**
   * Refreshes the token (RFC 6749 §6). The new credential keeps the old refresh token if the response has none, the old
   * scopes if the response names none, and the connection's facts.
   */
  refresh(subject: TokenSubject, credential: OAuthCredential & { refreshToken: string }): Promise<TokenResult>;
};

/** The result of revoking a token. `reason` is a constant word or a status, with no text from the response. */
export type RevocationResult = { kind: "revoked" } | { kind: "failed"; reason: string };

/** Requests the revocation of a credential's token. Never repeated. Doesn't throw for a failure at the server. */
export type RevokeToken = (
  subject: Pick<TokenSubject, "provider" | "auth"> & { app: OAuthApp | undefined },
  credential: OAuthCredential,
) => Promise<RevocationResult>;
