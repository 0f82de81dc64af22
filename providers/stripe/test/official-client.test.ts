/**
 * Stripe's own client against the simulator: it has the same effects as the actions, and agrees with them on every
 * common field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Stripe } from "../../../judges/vendors/stripe.ts";
import { tokens } from "../simulator/index.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const { hostname: host, port } = new URL(world.simulator.url);
  const client = new Stripe(tokens.everything, {
    host,
    port: Number(port),
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  const listed = async (id: string) => (await run(id, {}))["items"] as Record<string, unknown>[];
  return { client, run, listed };
}

test("the actions and the client read the same lists, customer, subscription and balance", async (t) => {
  const { client, run, listed } = await open(t);
  assert.deepEqual(
    await listed("customers.list"),
    (await client.customers.list()).data.map((one) => ({
      id: one.id,
      name: one.name,
      email: one.email,
      phone: one.phone,
      description: one.description,
      currency: one.currency,
      balance: one.balance,
      delinquent: one.delinquent,
      created: one.created,
    })),
  );
  assert.deepEqual(
    await listed("products.list"),
    (await client.products.list()).data.map(({ id, name, description, active, created }) => ({
      id,
      name,
      description,
      active,
      created,
    })),
  );
  assert.deepEqual(
    await listed("prices.list"),
    (await client.prices.list()).data.map((one) => ({
      id: one.id,
      product: one.product,
      currency: one.currency,
      unitAmount: one.unit_amount,
      interval: one.recurring?.interval ?? null,
      active: one.active,
      created: one.created,
    })),
  );
  assert.deepEqual(
    (await listed("paymentIntents.list")).map(({ id, amount, status, customer }) => [id, amount, status, customer]),
    (await client.paymentIntents.list()).data.map(({ id, amount, status, customer }) => [id, amount, status, customer]),
  );
  const id = "sub_monthly00000001";
  const subscription = await client.subscriptions.retrieve(id);
  const ours = await run("subscriptions.get", { id });
  assert.deepEqual(
    [ours["status"], ours["cancelAtPeriodEnd"]],
    [subscription.status, subscription.cancel_at_period_end],
  );
  const { available } = await client.balance.retrieve();
  assert.deepEqual(
    (await run("balance.get", {}))["available"],
    available.map(({ amount, currency }) => ({ amount, currency })),
  );
});

test("the client reads what the actions write, and vice versa", async (t) => {
  const { client, run, listed } = await open(t);
  const made = await run("customers.create", { name: "Cleo", email: "cleo@example.com" });
  const read = await client.customers.retrieve(String(made["id"]));
  assert.ok(read.deleted !== true);
  assert.deepEqual([read.name, read.email], ["Cleo", "cleo@example.com"]);
  const product = await client.products.create({ name: "Pepper" });
  assert.equal((await listed("products.list"))[0]?.["id"], product.id);
  const price = await client.prices.create({
    product: product.id,
    currency: "eur",
    unit_amount: 300,
    recurring: { interval: "month" },
  });
  const [first] = await listed("prices.list");
  assert.deepEqual([first?.["id"], first?.["unitAmount"], first?.["interval"]], [price.id, 300, "month"]);
  const refund = await client.refunds.create({ payment_intent: "pi_paid0000000001", amount: 700 });
  const [listedRefund] = await listed("refunds.list");
  assert.deepEqual(
    [listedRefund?.["id"], listedRefund?.["amount"], listedRefund?.["status"]],
    [refund.id, 700, refund.status],
  );
  await assert.rejects(client.refunds.create({ payment_intent: "pi_paid0000000001", amount: 5000 }), /greater than/);
  const canceled = await run("subscriptions.cancel", { id: "sub_monthly00000001" });
  assert.equal((await client.subscriptions.retrieve("sub_monthly00000001")).status, canceled["status"]);
});
