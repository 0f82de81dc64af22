/** The provider's manifest: its origin, its credentials, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { balanceActions } from "./actions/balance.ts";
import { customerActions } from "./actions/customers.ts";
import { paymentIntentActions } from "./actions/paymentIntents.ts";
import { priceActions } from "./actions/prices.ts";
import { productActions } from "./actions/products.ts";
import { refundActions } from "./actions/refunds.ts";
import { subscriptionActions } from "./actions/subscriptions.ts";
import { restrictedKey } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { events } from "./events.ts";
import { logo } from "./logo.ts";
import { oauth } from "./oauth.ts";
import { translations } from "./translations.ts";

/** Stripe's API, with the token of a connected account or a restricted key. */
export const stripe = defineProvider({
  slug: "stripe",
  name: "Stripe",
  logo,
  description: "Customers, prices, payments, refunds and subscriptions in a Stripe account.",
  docsUrl: "https://docs.stripe.com/api",
  origin: "https://api.stripe.com",
  auth: [oauth, restrictedKey],
  requestIdHeader: "request-id",
  requestHeaders: ["Idempotency-Key"],
  refuse,
  judge,
  actions: [
    ...customerActions,
    ...productActions,
    ...priceActions,
    ...paymentIntentActions,
    ...refundActions,
    ...subscriptionActions,
    ...balanceActions,
  ],
  events,
  translations,
});
