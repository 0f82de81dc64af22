/** Stripe's peculiarities. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { tokens, type Switches } from "../simulator/index.ts";
import { restrictedKey } from "../src/auth.ts";
import { refuse } from "../src/errors.ts";
import { openSimulated } from "./simulated.ts";

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
    "PROVIDER_REJECTED",
    "the key is used",
  );
  assert.deepEqual(refunds(), []);
});

test("distinguishes a missing permission, a wrong key, a missing object and a rate limit", async (t) => {
  const narrow = await open(t, {}, tokens.readOnly);
  assert.equal(await narrow.codeOf("refunds.create", refund), "PROVIDER_FORBIDDEN");
  assert.equal(await narrow.codeOf("customers.get", { id: "cus_none" }), "PROVIDER_NOT_FOUND");
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
  assert.equal(codeFor(409, "idempotency_key_in_use"), "PROVIDER_REJECTED");
  assert.equal(codeFor(500, "resource_missing"), "PROVIDER_ERROR");
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
