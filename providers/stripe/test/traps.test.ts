/** Stripe's peculiarities. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { validateAgainst } from "@svc/contract/validation";
import { findAction } from "@svc/provider-kit/testing";
import { startStripeSimulator, tokens, type Switches } from "../simulator/index.ts";
import { restrictedKey } from "../src/auth.ts";
import { refuse } from "../src/errors.ts";
import { stripe } from "../src/index.ts";
import { openSimulated, simulated } from "./simulated.ts";

const refund = { paymentIntent: "pi_paid0000000001", amount: 500 };

async function open(t: TestContext, switches: Partial<Switches> = {}, token?: string) {
  const world = await openSimulated(token === undefined ? {} : { token }, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  return { ...world, codeOf, refunds: () => world.simulator.world.objects.in("refunds").values() };
}

test("a change carries the marker as its idempotency key and in its metadata, next to the caller's metadata", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("customers.create", { name: "Ada", metadata: { order: "7" } }), "output");
  const [request] = simulator.ledger.requests;
  const form = new URLSearchParams(request?.bodyText);
  const key = request?.headers["idempotency-key"];
  assert.match(key ?? "", /^[\w-]{22}$/);
  assert.deepEqual([form.get("metadata[svc]"), form.get("metadata[order]"), form.get("name")], [key, "7", "Ada"]);
});

test("a 500 leaves a refund unknown, with and without its effect, and the idempotency key replays the 500", async (t) => {
  for (const failsAfterEffect of [false, true]) {
    const { codeOf, refunds, simulator } = await open(t, { fails: true, failsAfterEffect });
    assert.equal(await codeOf("refunds.create", refund), "unknown");
    assert.equal(refunds().length, failsAfterEffect ? 1 : 0);
    simulator.world.set({ fails: false });
    assert.equal(await codeOf("refunds.create", refund), "unknown", "the same key replays the 500");
    assert.equal(refunds().length, failsAfterEffect ? 1 : 0);
  }
});

test("refuses a refund of more than remains, and refunds nothing twice", async (t) => {
  const { codeOf, refunds } = await open(t);
  assert.equal(await codeOf("refunds.create", { ...refund, amount: 2001 }), "PROVIDER_REJECTED");
  assert.equal(
    await codeOf("refunds.create", { paymentIntent: "pi_none0000000001" }),
    "unknown",
    "the key, which is this execution's own, is used",
  );
  assert.deepEqual(refunds(), []);
});

test("distinguishes a missing permission, a wrong key, a missing object and a rate limit", async (t) => {
  const narrow = await open(t, {}, tokens.readOnly);
  assert.equal(await narrow.codeOf("refunds.create", refund), "PROVIDER_FORBIDDEN");
  assert.equal(await narrow.codeOf("customers.get", { id: "cus_none" }), "RESOURCE_NOT_FOUND");
  const dead = await open(t, {}, "rk_test_unknownunknown00");
  assert.equal(await dead.codeOf("balance.get", {}), "PROVIDER_UNAUTHORIZED");
  const limited = await open(t, { requestsPerSecond: 0 });
  assert.equal(await limited.codeOf("refunds.create", refund), "PROVIDER_RATE_LIMITED");
  const codeFor = (status: number, code: string) =>
    refuse(
      { status, body: { error: { code } }, requestId: null, headers: {} },
      { credentialKind: "test_key", change: true },
    ).code;
  assert.equal(codeFor(402, "card_declined"), "PROVIDER_REJECTED");
  assert.equal(codeFor(429, "lock_timeout"), "PROVIDER_RATE_LIMITED");
  assert.equal(codeFor(500, "resource_missing"), "PROVIDER_ERROR");
});

test("a conflict about the execution's own key says that it may have been done", async (t) => {
  const { codeOf, simulator } = await open(t, { sentTwice: true });
  assert.equal(await codeOf("customers.create", { name: "Ada" }), "unknown");
  assert.equal(simulator.world.objects.in("customers").values().length, 3, "the copy on the way took effect");
});

test("a conflict without a reason says that it may have been done, but a read's conflict doesn't", () => {
  const response = { status: 409, body: { error: { type: "api_error" } }, requestId: null, headers: {} };
  const verdictOf = (change: boolean) => stripe.judge?.(response, { credentialKind: "restricted_key", change }).verdict;
  assert.deepEqual([verdictOf(true), verdictOf(false)], ["unknown", "accepted"]);
});

test("identifies the account with a key that only has the actions' permissions", async () => {
  for (const [name, account] of [
    ["everything", { slug: "acct_1Simulated000000/test", name: "acct_1Simulated000000 (test mode)" }],
    ["readOnly", { slug: "acct_1Simulated000000/test", name: "acct_1Simulated000000 (test mode)" }],
    ["withAccount", { slug: "acct_1Simulated000000/test", name: "Simulated account (test mode)" }],
  ] as const) {
    const simulator = await startStripeSimulator();
    const found = await simulated.identifyAt(stripe, simulator.url, { access_token: tokens[name] });
    await simulator.close();
    assert.deepEqual(found.kind === "alive" ? found.account : found, account, name);
  }
});

test("names a valid key by its public part if the refusal names no account, and explains every other refusal", async () => {
  const identified = async (access_token: string, error: object) => {
    const body = JSON.stringify({ error });
    const server = createServer((_, response) => response.writeHead(403).end(body)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const found = await simulated.identifyAt(stripe, `http://127.0.0.1:${String(port)}`, { access_token });
    server.close();
    return found.kind === "alive" ? found.account.slug : found.refusal;
  };
  const lacking = { type: "invalid_request_error", message: "Having more permissions would allow this request." };
  assert.equal(await identified(tokens.everything, lacking), "acct_1Simulated000000/test");
  assert.equal(await identified("rk_live_0123456789abcdef", lacking), "key-cdef/live");
  const blocked = { type: "invalid_request_error", message: "This key doesn't allow requests from your IP address." };
  const refusal = await identified(tokens.everything, blocked);
  assert.match(JSON.stringify(refusal), /PROVIDER_REJECTED.*IP addresses/);
});

test("accepts every id that a list returns: an account's own product ids, plans, and refunds that aren't of cards", async (t) => {
  const { run, codeOf, simulator } = await open(t);
  const { world } = simulator;
  world.change(Date.now(), () => {
    const like = { created: 0, metadata: {}, currency: "eur", active: true };
    const product = { ...like, name: "Salt, 2 kg", description: null };
    world.objects.in("products").put({ ...product, id: "salt-2kg", object: "product" });
    world.objects.in("products").put({ ...product, id: "Sel.2", object: "product" });
    const price = { ...like, product: "salt-2kg", unit_amount: 1, recurring: null, object: "price" };
    for (const id of ["plan_Old1", "gold_monthly"]) world.objects.in("prices").put({ ...price, id });
    const refunded = { ...like, payment_intent: null, amount: 1, status: "pending", reason: null, object: "refund" };
    for (const id of ["pyr_1A", "pyr_1B"]) world.objects.in("refunds").put({ ...refunded, id });
  });
  for (const [list, count] of [
    ["products.list", 3],
    ["prices.list", 3],
    ["refunds.list", 2],
  ] as const) {
    const schema = findAction(stripe, list).input;
    let startingAfter: string | undefined;
    let seen = 0;
    do {
      const input = { limit: 1, ...(startingAfter === undefined ? {} : { startingAfter }) };
      assert.ok(validateAgainst(schema, input).ok, list);
      const end = await run(list, input);
      const page = (end.kind === "output" ? end.output : {}) as { items: unknown[]; nextStartingAfter: string | null };
      seen += page.items.length;
      startingAfter = page.nextStartingAfter ?? undefined;
    } while (startingAfter !== undefined);
    assert.equal(seen, count, list);
  }
  assert.equal(await codeOf("prices.create", { product: "salt-2kg", currency: "eur", unitAmount: 250 }), "output");
});

test("a deleted customer isn't found, and previews of a change say so", async (t) => {
  const { codeOf, simulator } = await open(t);
  const id = "cus_ada00000000001";
  simulator.world.change(Date.now(), () => simulator.world.delete("customers", id));
  assert.equal(await codeOf("customers.get", { id }), "RESOURCE_NOT_FOUND");
  assert.equal(await codeOf("customers.update", { id, phone: "1" }), "RESOURCE_NOT_FOUND");
});

test("lists canceled subscriptions if they are asked for", async (t) => {
  const { run } = await open(t);
  assert.equal((await run("subscriptions.cancel", { id: "sub_monthly00000001" })).kind, "output");
  const count = async (input: object) => {
    const end = await run("subscriptions.list", input);
    return end.kind === "output" ? (end.output as { items: unknown[] }).items.length : end;
  };
  assert.deepEqual(
    [
      await count({}),
      await count({ status: "all" }),
      await count({ status: "canceled" }),
      await count({ status: "ended" }),
    ],
    [0, 1, 1, 1],
  );
});

test("one odd object doesn't lose its page", async (t) => {
  const { run, simulator } = await open(t);
  simulator.world.change(Date.now(), () =>
    simulator.world.objects.in("payment_intents").put({ id: "pi_odd", object: "payment_intent", created: 0 }),
  );
  const end = await run("paymentIntents.list", {});
  const { items, unreadable } = (end.kind === "output" ? end.output : {}) as { items: unknown[]; unreadable: number };
  assert.deepEqual([items.length, unreadable], [1, 1]);
});

test("a payment without an amount or currency doesn't lose its page", async (t) => {
  const { run, simulator } = await open(t);
  const { world } = simulator;
  const odd = { id: "pi_odd", object: "payment_intent", created: 0, status: "requires_action", customer: null };
  world.change(Date.now(), () => world.objects.in("payment_intents").put(odd));
  const end = await run("paymentIntents.list", {});
  const { items } = (end.kind === "output" ? end.output : { items: [] }) as { items: Record<string, unknown>[] };
  assert.deepEqual(
    items.map(({ id, amount, currency }) => [id, amount, currency]),
    [
      ["pi_odd", null, null],
      ["pi_paid0000000001", 2000, "eur"],
    ],
  );
});

test("continues a list after the last id", async (t) => {
  const { run } = await open(t);
  const page = async (more: object) => {
    const end = await run("customers.list", { limit: 1, ...more });
    return (end.kind === "output" ? end.output : {}) as { items: { id: string }[]; nextStartingAfter: string | null };
  };
  const first = await page({});
  const second = await page({ startingAfter: first.nextStartingAfter });
  assert.deepEqual([first.items[0]?.id, second.items[0]?.id], ["cus_bob00000000001", "cus_ada00000000001"]);
  assert.equal(second.nextStartingAfter, null);
});

test("advises the permissions of the chosen actions, and no others", () => {
  const advice = restrictedKey.grantAdvice?.(["customers.list", "refunds.create"]);
  assert.equal(advice?.title, "Customers: Read, Charges and Refunds: Write");
});
