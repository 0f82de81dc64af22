/** What the providers of Google's APIs share. */
export { googleAccount, googleOAuth, googleScope } from "./auth.ts";
export { googleRefusals, reasonsOf } from "./errors.ts";
