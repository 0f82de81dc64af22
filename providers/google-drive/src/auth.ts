/** The OAuth flow that gives a connection its token, and the account that the token belongs to. */
import { googleOAuth } from "@svc/google";
import { aboutRequest } from "./client.ts";
import { about } from "./resources.ts";
import { broadScopes, impliedScopes, scopeWords } from "./scopes.ts";

/** A Google account, connected through Google's own consent page. */
export const oauth = googleOAuth({
  impliedScopes,
  scopeWords,
  broadScopes,
  async identify(provider) {
    const { permissionId, emailAddress } = about.read((await provider.read(aboutRequest, { accept: [200] })).body);
    return { slug: permissionId, name: emailAddress ?? permissionId };
  },
});
