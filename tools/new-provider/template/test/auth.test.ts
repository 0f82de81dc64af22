/** Whose key it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyAuth } from "../src/auth.ts";

test("of the answer to whose key it is, slug and name are kept and nothing else", async () => {
  const body = { slug: "w", name: "W", email: "someone@mail.test" };
  const read = async () => ({ status: 200, body, requestId: null, headers: {} });
  assert.deepEqual(await keyAuth.identify({ connectionFacts: {}, credentialKind: "api_key", read }), {
    slug: "w",
    name: "W",
  });
});
