/** GitHub's own library signs what svc verifies, and verifies what the kit signs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, isVerified, signDelivery } from "@svc/provider-kit/testing";
import { signWebhook, verifyWebhook } from "../../../judges/vendors/octokit.ts";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

test("agrees with GitHub's own library about every delivery", async () => {
  const { secret, examples } = eventExamples;
  for (const [name, { headers, body }] of Object.entries(examples)) {
    const text = JSON.stringify(body(0));
    const theirs = await signWebhook(secret, text);
    const delivery = deliveryOf({ ...headers, "x-hub-signature-256": theirs }, text);
    assert.ok(isVerified(events.verification, delivery, secret, 0), name);
    const { "x-hub-signature-256": ours = "" } = signDelivery(events.verification, headers, text, secret, 0);
    assert.ok(await verifyWebhook(secret, text, ours), name);
    assert.ok(!(await verifyWebhook(secret, `${text} `, ours)), name);
  }
});
