/** Tokens that a provider's authorization server issues to the operator's app, and refreshes (RFC 6749 §4.1 and §6). */
import type { OAuthAuth, OAuthCredential } from "@svc/provider-kit";
import type { AuthStrategy } from "./strategy.ts";

/** The strategy for `oauth2_authorization_code`. */
export const oauth2AuthorizationCode: AuthStrategy<OAuthAuth> = {
  connectsWith: "redirect",
  needsApp: true,
  form: () => null,
  issuer: (auth) => auth,
  // The vault and the token endpoint return what an OAuth auth issued, so its type is right.
  facts: (credential) => (credential as OAuthCredential).facts ?? {},
  secretTexts(_auth, credential) {
    const { accessToken, refreshToken } = credential as OAuthCredential;
    return refreshToken === null ? [accessToken] : [accessToken, refreshToken];
  },
  // Denied access may be the app's own lack of a grant. Once connected, only an unauthorized token is invalid.
  isInvalid: (code, isConnected) => code === "PROVIDER_UNAUTHORIZED" || (!isConnected && code === "PROVIDER_REJECTED"),
  presentConfig: ({ grantedScopes }) => ({ scopes: [...grantedScopes] }),
};
