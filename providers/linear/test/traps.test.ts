/** What GraphQL and Linear do that other APIs don't. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createPort } from "@svc/provider-kit/testing";
import { tokens, type Switches } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { linear } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const squeak = { teamId: "00000000-0000-4000-a000-000000000001", title: "The door squeaks" };

async function open(t: TestContext, switches: Partial<Switches> = {}, token?: string) {
  const world = await openSimulated(token === undefined ? {} : { token }, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  return { ...world, codeOf };
}

test("errors with status 200 and 400 end in the right code", async (t) => {
  const codes = {
    "authentication error": "PROVIDER_UNAUTHORIZED",
    ratelimited: "PROVIDER_RATE_LIMITED",
    forbidden: "PROVIDER_FORBIDDEN",
    "feature not accessible": "PROVIDER_FORBIDDEN",
    "invalid input": "PROVIDER_REJECTED",
    "user error": "PROVIDER_REJECTED",
    "usage limit exceeded": "PROVIDER_REJECTED",
    "internal error": "unknown",
    "lock timeout": "unknown",
    "a word of tomorrow": "unknown",
  };
  for (const errorStatus of [200, 400]) {
    for (const [failsWith, code] of Object.entries(codes)) {
      const { codeOf, simulator } = await open(t, { failsWith, errorStatus });
      // A 400 proves a refusal by its status, unless its errors say otherwise.
      assert.equal(await codeOf("issues.create", squeak), code, `${failsWith}, ${String(errorStatus)}`);
      assert.equal(simulator.ledger.effects.length, 0);
    }
  }
});

test("data beside errors leaves a change unknown, whatever the error is", async (t) => {
  for (const failsWith of ["invalid input", "internal error"]) {
    const { codeOf, simulator } = await open(t, { failsWith, failsAfterEffect: true });
    assert.equal(await codeOf("issues.create", squeak), "unknown");
    assert.equal(simulator.ledger.effects.length, 1);
  }
});

test("a rate limit has status 400 and is one", async (t) => {
  const { codeOf } = await open(t, { requestsPerHour: 0 });
  assert.equal(await codeOf("issues.create", squeak), "PROVIDER_RATE_LIMITED");
  assert.equal(await codeOf("teams.list", {}), "PROVIDER_RATE_LIMITED");
});

test("a missing scope, an unknown token and an unknown id are told apart", async (t) => {
  const reading = await open(t, {}, tokens.readOnly);
  assert.equal(await reading.codeOf("issues.create", squeak), "PROVIDER_FORBIDDEN");
  assert.equal(await reading.codeOf("issues.get", { issueId: "ENG-1" }), "output");
  const unknown = await open(t, {}, `lin_oauth_${"x".repeat(30)}`);
  assert.equal(await unknown.codeOf("teams.list", {}), "PROVIDER_UNAUTHORIZED");
  const { codeOf } = await open(t);
  assert.equal(await codeOf("issues.get", { issueId: "ENG-99" }), "PROVIDER_REJECTED");
  assert.equal(await codeOf("issues.update", { issueId: "ENG-99", priority: 1 }), "PROVIDER_REJECTED");
});

test("the issue has the id that svc chose, so a second one with it is refused", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("issues.create", squeak), "output");
  assert.equal(await codeOf("issues.create", squeak), "PROVIDER_REJECTED");
  assert.equal(simulator.ledger.effects.length, 1);
});

test("scopes are read in each of the forms that Linear has used", () => {
  const granted = (scope: string | null) => oauth.grantedScopes({ scope, accessToken: "x", requested: ["read"] });
  assert.deepEqual(granted("read write"), ["read", "write"]);
  assert.deepEqual(granted("read,issues:create"), ["read", "issues:create"]);
  assert.deepEqual(granted(null), ["read"]);
});

test("an account is a user in a workspace, whichever credential it has", async (t) => {
  const { send } = await open(t);
  const { port } = createPort(linear, { credentialKind: "oauth_token", send });
  for (const auth of linear.auth) {
    const { slug, name } = await auth.identify(port);
    assert.equal(slug, "11111111-0000-4000-a000-000000000000/00000000-0000-4000-a000-000000000021");
    assert.equal(name, "Alex Rivera (Simulated)");
  }
});
