/** Slack's events: the examples of its documentation, and its own example of a signature. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryOf, exerciseEvents, isVerified, signDelivery } from "@svc/provider-kit/testing";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

exerciseEvents(events, eventExamples);

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
test("verifies the example of Slack's documentation, and signs it alike", () => {
  const secret = "8f742231b10e8888abcd99yyyzzz85a5";
  const body =
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar" +
    "&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com" +
    "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14" +
    "d10d2c447fce8b6703c";
  const headers = {
    "x-slack-request-timestamp": "1531420618",
    "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
  };
  const at = 1_531_420_618_000;
  assert.deepEqual(signDelivery(events.verification, {}, body, secret, at), headers);
  const accepts = (nowMs: number) => isVerified(events.verification, deliveryOf(headers, body), secret, nowMs);
  assert.ok(accepts(at));
  assert.ok(!accepts(at + 301_000));
});
