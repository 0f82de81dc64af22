/** How a connection gets its token, and whose account it is. */
import { googleAccount, googleOAuth } from "@svc/google";
import { broadScopes, impliedScopes, scopeWords } from "./scopes.ts";

/** A Google account, connected through Google's own consent page. */
export const oauth = googleOAuth({ impliedScopes, scopeWords, broadScopes, identify: googleAccount("account") });
