/** Previews of changes in Stripe, for the person who approves them. */
import {
  counted,
  listed,
  ProviderFailure,
  quoted,
  repeatedPage,
  shortened,
  type Preview,
  type ReadPort,
} from "@svc/provider-kit";
import type { Static } from "typebox";
import { getRequest, listRequest } from "./client.ts";
import { amountText, moneyText } from "./money.ts";
import { readPage } from "./pages.ts";
import { customer, paymentIntent, product, readCustomer, refund, subscription } from "./resources.ts";

/** The customer fields that a change sets. */
type CustomerFields = {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  description?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
};

/** Previews a refund: its amount, and what remains of the payment. */
export async function previewRefund(
  { paymentIntent: id = "", amount }: { paymentIntent?: string | undefined; amount?: number | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const payment = paymentIntent.read((await provider.read(getRequest("payment_intents", id), { accept: [200] })).body);
  const { amountReceived, status } = payment;
  const currency = shortened(payment.currency ?? "", 10);
  const received = amountReceived ?? payment.amount ?? 0;
  const refunded = await refundedOf(id, provider);
  const left = received - refunded;
  if (left <= 0) throw refused("Nothing remains of the payment to refund.");
  if (amount !== undefined && amount > left) throw refused("The amount is larger than what remains of the payment.");
  const what = moneyText(amount ?? left, currency);
  const all = left === (amount ?? left) ? ", which is all that remains" : "";
  const of = `${moneyText(received, currency)}, ${amountText(refunded, currency)} refunded so far`;
  return {
    text: `Refunds ${what} of payment ${shortened(id)} (${of})${all}.`,
    precondition: { currency, received, refunded, status },
  };
}

/** Returns the amount of a payment that was refunded or is being refunded. */
async function refundedOf(payment: string, provider: ReadPort): Promise<number> {
  let sum = 0;
  let startingAfter: string | undefined;
  do {
    const request = listRequest("refunds", { payment_intent: payment, limit: 100, startingAfter });
    const { items, nextStartingAfter } = readPage(refund, (await provider.read(request, { accept: [200] })).body);
    const kept = items.filter(({ status }) => status !== "failed" && status !== "canceled");
    sum += kept.reduce((total, { amount }) => total + amount, 0);
    if (nextStartingAfter !== null && nextStartingAfter === startingAfter) throw repeatedPage();
    startingAfter = nextStartingAfter ?? undefined;
  } while (startingAfter !== undefined);
  return sum;
}

/** Previews the cancellation of a subscription. */
export async function previewCancellation(id: string, provider: ReadPort): Promise<Preview> {
  const { body } = await provider.read(getRequest("subscriptions", id), { accept: [200] });
  const { customer, status, cancelAtPeriodEnd } = subscription.read(body);
  if (status === "canceled") throw refused("The subscription is already canceled.");
  const instead = cancelAtPeriodEnd ? " instead of at the end of the paid period" : "";
  return {
    text: `The subscription of customer ${shortened(customer)} is ${shortened(status)} and would end immediately${instead}.`,
    precondition: { customer, status, cancelAtPeriodEnd },
  };
}

/** Previews a new customer: whether others have the same email address. */
export async function previewCustomer({ email }: CustomerFields, provider: ReadPort): Promise<Preview> {
  if (email === undefined) return { text: "Creates a customer without an email address.", precondition: null };
  const request = listRequest("customers", { email, limit: 100 });
  const { items, nextStartingAfter } = readPage(customer, (await provider.read(request, { accept: [200] })).body);
  const more = nextStartingAfter === null ? "" : "More than ";
  const others = items.length === 0 ? "No other customer" : `${more}${counted(items.length, "other customer")}`;
  return {
    text: `Creates a customer. ${others} ${items.length < 2 ? "has" : "have"} the same email address.`,
    precondition: { customers: items.map(({ id }) => id) },
  };
}

/** Previews an update of a customer: the fields and their current values. */
export async function previewCustomerUpdate(
  { id = "", metadata, ...fields }: CustomerFields & { id?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { body } = await provider.read(getRequest("customers", id), { accept: [200] });
  const now = readCustomer(body);
  const set = (["name", "email", "phone", "description"] as const).filter((field) => fields[field] !== undefined);
  const before = Object.fromEntries(set.map((field) => [field, shownField(now, field)]));
  const words = [
    ...set.map((field) => `${field} (now ${before[field] ?? "none"})`),
    ...(metadata === undefined ? [] : ["metadata"]),
  ];
  const who = now.name ?? now.email;
  const whose = `Customer ${shortened(id)}${who === null ? "" : ` is ${quoted(who)}`}.`;
  return {
    text: words.length === 0 ? `${whose} Nothing would change.` : `${whose} Its ${listed(words)} would be set.`,
    precondition: { who, before },
  };
}

/** Previews a new price: its product. */
export async function previewPrice(
  {
    product: id = "",
    currency = "",
    unitAmount = 0,
  }: Partial<Record<"product" | "currency", string>> & {
    unitAmount?: number | undefined;
  },
  provider: ReadPort,
): Promise<Preview> {
  const { body } = await provider.read(listRequest("products", { "ids[]": id }), { accept: [200] });
  const found = readPage(product, body).items.find((one) => one.id === id);
  if (found === undefined) {
    throw new ProviderFailure({ code: "RESOURCE_NOT_FOUND", detail: "Stripe has no product with this id." });
  }
  const { name, active } = found;
  return {
    text: `Creates a price of ${moneyText(unitAmount, currency)} for the product ${quoted(name)}${active ? "" : ", which can't currently be sold"}.`,
    precondition: { name, active },
  };
}

function shownField(now: Static<typeof customer.schema>, field: "name" | "email" | "phone" | "description") {
  const value = now[field];
  return value === null ? null : quoted(value, 40);
}

function refused(detail: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}
