/** Stripe's events, in the form of its documentation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, exerciseEvents } from "@svc/provider-kit/testing";
import { events } from "../src/events.ts";
import { eventExamples, snapshotOf, thinOf } from "./event-examples.ts";

exerciseEvents(events, eventExamples);

const read = (body: unknown) => events.read(deliveryOf({}, JSON.stringify(body)));
const customer = { id: "cus_1", object: "customer" };
const related = { id: "cus_1", type: "customer" };
/** Every name of an event that Stripe documents and svc takes, by type. */
const names: Readonly<Record<string, readonly string[]>> = {
  customer: ["customer.created", "customer.updated", "customer.deleted"],
  subscription: ["customer.subscription.created", "customer.subscription.updated", "customer.subscription.deleted"],
  invoice: ["invoice.created", "invoice.finalized", "invoice.paid", "invoice.payment_failed", "invoice.voided"],
  payment_intent: ["payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.canceled"],
  charge: ["charge.refunded"],
};

test("reads each name as its type and action, with the same fields in both styles", () => {
  for (const [type, list] of Object.entries(names)) {
    for (const name of list) {
      const whole = read(snapshotOf(name, { id: "obj_1" }));
      const short = read(thinOf(`v1.${name}`, { id: "obj_1", type }));
      assert.deepEqual([whole?.type, whole?.data["action"]], [type, name.split(".").at(-1)]);
      assert.deepEqual([short?.type, short?.data], [type, whole?.data]);
    }
  }
});

test("real money and test data of one account are different accounts", () => {
  for (const body of [
    snapshotOf("customer.created", customer, { livemode: true }),
    thinOf("v1.customer.created", related, { livemode: true }),
  ]) {
    assert.equal(read(body)?.account, "acct_1Connected000000/live");
    assert.equal(read({ ...body, livemode: false })?.account, "acct_1Connected000000/test");
    assert.throws(() => read({ ...body, livemode: undefined }), { name: /ProviderFailure/ });
    assert.throws(() => read({ ...body, livemode: "true" }), { name: /ProviderFailure/ });
  }
});

test("an event of the platform itself or of an organization belongs to no connected account", () => {
  for (const other of [undefined, null, "", "org_6SD", "org_6SD/acct_1Connected000000", "acct_1/test", "acct_1 "]) {
    assert.equal(read(snapshotOf("customer.created", customer, { account: other })), null, String(other));
    assert.equal(read(thinOf("v1.customer.created", related, { context: other })), null, String(other));
  }
});

test("the object of a thin event is only named", () => {
  assert.throws(() => read(thinOf("v1.customer.created", related, { related_object: null })), {
    name: /ProviderFailure/,
  });
  const withData = thinOf("v1.customer.created", related, { data: { object: { id: "cus_2", balance: 5 } } });
  assert.deepEqual([read(withData)?.data["customerId"], read(withData)?.data["balance"]], ["cus_1", null]);
});

test("nothing that somebody wrote is in an event", () => {
  const bodies = Object.values(eventExamples.examples).map(({ body }) => body(0));
  assert.ok(bodies.some((body) => JSON.stringify(body).includes("canary")));
  for (const body of bodies) assert.doesNotMatch(JSON.stringify(read(body)), /canary/);
});
