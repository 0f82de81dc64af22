/** Deliveries in the form of https://docs.stripe.com/api/events/object and https://docs.stripe.com/api/v2/core/events. */
import type { EventExamples } from "@svc/provider-kit/testing";
import { signEvent } from "../simulator/index.ts";

const account = "acct_1Connected000000";
const created = Date.UTC(2026, 2, 10, 9) / 1000;
const occurredAt = "2026-03-10T09:00:00.000Z";
const customer = "cus_NffrFeUfNV2Hib";
const about = { id: "evt_1NG8Du2eZvKYlo2CUI79vXWy", account: `${account}/test`, occurredAt };
const personal = { name: "canary of a name", email: "canary@example.com", description: "canary", metadata: { a: "b" } };

/** A snapshot event. @param change members that differ. */
export const snapshotOf = (type: string, object: object, change: object = {}) => ({
  id: about.id,
  object: "event",
  account,
  context: account,
  api_version: "2026-10-28.endive",
  created,
  data: { object: { ...object, ...personal } },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  ...change,
});

/** A thin event. @param change members that differ. */
export const thinOf = (type: string, related_object: { id: string; type: string }, change: object = {}) => ({
  id: "evt_test_65RCjj4EqW1sabcjs2Z16RCMoNQdSQkOWvfL6L5uU2K40u",
  object: "v2.core.event",
  type,
  livemode: false,
  created: "2026-03-10T09:00:00.000Z",
  context: account,
  related_object: { ...related_object, url: `/v1/${related_object.type}s/${related_object.id}` },
  reason: null,
  ...change,
});

const thinly = { ...about, id: "evt_test_65RCjj4EqW1sabcjs2Z16RCMoNQdSQkOWvfL6L5uU2K40u" };
const invoice = { id: "in_1MtHbELkdIwHu7ixl4OzzPMv", object: "invoice", customer, status: "paid", currency: "usd" };
const intent = { id: "pi_3MtwBwLkdIwHu7ix28a3tqPa", object: "payment_intent", customer, currency: "usd" };
const fieldless = { headers: {} };

/** Each type in both styles, and events that belong to no connected account or aren't declared. */
export const eventExamples: EventExamples = {
  signEvent,
  secret: "whsec_canaryOfASigningSecret",
  slug: `${account}/test`,
  examples: {
    "a customer": {
      ...fieldless,
      body: () => snapshotOf("customer.updated", { id: customer, object: "customer", currency: null, balance: -500 }),
      event: {
        ...about,
        type: "customer",
        data: { action: "updated", customerId: customer, currency: null, balance: -500 },
      },
    },
    "a subscription": {
      ...fieldless,
      body: () =>
        snapshotOf("customer.subscription.deleted", {
          id: "sub_1MowQVLkdIwHu7ixeRlqHVzs",
          object: "subscription",
          customer,
          status: "canceled",
          currency: "usd",
        }),
      event: {
        ...about,
        type: "subscription",
        data: {
          action: "deleted",
          subscriptionId: "sub_1MowQVLkdIwHu7ixeRlqHVzs",
          customerId: customer,
          status: "canceled",
          currency: "usd",
        },
      },
    },
    "an invoice": {
      ...fieldless,
      body: () => snapshotOf("invoice.paid", { ...invoice, amount_due: 1000, amount_paid: 1000 }),
      event: {
        ...about,
        type: "invoice",
        data: {
          action: "paid",
          invoiceId: invoice.id,
          customerId: customer,
          status: "paid",
          currency: "usd",
          amountDue: 1000,
          amountPaid: 1000,
        },
      },
    },
    "a payment": {
      ...fieldless,
      body: () =>
        snapshotOf("payment_intent.payment_failed", {
          ...intent,
          customer: null,
          status: "requires_payment_method",
          amount: 2000,
          amount_received: 0,
          last_payment_error: { message: "canary" },
        }),
      event: {
        ...about,
        type: "payment_intent",
        data: {
          action: "payment_failed",
          paymentIntentId: intent.id,
          customerId: null,
          status: "requires_payment_method",
          currency: "usd",
          amount: 2000,
          amountReceived: 0,
        },
      },
    },
    "a refund": {
      ...fieldless,
      body: () =>
        snapshotOf("charge.refunded", {
          id: "ch_3MmlLrLkdIwHu7ix0snN0B15",
          object: "charge",
          customer,
          payment_intent: intent.id,
          status: "succeeded",
          currency: "usd",
          amount: 2000,
          amount_refunded: 500,
          billing_details: personal,
        }),
      event: {
        ...about,
        type: "charge",
        data: {
          action: "refunded",
          chargeId: "ch_3MmlLrLkdIwHu7ix0snN0B15",
          paymentIntentId: intent.id,
          customerId: customer,
          status: "succeeded",
          currency: "usd",
          amount: 2000,
          amountRefunded: 500,
        },
      },
    },
    "a thin event of a subscription": {
      ...fieldless,
      body: () => thinOf("v1.customer.subscription.updated", { id: "sub_1", type: "subscription" }),
      event: {
        ...thinly,
        type: "subscription",
        data: { action: "updated", subscriptionId: "sub_1", customerId: null, status: null, currency: null },
      },
    },
    "a thin event of an invoice": {
      ...fieldless,
      body: () => thinOf("v1.invoice.finalized", { id: invoice.id, type: "invoice" }),
      event: {
        ...thinly,
        type: "invoice",
        data: {
          action: "finalized",
          invoiceId: invoice.id,
          customerId: null,
          status: null,
          currency: null,
          amountDue: null,
          amountPaid: null,
        },
      },
    },
    "an event of another type": { ...fieldless, body: () => snapshotOf("payout.paid", { id: "po_1" }), event: null },
    "a snapshot's name in a thin event": {
      ...fieldless,
      body: () => thinOf("invoice.paid", { id: invoice.id, type: "invoice" }),
      event: null,
    },
    "a ping of an event destination": {
      ...fieldless,
      body: () => thinOf("v2.core.event_destination.ping", { id: "ed_1", type: "event_destination" }),
      event: null,
    },
  },
};
