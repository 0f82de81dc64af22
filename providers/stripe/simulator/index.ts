/** A simulator of the Stripe API v1, written from its documentation and not from the client beside it. */
export { startStripeSimulator, tokens } from "./start.ts";
export type { StripeSimulator } from "./start.ts";
export type { StripeWorld } from "./world.ts";
