/** A simulator of Stripe's API, written from its documentation and independently of the client. */
export { startStripeSimulator, tokens } from "./start.ts";
export type { StripeSimulator } from "./start.ts";
export { StripeWorld } from "./world.ts";
export type { StoredObject, Switches } from "./world.ts";
