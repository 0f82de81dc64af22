/** The API's authorization server, and the account of a token: `https://docs.acme-notes.example/oauth`. */
import type { OAuthAuth } from "@svc/provider-kit";
import { parseWorkspace, workspaceRequest } from "../../template/src/client.ts";
import { scopeWords } from "./scopes.ts";

/** A workspace, connected through Acme Notes's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://accounts.acme-notes.example",
    authorizationPath: ["oauth", "authorize"],
    tokenPath: ["oauth", "token"],
    issuers: ["https://accounts.acme-notes.example"],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
  },
  grantedScopes: ({ scope, requested }) => (scope === null ? requested : scope.split(" ")),
  impliedScopes: {},
  scopeWords,
  credentialKind: () => "oauth_token",
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  identify: async (provider) => parseWorkspace((await provider.read(workspaceRequest)).body),
};
