/** Stripe's objects, as far as they are returned: https://docs.stripe.com/api */
import { count, flag, integer, listOf, orNull, recorded, shape, text } from "@svc/provider-kit/shape";

const created = integer("created", "When it was created, in seconds since the epoch.");

/** A customer. */
export const customer = shape({
  id: recorded(text("id", "Id of the customer, which other actions take.")),
  name: orNull(text("name", "Name.")),
  email: orNull(text("email", "Email address.")),
  phone: orNull(text("phone", "Telephone number.")),
  description: orNull(text("description", "Description for yourselves.")),
  currency: orNull(text("currency", "Currency of its invoices.")),
  balance: orNull(integer("balance", "What it owes (positive) or has as credit (negative), in the smallest unit.")),
  delinquent: orNull(flag("delinquent", "Whether its latest invoice is overdue.")),
  created,
});

/** A product. */
export const product = shape({
  id: text("id", "Id of the product, which other actions take."),
  name: text("name", "Name."),
  description: orNull(text("description", "Description.")),
  active: flag("active", "Whether it can be sold."),
  created,
});

/** A price of a product. */
export const price = shape({
  id: text("id", "Id of the price."),
  product: text("product", "Id of the product."),
  currency: text("currency", "Currency."),
  unitAmount: orNull(count("unit_amount", "Amount in the smallest unit; null for tiers.")),
  interval: orNull(text("recurring.interval", "day, week, month or year; null for a single payment.")),
  active: flag("active", "Whether it can be used."),
  created,
});

/** A payment. */
export const paymentIntent = shape({
  id: recorded(text("id", "Id of the payment, which refunds take.")),
  amount: count("amount", "Amount in the smallest unit."),
  amountReceived: orNull(count("amount_received", "What was received of it.")),
  currency: text("currency", "Currency."),
  status: text("status", "Where the payment stands, such as succeeded or requires_payment_method."),
  customer: orNull(text("customer", "Id of the customer; null if it has none.")),
  description: orNull(text("description", "Description.")),
  created,
});

/** A refund. */
export const refund = shape({
  id: text("id", "Id of the refund."),
  paymentIntent: orNull(text("payment_intent", "Id of the payment.")),
  amount: count("amount", "Amount in the smallest unit."),
  currency: text("currency", "Currency."),
  status: orNull(text("status", "pending, requires_action, succeeded, failed or canceled.")),
  reason: orNull(text("reason", "duplicate, fraudulent, requested_by_customer or another reason of Stripe's.")),
  created,
});

/** A subscription. */
export const subscription = shape({
  id: text("id", "Id of the subscription, which other actions take."),
  customer: text("customer", "Id of the customer."),
  status: text("status", "Where it stands, such as active, past_due or canceled."),
  cancelAtPeriodEnd: flag("cancel_at_period_end", "Whether it ends with the paid period."),
  canceledAt: orNull(integer("canceled_at", "When it was canceled, in seconds since the epoch.")),
  created,
});

const money = shape({
  amount: integer("amount", "Amount in the smallest unit; negative for what is owed."),
  currency: text("currency", "Currency."),
});

/** The balance. */
export const balance = shape({
  available: listOf("available", "What can be paid out, by currency.", money),
  pending: listOf("pending", "What can't be paid out yet, by currency.", money),
  livemode: flag("livemode", "Whether it is real money."),
});
