/** Notion's own client verifies what the kit signs, signs what svc verifies, and refuses what svc refuses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, isVerified, signDelivery } from "@svc/provider-kit/testing";
import { signWebhookPayload, verifyWebhookSignature } from "../../../judges/vendors/notion.ts";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

test("agrees with Notion's own client about every delivery", async () => {
  const { secret: verificationToken, examples } = eventExamples;
  for (const [name, { body: write }] of Object.entries(examples)) {
    const body = JSON.stringify(write(0));
    const theirs = await signWebhookPayload({ body, verificationToken });
    const ours = signDelivery(events.verification, {}, body, verificationToken, 0);
    assert.deepEqual(ours, { "x-notion-signature": theirs });
    const forged = await signWebhookPayload({ body, verificationToken: `${verificationToken}x` });
    const cases: readonly (readonly [text: string, signature: string, isGood: boolean])[] = [
      [body, theirs, true],
      [body, theirs.toUpperCase().replace("SHA", "sha"), true],
      [`${body} `, theirs, false],
      [body, forged, false],
      [body, theirs.replace("sha256=", ""), false],
      [body, theirs.replace("sha256=", "sha1="), false],
      [body, "sha256=", false],
      [body, theirs.slice(0, -1), false],
    ];
    for (const [text, signature, isGood] of cases) {
      const delivery = deliveryOf({ "x-notion-signature": signature }, text);
      assert.equal(isVerified(events.verification, delivery, verificationToken, 0), isGood, `${name}: ${signature}`);
      const judged = await verifyWebhookSignature({ body: text, signature, verificationToken });
      assert.equal(judged, isGood, `Notion: ${name}: ${signature}`);
    }
  }
});
