/** HubSpot's peculiarities: batches with errors, unique values, search limits, scopes as a list. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createPort } from "@svc/provider-kit/testing";
import { oauthApp as app, portalId, tokens, type Switches } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { hubspot } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const robin = { email: "robin@example.com", values: [{ name: "firstname", value: "Robin" }] };

async function open(t: TestContext, switches: Partial<Switches> = {}, token?: string) {
  const world = await openSimulated(token === undefined ? {} : { token }, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  return { ...world, codeOf };
}

test("a batch with only errors is a refusal, and one with a result too leaves the outcome unknown", async (t) => {
  const alone = await open(t, { batchErrors: "alone" });
  assert.equal(await alone.codeOf("contacts.upsert", robin), "PROVIDER_REJECTED");
  assert.equal(alone.simulator.ledger.effects.length, 0);
  const beside = await open(t, { batchErrors: "beside" });
  assert.equal(await beside.codeOf("contacts.upsert", robin), "unknown");
  assert.equal(beside.simulator.ledger.effects.length, 1);
});

test("maps conflicts, locks, migrations and faults to error codes", async (t) => {
  for (const [changesResponse, code] of [
    [409, "PROVIDER_REJECTED"],
    [423, "PROVIDER_RATE_LIMITED"],
    [477, "PROVIDER_RATE_LIMITED"],
    [502, "unknown"],
  ] as const) {
    const { codeOf, simulator } = await open(t, { changesResponse });
    assert.equal(await codeOf("contacts.upsert", robin), code);
    assert.equal(simulator.ledger.effects.length, 0);
  }
});

test("distinguishes a missing scope, an unknown token and a rate limit", async (t) => {
  const reading = await open(t, {}, tokens.readOnly);
  assert.equal(await reading.codeOf("contacts.upsert", robin), "PROVIDER_FORBIDDEN");
  assert.equal(await reading.codeOf("contacts.get", { id: "101" }), "output");
  const unknown = await open(t, {}, "pat-na1-00000000-0000-0000-0000-000000000000");
  assert.equal(await unknown.codeOf("contacts.get", { id: "101" }), "PROVIDER_UNAUTHORIZED");
  const limited = await open(t, { requestsPerTenSeconds: 0 });
  assert.equal(await limited.codeOf("contacts.upsert", robin), "PROVIDER_RATE_LIMITED");
});

test("a dead refresh token is recognized, and differs from a wrong secret", async (t) => {
  const { simulator } = await open(t);
  const refusal = async (client_secret: string) => {
    const fields = { grant_type: "refresh_token", client_id: app.clientId, client_secret, refresh_token: "na1-dead" };
    const body = new URLSearchParams(fields);
    const response = await fetch(`${simulator.url}/oauth/2026-03/token`, { method: "POST", body });
    const member = oauth.server.errorMember?.[0] ?? "";
    const { [member]: error = "", error: standard } = (await response.json()) as Readonly<Record<string, string>>;
    return [response.status, standard, oauth.server.invalidGrantErrors?.includes(error)];
  };
  assert.deepEqual(await refusal(app.clientSecret), [400, undefined, true]);
  assert.deepEqual(await refusal("wrong"), [400, undefined, false]);
});

test("refuses to page beyond 10,000 records, before anything is sent", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("contacts.search", { pageToken: "9990", pageSize: 11 }), "PROVIDER_REJECTED");
  assert.equal(simulator.ledger.requests.length, 0);
  assert.equal(await codeOf("contacts.search", { pageToken: "9990", pageSize: 10 }), "output");
});

test("with the tenant's unique property, a second creation updates the first record", async (t) => {
  const { codeOf, simulator } = await open(t);
  const deal = { values: [{ name: "dealname", value: "Ten doors" }], markerProperty: "svc_execution" };
  assert.equal(await codeOf("deals.create", deal), "output");
  assert.equal(await codeOf("deals.create", deal), "output");
  assert.equal(simulator.world.objects.in("deals").size, 2);
  assert.equal(await codeOf("deals.create", { ...deal, markerProperty: "dealname" }), "PROVIDER_REJECTED");
});

test("an empty value clears a property", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("contacts.update", { id: "101", values: [{ name: "lastname", value: "" }] }), "output");
  assert.equal(simulator.world.object("contacts", "101").properties["lastname"], undefined);
});

test("reads scopes from a list, and identifies the account by its portal id", async (t) => {
  assert.deepEqual(oauth.server.scopeMember, ["scopes"]);
  const granted = oauth.grantedScopes({ scope: "oauth tickets", accessToken: "x", requested: [] });
  assert.deepEqual(granted, ["oauth", "tickets"]);
  const { send } = await open(t);
  const { port } = createPort(hubspot, { credentialKind: "oauth_token", send });
  assert.equal((await oauth.identify(port)).slug, String(portalId));
});
