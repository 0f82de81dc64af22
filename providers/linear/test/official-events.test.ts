/** Linear's own SDK verifies what the kit signs, and refuses what svc refuses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, isVerified, signDelivery } from "@svc/provider-kit/testing";
import { LinearWebhookClient } from "../../../judges/vendors/linear.ts";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

test("agrees with Linear's own SDK about every delivery", () => {
  const { secret, examples } = eventExamples;
  const client = new LinearWebhookClient(secret);
  // Their SDK compares with the machine's clock.
  const nowMs = Date.now();
  const theirs = (text: string, signature: string): boolean => {
    try {
      return client.verify(
        Buffer.from(text),
        signature,
        (JSON.parse(text) as { webhookTimestamp: number }).webhookTimestamp,
      );
    } catch {
      return false;
    }
  };
  for (const [name, { headers, body }] of Object.entries(examples)) {
    const cases = [
      { atMs: nowMs, key: secret, isGood: true },
      { atMs: nowMs - 120_000, key: secret, isGood: false },
      { atMs: nowMs, key: `${secret}x`, isGood: false },
    ];
    for (const { atMs, key, isGood } of cases) {
      const text = JSON.stringify(body(atMs));
      const signed = signDelivery(events.verification, headers, text, key, atMs);
      assert.equal(isVerified(events.verification, deliveryOf(signed, text), secret, nowMs), isGood, name);
      assert.equal(theirs(text, signed["linear-signature"] ?? ""), isGood, `Linear: ${name}`);
    }
  }
});
