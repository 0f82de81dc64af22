/** How a connection gets its token: https://developers.google.com/identity/protocols/oauth2/web-server */
import type { OAuthAuth } from "@svc/provider-kit";
import { aboutRequest } from "./client.ts";
import { about } from "./resources.ts";
import { broadScopes, impliedScopes, scopeWords } from "./scopes.ts";

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
    const { permissionId, emailAddress } = about.read((await provider.read(aboutRequest, { accept: [200] })).body);
    return { slug: permissionId, name: emailAddress ?? permissionId };
  },
};
