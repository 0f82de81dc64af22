/** Jira's peculiarities: a site in each path, JQL that needs a condition, gateway errors, limits. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createPort, findAction, runAction, type Send } from "@svc/provider-kit/testing";
import { oauthApp as app, siteIds, tokens, userIds, type Switches } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { jira } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const door = { issueKey: "ENG-1" };

async function open(t: TestContext, switches: Partial<Switches> = {}, of: { token?: string; site?: string } = {}) {
  const world = await openSimulated(of, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  return { ...world, codeOf };
}

test("a connection reaches its own site, and no other", async (t) => {
  for (const [at, site] of siteIds.entries()) {
    const { run, codeOf, simulator } = await open(t, { openedSites: 2 }, { site });
    const end = await run("issues.get", door);
    assert.equal(end.kind === "output" && Object(end.output).summary, `The front door sticks (${String(at + 1)})`);
    assert.equal(await codeOf("comments.add", { ...door, body: "Here." }), "output");
    const counts = siteIds.map((id) => simulator.world.comments.in(id).size);
    assert.deepEqual(counts, at === 0 ? [2, 1] : [1, 2]);
  }
  const closed = await open(t, { openedSites: 1 }, { site: siteIds[1] });
  assert.equal(await closed.codeOf("issues.get", door), "RESOURCE_NOT_FOUND");
});

test("a connection is for one site: none and several are refused with an explanation", async (t) => {
  const discover = async (openedSites: number) => {
    const { send } = await open(t, { openedSites });
    const { port } = createPort({ ...jira, connectionPath: [] }, { credentialKind: "oauth_token", send });
    return await oauth.discover?.(port);
  };
  assert.deepEqual(await discover(1), { site_id: siteIds[0] });
  await assert.rejects(discover(0), { name: "ProviderFailure" });
  await assert.rejects(discover(2), { name: "ProviderFailure" });
});

test("identifies the account by user and site", async (t) => {
  const { send } = await open(t);
  const { port } = createPort(jira, { credentialKind: "oauth_token", send, connectionFacts: { site_id: siteIds[0] } });
  assert.deepEqual(await oauth.identify(port), { slug: `${siteIds[0]}/${userIds.me}`, name: "Alex Rivera" });
});

test("adds offline_access to the granted scopes, because the token response omits it", () => {
  const granted = (scope: string | null) => oauth.grantedScopes({ scope, accessToken: "x", requested: ["a"] });
  assert.deepEqual(granted("read:jira-work read:jira-user"), ["read:jira-work", "read:jira-user", "offline_access"]);
  assert.deepEqual(granted(null), ["a"]);
});

test("refuses a search for all issues before it is sent", async (t) => {
  const { codeOf, simulator } = await open(t);
  for (const jql of ["ORDER BY created", " order  by updated DESC ", " "]) {
    assert.equal(await codeOf("issues.search", { jql }), "PROVIDER_REJECTED");
  }
  assert.equal(simulator.ledger.requests.length, 0);
  assert.equal(await codeOf("issues.search", { jql: "no such thing" }), "PROVIDER_REJECTED");
  assert.equal(simulator.ledger.requests.length, 1);
});

test("maps limits, missing scopes and unknown tokens to error codes", async (t) => {
  const limited = await open(t, { requestsPerMinute: 0 });
  const end = await limited.run("comments.add", { ...door, body: "x" });
  assert.equal(end.kind === "failed" && end.refusal.code, "PROVIDER_RATE_LIMITED");
  const reading = await open(t, {}, { token: tokens.readOnly });
  // The gateway answers 401 for a missing scope, which says nothing against the token.
  assert.equal(await reading.codeOf("comments.add", { ...door, body: "x" }), "PROVIDER_FORBIDDEN");
  assert.equal(await reading.codeOf("issues.get", door), "output");
  const unknown = await open(t, {}, { token: "eyJ-unknown" });
  assert.equal(await unknown.codeOf("issues.get", door), "PROVIDER_UNAUTHORIZED");
});

test("refuses a transition that the issue doesn't have before it is sent", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("issues.transition", { ...door, transitionId: "11" }), "PROVIDER_REJECTED");
  assert.equal(simulator.ledger.effects.length, 0);
});

test("a dead refresh token is recognized, and differs from a wrong secret", async (t) => {
  const { simulator } = await open(t);
  const refusal = async (client_secret: string) => {
    const fields = { grant_type: "refresh_token", client_id: app.clientId, client_secret, refresh_token: "dead" };
    const body = JSON.stringify(fields);
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${simulator.url}/oauth/token`, { method: "POST", headers, body });
    const { error } = (await response.json()) as { error: string };
    const isDead = error === "invalid_grant" || oauth.server.invalidGrantErrors?.includes(error) === true;
    return [response.status, isDead];
  };
  assert.deepEqual(await refusal(app.clientSecret), [403, true]);
  assert.deepEqual(await refusal("wrong"), [401, false]);
});

test("a search ends at the page that Jira calls the last, even if it has a token", async () => {
  const search = async (more: object, pageToken?: string) => {
    const body = JSON.stringify({ issues: [], ...more });
    const response: Send = () =>
      Promise.resolve({
        kind: "answered",
        status: 200,
        requestId: null,
        retryAfterSeconds: null,
        headers: {},
        body: { kind: "complete", text: body },
      });
    const options = { credentialKind: "oauth_token", send: response, connectionFacts: { site_id: siteIds[0] } };
    const input = { jql: "project = ENG", ...(pageToken === undefined ? {} : { pageToken }) };
    const { end } = await runAction(jira, findAction(jira, "issues.search"), input, options);
    return end.kind === "failed" ? end.refusal.code : end.kind === "output" ? Object(end.output).nextPageToken : end;
  };
  assert.equal(await search({ isLast: true, nextPageToken: "a" }), null);
  assert.equal(await search({ isLast: false, nextPageToken: "a" }), "a");
  assert.equal(await search({ isLast: false, nextPageToken: "" }), null);
  assert.equal(await search({ isLast: false, nextPageToken: "a" }, "a"), "PROVIDER_ERROR");
});

test("says that a search for users may have more", async (t) => {
  const { run, simulator } = await open(t);
  const users = simulator.world.users.in(siteIds[0]);
  const found = async () => {
    const end = await run("users.find", { query: "Kim" });
    const { users, incomplete } = (end.kind === "output" ? end.output : {}) as {
      users: unknown[];
      incomplete: boolean;
    };
    return [users.length, incomplete];
  };
  simulator.world.change(Date.now(), () => {
    for (let number = 0; number < 51; number += 1) {
      users.put({ accountId: `kim${String(number)}`, displayName: `Kim ${String(number)}`, active: true });
    }
  });
  assert.deepEqual(await found(), [50, true]);
});
