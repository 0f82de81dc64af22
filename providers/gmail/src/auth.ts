/** The OAuth flow that gives a connection its token, and the account that the token belongs to. */
import { googleAccount, googleOAuth } from "@svc/google";
import { broadScopes, impliedScopes, scopeWords } from "./scopes.ts";

/** A Google account, connected through Google's own consent page. */
export const oauth = googleOAuth({ impliedScopes, scopeWords, broadScopes, identify: googleAccount("account") });
