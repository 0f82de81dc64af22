/** Tokens that a provider's authorization server issues to the operator's app, and refreshes (RFC 6749 §4.1 and §6). */
import { Type, type Static } from "typebox";
import { coversScopes, readConnectionFacts, type OAuthAuth, type OAuthCredential } from "@svc/provider-kit";
import type { AuthStrategy, ImportForm } from "./strategy.ts";

const token = Type.String({ minLength: 8, maxLength: 8192, pattern: "^[!-~]+$", "x-sensitive": true });

/** Tokens that the provider has issued before, to the same OAuth app. */
const IssuedTokens = Type.Object(
  {
    accessToken: token,
    refreshToken: Type.Optional(token),
    expiresAt: Type.Optional(
      Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}(Z|[+-][0-9]{2}:[0-9]{2})$", maxLength: 40 }),
    ),
    scopes: Type.Array(Type.String({ pattern: "^[!-~]+$", maxLength: 256 }), { maxItems: 100 }),
  },
  { additionalProperties: false },
);

const issuedTokens: ImportForm = {
  submission: IssuedTokens,
  fields: Object.keys(IssuedTokens.properties).map((name) => ({ name })),
  explain: () => null,
  toCredential(submission): OAuthCredential | null {
    const { accessToken, refreshToken = null, expiresAt, scopes } = submission as Static<typeof IssuedTokens>;
    const expiresAtMs = expiresAt === undefined ? null : Date.parse(expiresAt);
    if (Number.isNaN(expiresAtMs)) return null;
    return { accessToken, refreshToken, expiresAt: expiresAtMs, scopes };
  },
};

/** The strategy for `oauth2_authorization_code`. */
export const oauth2AuthorizationCode: AuthStrategy<OAuthAuth> = {
  connectsWith: "redirect",
  needsApp: ({ server }) => server.appIsDocument !== true,
  form: () => null,
  importForm: (auth) => ({
    ...issuedTokens,
    // If a fact is only in the provider's token response, the credential can't be imported.
    toCredential: (tokens) =>
      readConnectionFacts(auth, {}, "member") === null ? null : issuedTokens.toCredential(tokens),
  }),
  issuer: (auth) => auth,
  endsAt(credential) {
    const { refreshToken, expiresAt } = credential as OAuthCredential;
    return refreshToken === null ? expiresAt : null;
  },
  bearer: () => null,
  tokenOrigin: ({ server }) => server.tokenOrigin ?? server.origin,
  // The vault and the token endpoint return a credential of an OAuth auth, so its type is correct.
  facts: (_auth, credential) => (credential as OAuthCredential).facts ?? {},
  signer: () => undefined,
  secretTexts({ secretPart = (token) => token }, credential) {
    const { accessToken, refreshToken } = credential as OAuthCredential;
    return (refreshToken === null ? [accessToken] : [accessToken, refreshToken]).map(secretPart);
  },
  // A denied access may only mean that the app lacks a grant. Once connected, only an unauthorized token is invalid.
  isInvalid: (code, isConnected) => code === "PROVIDER_UNAUTHORIZED" || (!isConnected && code === "PROVIDER_REJECTED"),
  granted(auth, requested, credential) {
    const { scopes } = credential as OAuthCredential;
    const covered = requested.filter(({ requiredScopes }) => coversScopes(auth, scopes, requiredScopes));
    return { actions: covered.map(({ id }) => id), scopes };
  },
  presentConfig: ({ grantedScopes }) => ({ scopes: [...grantedScopes] }),
};
