/** What a token may do, and whose it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPort } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { acmeNotes } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

test("a token that the authorization server doesn't know is the connection's fault", async () => {
  const world = await openSimulated("token-unknown");
  try {
    const end = await world.run("notes.get", { id: "welcome" });
    assert.equal(end.kind === "failed" ? end.refusal.code : end.kind, "PROVIDER_UNAUTHORIZED");
  } finally {
    await world.close();
  }
});

test("a token without the scope of an action may not do it", async () => {
  const world = await openSimulated();
  try {
    const { tokens } = world.simulator.world;
    const known = tokens.all()[0];
    assert.ok(known !== undefined);
    tokens.add({ ...known, scopes: ["notes:read"] });
    const end = await world.run("notes.create", { title: "Groceries", text: "Bread" });
    assert.equal(end.kind === "failed" ? end.refusal.code : end.kind, "PROVIDER_FORBIDDEN");
  } finally {
    await world.close();
  }
});

test("of the answer to whose account it is, slug and name are kept and nothing else", async () => {
  const body = { slug: "w", name: "W", email: "someone@mail.test" };
  const read = async () => ({ status: 200, body, requestId: null, headers: {} });
  const port = { origin: acmeNotes.origin, connectionFacts: {}, credentialKind: "oauth_token", read };
  assert.deepEqual(await oauth.identify(port), { slug: "w", name: "W" });
});

test("the account has nothing of the credential, which the server would refuse", async () => {
  const world = await openSimulated();
  try {
    const { port } = createPort(acmeNotes, { credentialKind: "oauth_token", send: world.send });
    const account = await oauth.identify(port);
    assert.deepEqual(account, { slug: "simulated", name: "Simulated workspace" });
    assert.ok(!tokens.everything.includes(account.slug));
  } finally {
    await world.close();
  }
});
