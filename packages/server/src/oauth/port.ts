/** The token endpoint of a provider's authorization server as the domain sees it; token-endpoint.ts fills it. */
import type { OAuthAuth, OAuthCredential, Provider } from "@svc/provider-kit";

/** What the authorization server sent back to the callback, as it came: every parameter once. */
export type AuthorizationResponse = URLSearchParams;

/**
 * What the token endpoint came to.
 *
 * `refused` is the server's documented refusal (RFC 6749 §5.2) and nothing else: `invalid_grant` condemns the code or
 * refresh token; every other error is a fault of the app's registration or of ours and condemns nothing. `unsure` is every
 * fault, limit, doubt or lost answer; `sent` says whether the request may have reached the server, which may then have
 * spent the code or rotated the refresh token.
 */
export type TokenResult =
  | { kind: "granted"; credential: OAuthCredential }
  | { kind: "refused"; error: "invalid_grant" | "other" }
  | { kind: "unsure"; sent: boolean };

/** One provider with the auth and the scopes that a token is asked for. */
export type TokenSubject = { provider: Provider; auth: OAuthAuth; scopes: readonly string[] };

/** The token endpoint. Neither call throws for what a server or the network does, and neither is repeated here. */
export type TokenEndpoint = {
  /**
   * Exchanges an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5).
   * @param grant.verifier the PKCE code verifier; @param grant.redirectUri exactly as it was sent to the authorization
   *   endpoint.
   */
  exchangeCode(
    subject: TokenSubject,
    grant: { code: string; verifier: string; redirectUri: string },
  ): Promise<TokenResult>;
  /**
   * Renews (RFC 6749 §6). The credential that comes back carries the old refresh token where the answer has none, and the
   * old scopes where the answer names none.
   */
  refresh(subject: TokenSubject, credential: OAuthCredential & { refreshToken: string }): Promise<TokenResult>;
};
