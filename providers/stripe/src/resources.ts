/** Stripe's objects, with the fields that actions return: https://docs.stripe.com/api */
import { ProviderFailure } from "@svc/provider-kit";
import { count, flag, integer, listOf, orNull, record, recorded, shape, text } from "@svc/provider-kit/shape";
import type { Static } from "typebox";

const created = integer("created", "When it was created, in seconds since the epoch.");

export const customer = shape({
  id: recorded(text("id", "Id of the customer, for other actions.")),
  name: orNull(text("name", "Name of the customer.")),
  email: orNull(text("email", "Email address.")),
  phone: orNull(text("phone", "Phone number.")),
  description: orNull(text("description", "Internal description of the customer.")),
  currency: orNull(text("currency", "Currency of the customer's invoices.")),
  balance: orNull(
    integer(
      "balance",
      "Amount that the customer owes (positive) or has as credit (negative), in the smallest unit of the currency.",
    ),
  ),
  delinquent: orNull(flag("delinquent", "Whether the customer's latest invoice is overdue.")),
  created,
});

/**
 * Reads one customer. A deleted customer is still returned, as `{id, object, deleted: true}`:
 * https://docs.stripe.com/api/customers/retrieve
 * @throws ProviderFailure `RESOURCE_NOT_FOUND` if it was deleted.
 */
export function readCustomer(body: unknown): Static<typeof customer.schema> {
  if (record(body)["deleted"] === true) {
    throw new ProviderFailure({ code: "RESOURCE_NOT_FOUND", detail: "The customer was deleted at Stripe." });
  }
  return customer.read(body);
}

export const product = shape({
  id: text("id", "Id of the product, for other actions."),
  name: text("name", "Name of the product."),
  description: orNull(text("description", "Description of the product.")),
  active: flag("active", "Whether the product can be sold."),
  created,
});

/** A price of a product. */
export const price = shape({
  id: text("id", "Id of the price."),
  product: text("product", "Id of the product."),
  currency: text("currency", "Currency."),
  unitAmount: orNull(count("unit_amount", "Amount in the smallest unit of the currency; null for tiered prices.")),
  interval: orNull(
    text("recurring.interval", "Billing interval: `day`, `week`, `month` or `year`; null for a one-time price."),
  ),
  active: flag("active", "Whether the price can be used."),
  created,
});

export const paymentIntent = shape({
  id: recorded(text("id", "Id of the payment, for refunds.")),
  amount: orNull(count("amount", "Amount in the smallest unit of the currency; null if it isn't known yet.")),
  amountReceived: orNull(count("amount_received", "Amount received, in the smallest unit of the currency.")),
  currency: orNull(text("currency", "Currency; null if it isn't known yet.")),
  status: text("status", "Status of the payment, such as `succeeded` or `requires_payment_method`."),
  customer: orNull(text("customer", "Id of the customer; null if it has none.")),
  description: orNull(text("description", "Description of the payment.")),
  created,
});

export const refund = shape({
  id: text("id", "Id of the refund."),
  paymentIntent: orNull(text("payment_intent", "Id of the payment.")),
  amount: count("amount", "Amount in the smallest unit of the currency."),
  currency: text("currency", "Currency."),
  status: orNull(
    text("status", "Status of the refund: `pending`, `requires_action`, `succeeded`, `failed` or `canceled`."),
  ),
  reason: orNull(
    text(
      "reason",
      "Reason for the refund: `duplicate`, `fraudulent`, `requested_by_customer` or another reason from Stripe.",
    ),
  ),
  created,
});

export const subscription = shape({
  id: text("id", "Id of the subscription, for other actions."),
  customer: text("customer", "Id of the customer."),
  status: text("status", "Status of the subscription, such as `active`, `past_due` or `canceled`."),
  cancelAtPeriodEnd: flag("cancel_at_period_end", "Whether the subscription ends at the end of the paid period."),
  canceledAt: orNull(integer("canceled_at", "When it was canceled, in seconds since the epoch.")),
  created,
});

const money = shape({
  amount: integer("amount", "Amount in the smallest unit of the currency; negative if the account owes it."),
  currency: text("currency", "Currency."),
});

export const balance = shape({
  available: listOf("available", "Amounts that can be paid out, by currency.", money),
  pending: listOf("pending", "Amounts that can't be paid out yet, by currency.", money),
  livemode: flag("livemode", "Whether the account is in live mode, with real money."),
});
