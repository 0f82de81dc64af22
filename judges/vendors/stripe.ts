/** Stripe's own client. */
export { Stripe } from "stripe";
