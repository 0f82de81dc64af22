/** Preview texts for the simulated Stripe, and the changes that make a plan stale. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { exercisePlans } from "@svc/provider-kit/testing";
import { stripe } from "../src/index.ts";
import { moneyText } from "../src/money.ts";
import { openSimulated } from "./simulated.ts";

const paid = { paymentIntent: "pi_paid0000000001" };
const part = { ...paid, amount: 500 };
const ada = { id: "cus_ada00000000001" };
const price = { product: "prod_salt0000000001", currency: "eur", unitAmount: 250 };
const monthly = { id: "sub_monthly00000001" };

exercisePlans(stripe, () => openSimulated(), {
  texts: [
    ["refunds.create", part, "Refunds 5.00 EUR of payment pi_paid0000000001 (20.00 EUR, 0.00 refunded so far)."],
    [
      "refunds.create",
      paid,
      "Refunds 20.00 EUR of payment pi_paid0000000001 (20.00 EUR, 0.00 refunded so far), which is all that remains.",
    ],
    [
      "subscriptions.cancel",
      monthly,
      "The subscription of customer cus_ada00000000001 is active and would end immediately.",
    ],
    [
      "customers.create",
      { name: "Ada", email: "ada@example.com" },
      "Creates a customer. 1 other customer has the same email address.",
    ],
    [
      "customers.create",
      { email: "new@example.com" },
      "Creates a customer. No other customer has the same email address.",
    ],
    ["customers.create", { name: "Ada" }, "Creates a customer without an email address."],
    [
      "customers.update",
      { ...ada, email: "x@example.com", phone: "1", metadata: { order: "7" } },
      "Customer cus_ada00000000001 is “Ada Rivera”. Its email (now “ada@example.com”), phone (now none) and metadata would be " +
        "set.",
    ],
    ["prices.create", price, "Creates a price of 2.50 EUR for the product “Salt”."],
  ],
  meanwhile: [
    ["refunds.create", part, ["refunds.create", { ...paid, amount: 100 }], "stale"],
    ["refunds.create", part, ["customers.update", { ...ada, phone: "1" }], "same"],
    ["customers.create", { email: "ada@example.com" }, ["customers.create", { email: "bob@example.com" }], "same"],
    ["customers.create", { email: "ada@example.com" }, ["customers.create", { email: "ada@example.com" }], "stale"],
    ["customers.update", { ...ada, phone: "1" }, ["customers.update", { ...ada, email: "x@example.com" }], "same"],
    ["customers.update", { ...ada, phone: "1" }, ["customers.update", { ...ada, phone: "2" }], "stale"],
    ["prices.create", price, ["prices.create", price], "same"],
    [
      "subscriptions.cancel",
      monthly,
      ({ simulator }) => simulator.world.objects.in("subscriptions").update(monthly.id, { cancel_at_period_end: true }),
      "stale",
    ],
  ],
  refused: [
    ["refunds.create", { ...paid, amount: 2001 }, "PROVIDER_REJECTED"],
    ["refunds.create", { paymentIntent: "pi_none" }, "RESOURCE_NOT_FOUND"],
    ["prices.create", { ...price, product: "prod_none" }, "RESOURCE_NOT_FOUND"],
  ],
});

test("formats amounts with the decimals of their currency", () => {
  assert.deepEqual(
    [moneyText(1250, "eur"), moneyText(1250, "jpy"), moneyText(1250, "kwd"), moneyText(5, "usd")],
    ["12.50 EUR", "1250 JPY", "1.250 KWD", "0.05 USD"],
  );
});
