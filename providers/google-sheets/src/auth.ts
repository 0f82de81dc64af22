/** How a connection gets its token: https://developers.google.com/identity/protocols/oauth2/web-server */
import type { OAuthAuth, ProviderRequest } from "@svc/provider-kit";
import { shape, text } from "@svc/provider-kit/shape";
import { broadScopes, impliedScopes, scopeWords } from "./scopes.ts";

const userRequest: ProviderRequest = { method: "GET", origin: "account", path: ["oauth2", "v3", "userinfo"] };
const user = shape({ sub: text("sub", "Permanent id of the user."), email: text("email", "Address of the user.") });

/** A Google account, connected through Google's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://accounts.google.com",
    authorizationPath: ["o", "oauth2", "v2", "auth"],
    tokenOrigin: "https://oauth2.googleapis.com",
    tokenPath: ["token"],
    issuers: ["https://accounts.google.com"],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
    authorizationParameters: { access_type: "offline", prompt: "consent" },
  },
  grantedScopes: ({ scope, requested }) => (scope === null ? requested : scope.split(" ")),
  impliedScopes,
  scopeWords,
  broadScopes,
  credentialKind: () => "oauth_token",
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  async identify(provider) {
    const { sub, email } = user.read((await provider.read(userRequest, { accept: [200] })).body);
    return { slug: sub, name: email };
  },
};
