/** Sessions whose user brings a credential don't go to the provider; test/oauth covers those that do. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, refusedWith } from "./flow.ts";
import { createFixture, origin } from "./fixture.ts";

test("a session that takes a credential has no address at its provider, and explains what to do instead", async () => {
  const { frontend, secret, session } = await opened(await createFixture());
  const { detail } = await refusedWith("CONNECT_SESSION_NOT_OPEN", () => frontend.authorize(origin, secret));
  assert.match(detail, /\/connect\/v1\/credential/);
  assert.equal((await frontend.session(origin, secret)).status, "opened");
  assert.equal((await frontend.session(origin, secret)).id, session.id);
});
