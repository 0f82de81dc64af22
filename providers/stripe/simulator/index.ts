/** A simulator of Stripe's API, written from its documentation and independently of the client. */
import { tokens } from "./start.ts";

export { startStripeSimulator, tokens } from "./start.ts";
export type { StripeSimulator } from "./start.ts";
export { StripeWorld } from "./world.ts";
export type { StoredObject, Switches } from "./world.ts";
export { startStripeSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: end users' tokens. */
export const sandboxCredentials = tokens;
