/** Notion's events, in the form of its documentation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, exerciseEvents, isVerified } from "@svc/provider-kit/testing";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

exerciseEvents(events, eventExamples);

const changedPage = eventExamples.examples["a changed page"]?.body(0) as object;
const seenBy: Readonly<Record<string, readonly [seenBy: unknown, accounts: readonly string[]]>> = {
  "each bot that is named": [
    [
      { id: "b1", type: "bot" },
      { id: "p1", type: "person" },
      { id: "b2", type: "bot" },
    ],
    ["b1", "b2"],
  ],
  "no account if only people are named": [[{ id: "p1", type: "person" }], []],
  "no account if none is named, as in an internal integration": [undefined, []],
};
for (const [name, [accessible_by, accounts]] of Object.entries(seenBy)) {
  test(`an event belongs to ${name}`, () => {
    const event = events.read(deliveryOf({}, JSON.stringify({ ...changedPage, accessible_by })));
    assert.deepEqual(event?.account, accounts);
  });
}

test("verifies the signature in Notion's documentation, and refuses it for a body with other bytes", () => {
  // https://developers.notion.com/reference/webhooks#step-3-validating-event-payloads-recommended
  const token = "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl";
  const signature = "sha256=461e8cbcba8a75c3edd866f0e71280f5a85cbf21eff040ebd10fe266df38a735";
  const accepts = (body: string) =>
    isVerified(events.verification, deliveryOf({ "x-notion-signature": signature }, body), token, 0);
  assert.ok(accepts(JSON.stringify({ verification_token: token })));
  assert.ok(!accepts(JSON.stringify({ verification_token: token }, null, 1)));
});
