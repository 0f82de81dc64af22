/** The provider's manifest: its origin, its credentials, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { balanceGet } from "./actions/balance.get.ts";
import { customersCreate } from "./actions/customers.create.ts";
import { customersGet } from "./actions/customers.get.ts";
import { customersList } from "./actions/customers.list.ts";
import { customersUpdate } from "./actions/customers.update.ts";
import { paymentIntentsGet } from "./actions/paymentIntents.get.ts";
import { paymentIntentsList } from "./actions/paymentIntents.list.ts";
import { pricesCreate } from "./actions/prices.create.ts";
import { pricesList } from "./actions/prices.list.ts";
import { productsCreate } from "./actions/products.create.ts";
import { productsList } from "./actions/products.list.ts";
import { refundsCreate } from "./actions/refunds.create.ts";
import { refundsList } from "./actions/refunds.list.ts";
import { subscriptionsCancel } from "./actions/subscriptions.cancel.ts";
import { subscriptionsGet } from "./actions/subscriptions.get.ts";
import { subscriptionsList } from "./actions/subscriptions.list.ts";
import { restrictedKey } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Stripe's API, with a restricted key. */
export const stripe = defineProvider({
  slug: "stripe",
  name: "Stripe",
  logo,
  description: "Customers, prices, payments, refunds and subscriptions in a Stripe account.",
  docsUrl: "https://docs.stripe.com/api",
  origin: "https://api.stripe.com",
  auth: [restrictedKey],
  requestIdHeader: "request-id",
  requestHeaders: ["Idempotency-Key"],
  refuse,
  judge,
  actions: [
    customersList,
    customersGet,
    customersCreate,
    customersUpdate,
    productsList,
    productsCreate,
    pricesList,
    pricesCreate,
    paymentIntentsList,
    paymentIntentsGet,
    refundsList,
    refundsCreate,
    subscriptionsList,
    subscriptionsGet,
    subscriptionsCancel,
    balanceGet,
  ],
  translations,
});
