/** A token's permissions, and its account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPort } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { acmeNotes } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

test("an unknown token makes the connection need reconnecting", async () => {
  const world = await openSimulated("token-unknown");
  try {
    const end = await world.run("notes.get", { id: "welcome" });
    assert.equal(end.kind === "failed" ? end.refusal.code : end.kind, "PROVIDER_UNAUTHORIZED");
  } finally {
    await world.close();
  }
});

test("a token without an action's scope can't execute it", async () => {
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

test("only slug and name of the account's response are kept", async () => {
  const body = { slug: "w", name: "W", email: "someone@mail.test" };
  const read = async () => ({ status: 200, body, requestId: null, headers: {} });
  const port = { origin: acmeNotes.origin, connectionFacts: {}, credentialKind: "oauth_token", read };
  assert.deepEqual(await oauth.identify(port), { slug: "w", name: "W" });
});

test("the account contains no part of the credential, which the server would refuse", async () => {
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
