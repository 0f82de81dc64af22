/** Deliveries of a Connect endpoint, as snapshots: https://docs.stripe.com/api/events/object */
import { eventSigner, hmacSha256, type SampleEvent } from "@svc/simulator";

const customer = "cus_ada00000000001";
const money = { customer, currency: "eur" };

const event =
  (type: string, object: object) =>
  ({ account, id, atMs }: SampleEvent): object => {
    // A connection's account is the account's id and its mode.
    const [connected, mode] = account.split("/");
    const livemode = mode === "live";
    return {
      id,
      object: "event",
      account: connected,
      api_version: "2026-10-28.endive",
      created: Math.floor(atMs / 1000),
      data: { object: { ...object, livemode, metadata: {} } },
      livemode,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
  };

const bodies = {
  customer: event("customer.created", {
    id: customer,
    object: "customer",
    name: "Ada Rivera",
    email: "ada@example.com",
    currency: "eur",
    balance: 0,
  }),
  subscription: event("customer.subscription.created", {
    id: "sub_monthly00000001",
    object: "subscription",
    status: "active",
    ...money,
  }),
  invoice: event("invoice.paid", {
    id: "in_march00000001",
    object: "invoice",
    status: "paid",
    amount_due: 2000,
    amount_paid: 2000,
    ...money,
  }),
  payment_intent: event("payment_intent.succeeded", {
    id: "pi_paid0000000001",
    object: "payment_intent",
    status: "succeeded",
    amount: 2000,
    amount_received: 2000,
    ...money,
  }),
  charge: event("charge.refunded", {
    id: "ch_paid0000000001",
    object: "charge",
    status: "succeeded",
    payment_intent: "pi_paid0000000001",
    amount: 2000,
    amount_refunded: 500,
    ...money,
  }),
};

/** Signs a sample: https://docs.stripe.com/webhooks#verify-manually */
export const signEvent = eventSigner(bodies, ({ secret, body, atMs }) => {
  const t = String(Math.floor(atMs / 1000));
  return { "stripe-signature": `t=${t},v1=${hmacSha256(secret, `${t}.${body}`)}` };
});
