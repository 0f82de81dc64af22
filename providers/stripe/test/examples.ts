/** Example keys and inputs for the kit's test suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";

const ada = { id: "cus_ada00000000001" };
const salt = { product: "prod_salt0000000001", currency: "eur", unitAmount: 250 };
const paid = { paymentIntent: "pi_paid0000000001", amount: 500 };
const monthly = { id: "sub_monthly00000001" };
const list = (filter: object) => ({
  inputs: [{}, { limit: 1 }, filter] as const,
  refusedInputs: [{ limit: 0 }, { limit: 101 }, { startingAfter: "../x" }, { startingAfter: "" }, { more: 1 }],
});

/** The provider's examples. */
export const stripeExamples: ProviderExamples = {
  acceptedSubmissions: [{ access_token: tokens.everything }, { access_token: "rk_live_0123456789abcdef" }],
  refusedSubmissions: [
    { submission: { access_token: "sk_live_0123456789abcdef" }, explains: /secret key/ },
    { submission: { access_token: `${tokens.everything}\n` }, explains: /line break/ },
    { submission: { access_token: "hunter2-hunter2" }, explains: /not a restricted key/ },
    { submission: { access_token: 7 }, explains: /missing/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [{ error: { type: text, code: text, decline_code: text, param: text, message: text } }],
  ownWords: [/: (?:Read|Write)$/],
  actions: {
    "customers.list": list({ email: "ada@example.com" }),
    "customers.get": { inputs: [ada], refusedInputs: [{}, { id: "cus_../x" }, { id: "sub_x" }] },
    "customers.create": {
      inputs: [{ name: "Ada", email: "ada@example.com", metadata: { order: "7" } }],
      refusedInputs: [{ email: "nobody" }, { name: 7 }, { metadata: { "a[b]": "x" } }, { balance: 1 }],
    },
    "customers.update": {
      inputs: [{ ...ada, phone: "+41 44 000 00 00" }],
      refusedInputs: [{}, { ...ada, email: "x" }],
    },
    "products.list": list({}),
    "products.create": { inputs: [{ name: "Pepper" }], refusedInputs: [{}, { name: "" }, { name: "x", id: "mine" }] },
    "prices.list": list({ product: salt.product }),
    "prices.create": {
      inputs: [{ ...salt, interval: "month" }],
      refusedInputs: [{}, { ...salt, unitAmount: 2.5 }, { ...salt, unitAmount: 0 }, { ...salt, currency: "EUR" }],
    },
    "paymentIntents.list": list({ customer: ada.id }),
    "paymentIntents.get": {
      inputs: [{ id: paid.paymentIntent }],
      refusedInputs: [{}, { id: "pi_../x" }, { id: "cus_x" }],
    },
    "refunds.list": list({ paymentIntent: paid.paymentIntent }),
    "refunds.create": {
      inputs: [{ ...paid, reason: "requested_by_customer" }],
      refusedInputs: [{}, { ...paid, amount: -1 }, { ...paid, reason: "bored" }, { ...paid, charge: "ch_1" }],
    },
    "subscriptions.list": list({ customer: ada.id }),
    "subscriptions.get": { inputs: [monthly], refusedInputs: [{}, { id: "cus_x" }] },
    "subscriptions.cancel": { inputs: [monthly], refusedInputs: [{}, { ...monthly, prorate: true }] },
    "balance.get": { inputs: [{}], refusedInputs: [{ currency: "eur" }] },
  },
};
