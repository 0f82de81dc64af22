/** A simulator of Stripe's API, written from its documentation and independently of the client. */
import { oauthApp, tokens } from "./start.ts";

export { oauthApp, startStripeSimulator, tokens } from "./start.ts";
export type { StripeSimulator } from "./start.ts";
export { StripeWorld } from "./world.ts";
export type { StoredObject, Switches } from "./world.ts";
export { startStripeSimulator as startSimulator } from "./start.ts";
export { signEvent } from "./events.ts";

/** The credentials that the simulator accepts: end users' keys, and a sandbox's OAuth app. */
export const sandboxCredentials = {
  // The form accepts only restricted keys.
  everything: tokens.everything,
  readOnly: tokens.readOnly,
  withAccount: tokens.withAccount,
  SVC_OAUTH_STRIPE_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_STRIPE_CLIENT_SECRET: oauthApp.clientSecret,
};
