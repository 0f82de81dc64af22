/** Stripe's own library signs what svc verifies, refuses what svc refuses, and reads what svc reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, isVerified } from "@svc/provider-kit/testing";
import { Stripe } from "../../../judges/vendors/stripe.ts";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

const { secret, examples } = eventExamples;
const client = new Stripe("sk_test_unused", { telemetry: false });
// Their library compares with the machine's clock.
const nowMs = Date.now();
const bodies = Object.entries(examples).map(([name, { body }]) => [name, JSON.stringify(body(nowMs))] as const);

/** Signs with Stripe's library. */
function sign(payload: string, key = secret, ageSeconds = 0): string {
  const timestamp = Math.floor(nowMs / 1000) - ageSeconds;
  return client.webhooks.generateTestHeaderString({ payload, secret: key, timestamp });
}

function theirs(payload: string, header: string, keys = [secret]): boolean {
  return keys.some((key) => {
    try {
      return client.webhooks.signature?.verifyHeader(payload, header, key, 300) === true;
    } catch {
      return false;
    }
  });
}

const ours = (payload: string, header: string, key = secret): boolean =>
  isVerified(events.verification, deliveryOf({ "stripe-signature": header }, payload), key, nowMs);

const v1 = (header: string): string => /v1=([0-9a-f]{64})/.exec(header)?.[1] ?? "";
const t = (header: string): string => /t=([0-9]+)/.exec(header)?.[1] ?? "";

test("agrees with Stripe's library about every delivery", () => {
  for (const [name, payload] of bodies) {
    const good = sign(payload);
    const forged = sign(payload, `${secret}x`);
    const cases: Readonly<Record<string, [string, string, boolean]>> = {
      signed: [payload, good, true],
      altered: [`${payload} `, good, false],
      forged: [payload, forged, false],
      "almost five minutes old": [payload, sign(payload, secret, 290), true],
      "too old": [payload, sign(payload, secret, 310), false],
      "with the time of another": [payload, `t=${t(sign(payload, secret, 10))},v1=${v1(good)}`, false],
      "without a time": [payload, `v1=${v1(good)}`, false],
      "without a signature": [payload, `t=${t(good)}`, false],
      "in another order": [payload, `v1=${v1(good)},t=${t(good)}`, true],
      "of another scheme": [payload, good.replace("v1=", "v0="), false],
      "with another scheme too": [payload, `${good},v0=${"0".repeat(64)}`, true],
      "with two secrets' signatures": [payload, `t=${t(good)},v1=${v1(forged)},v1=${v1(good)}`, true],
      "with two foreign signatures": [payload, `t=${t(good)},v1=${v1(forged)},v1=${v1(forged)}`, false],
    };
    for (const [what, [text, header, isGood]] of Object.entries(cases)) {
      assert.equal(ours(text, header), isGood, `svc: ${name}, ${what}`);
      assert.equal(theirs(text, header), isGood, `Stripe: ${name}, ${what}`);
    }
  }
});

test("refuses a time from the future and a header with two times, which Stripe's library accepts", () => {
  const [[, payload] = ["", ""]] = bodies;
  const early = sign(payload, secret, -310);
  const twice = `t=1,t=${t(sign(payload))},v1=${v1(sign(payload))}`;
  assert.deepEqual([theirs(payload, early), theirs(payload, twice)], [true, true]);
  assert.deepEqual([ours(payload, early), ours(payload, twice)], [false, false]);
});

test("reads the same event as Stripe's library", () => {
  for (const [name, payload] of bodies) {
    const header = sign(payload);
    const read = events.read(deliveryOf({}, payload));
    if (read === null) continue;
    const isThin = name.startsWith("a thin");
    const event = isThin
      ? client.parseEventNotification(payload, header, secret)
      : client.webhooks.constructEvent(payload, header, secret);
    const account = "account" in event ? event.account : String(event.context);
    assert.equal(read.id, event.id, name);
    assert.equal(read.account, `${account ?? ""}/${event.livemode ? "live" : "test"}`, name);
    const created = typeof event.created === "number" ? event.created * 1000 : Date.parse(event.created);
    assert.equal(Date.parse(read.occurredAt ?? ""), created, name);
    assert.ok(event.type.endsWith(String(read.data["action"])), name);
  }
});
