/**
 * Events of connected accounts, at a Connect endpoint of the platform: https://docs.stripe.com/connect/webhooks,
 * https://docs.stripe.com/webhooks#verify-manually
 *
 * Both payload styles are read: snapshots have the object, and thin events only its id
 * (https://docs.stripe.com/events/how-events-work).
 */
import { defineEvents, jsonBody, type Delivery, type ProviderEventType, type ReadEvent } from "@svc/provider-kit";
import {
  count,
  flag,
  integer,
  orNull,
  record,
  shape,
  text,
  time,
  type Fields,
  type Shape,
} from "@svc/provider-kit/shape";
import { accountIn } from "./auth.ts";
import { access } from "./scopes.ts";

/** A type with Stripe's prefix and endings of its names, and the shape of its fields. */
type Kind = { type: ProviderEventType; prefix: string; actions: readonly string[]; fields: Shape };

/** @param actions the endings of Stripe's names, such as `created`. */
function kindOf(
  type: Pick<ProviderEventType, "type" | "title" | "description" | "consent">,
  { prefix, actions, fields: own }: { prefix: string; actions: readonly string[]; fields: Fields },
): Kind {
  const fields = shape({ action: text("action", `What happened: ${actions.join(", ")}.`), ...own });
  return { type: { ...type, requiredScopes: access, data: fields.schema }, prefix, actions, fields };
}

const thin = "null in a thin event";
const customerId = orNull(text("object.customer", `Id of the customer; null if it has none, and ${thin}.`));
const status = orNull(text("object.status", `Its status; ${thin}.`));
const currency = orNull(text("object.currency", `Its currency; null if it has none yet, and ${thin}.`));
const amountOf = (member: string, what: string) =>
  orNull(integer(`object.${member}`, `${what}, in the smallest unit of the currency; ${thin}.`));

const kinds: readonly Kind[] = [
  kindOf(
    {
      type: "customer",
      title: "Customer changed",
      description: "A customer was created, updated or deleted. Read it with an action.",
      consent: "Learn when customers change",
    },
    {
      prefix: "customer",
      actions: ["created", "updated", "deleted"],
      fields: {
        customerId: text("object.id", "Id of the customer."),
        currency,
        balance: amountOf("balance", "What the customer owes, or has as credit if it is negative"),
      },
    },
  ),
  kindOf(
    {
      type: "subscription",
      title: "Subscription changed",
      description: "A subscription was created, updated or ended (`deleted`). Read it with an action.",
      consent: "Learn when subscriptions change",
    },
    {
      prefix: "customer.subscription",
      actions: ["created", "updated", "deleted"],
      fields: { subscriptionId: text("object.id", "Id of the subscription."), customerId, status, currency },
    },
  ),
  kindOf(
    {
      type: "invoice",
      title: "Invoice changed",
      description: "An invoice was created, finalized, paid or voided, or its payment failed.",
      consent: "Learn about invoices and whether they are paid",
    },
    {
      prefix: "invoice",
      actions: ["created", "finalized", "paid", "payment_failed", "voided"],
      fields: {
        invoiceId: text("object.id", "Id of the invoice."),
        customerId,
        status,
        currency,
        amountDue: amountOf("amount_due", "The amount due"),
        amountPaid: amountOf("amount_paid", "The amount paid"),
      },
    },
  ),
  kindOf(
    {
      type: "payment_intent",
      title: "Payment ended",
      description: "A payment succeeded, failed or was canceled. A failed one can still succeed.",
      consent: "Learn about payments and whether they succeed",
    },
    {
      prefix: "payment_intent",
      actions: ["succeeded", "payment_failed", "canceled"],
      fields: {
        paymentIntentId: text("object.id", "Id of the payment."),
        customerId,
        status,
        currency,
        amount: amountOf("amount", "The amount of the payment"),
        amountReceived: amountOf("amount_received", "The amount received"),
      },
    },
  ),
  kindOf(
    {
      type: "charge",
      title: "Charge refunded",
      description: "A charge was refunded, in full or in part. `refunds.list` has the refunds.",
      consent: "Learn about refunds",
    },
    {
      prefix: "charge",
      actions: ["refunded"],
      fields: {
        chargeId: text("object.id", "Id of the charge."),
        paymentIntentId: orNull(
          text("object.payment_intent", `Id of the payment; null if it belongs to none, and ${thin}.`),
        ),
        customerId,
        status,
        currency,
        amount: amountOf("amount", "The amount of the charge"),
        amountRefunded: amountOf("amount_refunded", "The amount refunded so far"),
      },
    },
  ),
];

const [first, ...others] = kinds.map(({ type }) => type);
if (first === undefined) throw new RangeError("Stripe has no events.");

/** Customers, subscriptions, invoices and payments of the connected account. */
export const events = defineEvents({
  docsUrl: "https://docs.stripe.com/webhooks",
  verification: {
    kind: "hmac_sha256",
    header: "stripe-signature",
    element: "v1",
    encoding: "hex",
    signed: [{ element: "t" }, { text: "." }, "body"],
    time: { from: { element: "t" }, unit: "seconds", toleranceSeconds: 300 },
  },
  read,
  types: [first, ...others],
});

const snapshot = shape({
  id: text("id", "Id of the event."),
  account: orNull(text("account", "Id of the connected account; null for the platform's own.")),
  livemode: flag("livemode", "Whether it is about real money."),
  created: count("created", "When it happened, in seconds since the epoch."),
});

const notification = shape({
  id: text("id", "Id of the event."),
  account: orNull(text("context", "Id of the account; null for the platform's own.")),
  livemode: flag("livemode", "Whether it is about real money."),
  created: time("created", "When it happened."),
});

function read(delivery: Delivery): ReadEvent | null {
  const body = jsonBody(delivery);
  const isThin = body["object"] === "v2.core.event";
  const found = findKind(body["type"], isThin);
  if (found === undefined) return null;
  const { id, account, livemode, created } = isThin ? notification.read(body) : snapshot.read(body);
  // The platform's own events, and those of an organization, belong to no connected account.
  if (account === null || !/^acct_[0-9A-Za-z]+$/.test(account)) return null;
  const object = isThin ? { id: record(body["related_object"])["id"] } : record(body["data"])["object"];
  return {
    id,
    account: accountIn(livemode ? "live" : "test", { id: account, name: null }).slug,
    type: found.kind.type.type,
    occurredAt: new Date(typeof created === "number" ? created * 1000 : created).toISOString(),
    data: found.kind.fields.read({ action: found.action, object }) as ReadEvent["data"],
  };
}

/** Finds the type of an event by Stripe's name. Thin events of the same objects have the prefix `v1.`. */
function findKind(name: unknown, isThin: boolean): { kind: Kind; action: string } | undefined {
  const prefix = isThin ? "v1." : "";
  for (const kind of kinds) {
    const action = kind.actions.find((one) => name === `${prefix}${kind.prefix}.${one}`);
    if (action !== undefined) return { kind, action };
  }
  return undefined;
}
