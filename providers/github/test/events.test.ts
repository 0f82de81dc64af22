/** GitHub's events: the examples of its documentation, and its own example of a signature. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, exerciseEvents, isVerified } from "@svc/provider-kit/testing";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

exerciseEvents(events, eventExamples);

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
test("verifies the example of GitHub's documentation", () => {
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const delivery = deliveryOf({ "x-hub-signature-256": signature }, "Hello, World!");
  assert.ok(isVerified(events.verification, delivery, "It's a Secret to Everybody", 0));
});
