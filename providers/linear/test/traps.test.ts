/** Peculiarities of GraphQL and Linear. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createPort, sendTo } from "@svc/provider-kit/testing";
import { oauthApp, tokens, type Switches } from "../simulator/index.ts";
import { apiKey, oauth } from "../src/auth.ts";
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

test("maps errors with status 200 and 400 to error codes", async (t) => {
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

test("data next to errors leaves a change unknown, whatever the error is", async (t) => {
  for (const failsWith of ["invalid input", "internal error"]) {
    const { codeOf, simulator } = await open(t, { failsWith, failsAfterEffect: true });
    assert.equal(await codeOf("issues.create", squeak), "unknown");
    assert.equal(simulator.ledger.effects.length, 1);
  }
});

test("recognizes a rate limit with status 400", async (t) => {
  const { codeOf } = await open(t, { requestsPerHour: 0 });
  assert.equal(await codeOf("issues.create", squeak), "PROVIDER_RATE_LIMITED");
  assert.equal(await codeOf("teams.list", {}), "PROVIDER_RATE_LIMITED");
});

test("distinguishes a missing scope, an unknown token and an unknown id", async (t) => {
  const reading = await open(t, {}, tokens.readOnly);
  assert.equal(await reading.codeOf("issues.create", squeak), "PROVIDER_FORBIDDEN");
  assert.equal(await reading.codeOf("issues.get", { issueId: "ENG-1" }), "output");
  const unknown = await open(t, {}, `lin_oauth_${"x".repeat(30)}`);
  assert.equal(await unknown.codeOf("teams.list", {}), "PROVIDER_UNAUTHORIZED");
  const { codeOf } = await open(t);
  assert.equal(await codeOf("issues.get", { issueId: "ENG-99" }), "PROVIDER_REJECTED");
  assert.equal(await codeOf("issues.update", { issueId: "ENG-99", priority: 1 }), "PROVIDER_REJECTED");
});

test("reads scopes separated by spaces, separated by commas, and missing", async (t) => {
  const scopes = ["read", "issues:create"];
  const granted = (scope: string | null) => oauth.grantedScopes({ scope, accessToken: "x", requested: ["read"] });
  for (const scopeForm of ["space", "comma"] as const) {
    const { simulator } = await open(t, { scopeForm });
    const { authorization } = simulator.world;
    const issued = authorization.issueFor("alex", oauthApp.clientId, scopes, Date.now());
    const response: unknown = authorization.options.tokenResponse?.(issued);
    assert.ok(
      typeof response === "object" && response !== null && "scope" in response && typeof response.scope === "string",
    );
    assert.deepEqual(granted(response.scope), scopes, scopeForm);
  }
  assert.deepEqual(granted(null), ["read"]);
});

test("identifies the account by user and workspace, and sends only an API key without a scheme", async (t) => {
  const { simulator } = await open(t);
  const token = { accessToken: tokens.everything, refreshToken: null, expiresAt: null, scopes: [] };
  const key = { api_key: tokens.apiKey };
  const identify = async (auth: typeof oauth | typeof apiKey, headers: Readonly<Record<string, string>>) => {
    const send = sendTo(linear, simulator, headers);
    return await auth.identify(
      createPort(linear, { credentialKind: auth === oauth ? "oauth_token" : "api_key", send }).port,
    );
  };
  for (const account of [await identify(oauth, oauth.headers(token)), await identify(apiKey, apiKey.headers(key))]) {
    assert.equal(account.slug, "11111111-0000-4000-a000-000000000000/00000000-0000-4000-a000-000000000021");
    assert.equal(account.name, "Alex Rivera (Simulated)");
  }
  for (const authorization of [`Bearer ${tokens.apiKey}`, tokens.everything]) {
    await assert.rejects(identify(oauth, { authorization }), { message: "PROVIDER_UNAUTHORIZED" });
  }
});

test("a search in a team returns only issues of this team, although Linear's argument for it only ranks them", async (t) => {
  const { run, simulator } = await open(t);
  const { world } = simulator;
  const [own, other] = world.teams.values();
  assert.ok(own !== undefined && other !== undefined);
  world.change(Date.now(), () => {
    for (const { id } of [own, other]) {
      world.addIssue({ teamId: id, title: "Oil the hinge", labelIds: [] }, "2026-03-10T09:00:00.000Z");
    }
  });
  const teams = async (input: object) => {
    const end = await run("issues.search", { term: "hinge", ...input });
    assert.equal(end.kind, "output", JSON.stringify(end));
    const { issues } = (end.kind === "output" ? end.output : {}) as { issues: { team: { id: string } }[] };
    return issues.map(({ team }) => team.id);
  };
  assert.deepEqual(await teams({ teamId: other.id }), [other.id]);
  assert.equal((await teams({})).length, 2);
});

test("a taken id says that the issue may exist, because only this execution uses the id", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("issues.create", squeak), "output");
  assert.equal(await codeOf("issues.create", squeak), "unknown", "a copy of the request was made on the way");
  assert.equal(simulator.ledger.effects.length, 1);
});
