/** The Stripe provider. */
export { stripe } from "./manifest.ts";
