/** Sessions whose user submits a credential don't go to the provider; test/domain/oauth covers the others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, refusedWith } from "./flow.ts";
import { createFixture, origin } from "./fixture.ts";

test("rejects authorize for a session that takes a credential, and explains what to do instead", async () => {
  const { frontend, secret, session } = await opened(await createFixture());
  const { detail } = await refusedWith("CONNECT_SESSION_NOT_OPEN", () => frontend.authorize(origin, secret));
  assert.match(detail, /\/connect\/v1\/credential/);
  assert.equal((await frontend.session(origin, secret)).status, "opened");
  assert.equal((await frontend.session(origin, secret)).id, session.id);
});
