/** The key's account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPort } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";
import { keyAuth } from "../src/auth.ts";
import { acmeNotes } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

test("only slug and name of the account's response are kept", async () => {
  const body = { slug: "w", name: "W", email: "someone@mail.test" };
  const read = async () => ({ status: 200, body, requestId: null, headers: {} });
  const port = { origin: acmeNotes.origin, connectionFacts: {}, credentialKind: "api_key", read };
  assert.deepEqual(await keyAuth.identify(port), { slug: "w", name: "W" });
});

test("the account contains no part of the credential, which the server would refuse", async () => {
  const world = await openSimulated();
  try {
    const { port } = createPort(acmeNotes, { credentialKind: "api_key", send: world.send });
    const account = await keyAuth.identify(port);
    assert.deepEqual(account, { slug: "simulated", name: "Simulated workspace" });
    assert.ok(!tokens.apiKey.includes(account.slug));
  } finally {
    await world.close();
  }
});
