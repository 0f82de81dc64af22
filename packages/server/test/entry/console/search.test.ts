/** The console's search: by id to its page, by name to a list, and what it refuses. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as samples from "../../adapters/store/samples.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { headingOf, signedIn, type PageResponse, type Visitor } from "./visitor.ts";

let fixture: Fixture;
let visitor: Visitor;
before(async () => {
  fixture = await makeFixture();
  const { secret } = await fixture.tokens.create({ name: "Grace, who looks", role: "viewer", expiresInDays: 1 });
  visitor = await signedIn(fixture, secret);
});
after(() => fixture.close());

function search(text: string, more = ""): Promise<PageResponse> {
  return visitor.get(`/search?q=${encodeURIComponent(text)}${more}`);
}

const placeOf = ({ status, headers }: PageResponse): string => `${status} ${headers.get("location")}`;

test("goes to the page of an id, and a viewer sees that page", async () => {
  const ids = fixture.seeded;
  const client = `/service-clients/${ids.clientId}`;
  for (const [id, path] of [
    [ids.tenantId, `/tenants/${ids.tenantId}`],
    [ids.connectionId, `/connections/${ids.connectionId}`],
    [ids.unknownId, `/executions/${ids.unknownId}`],
    [ids.proposalId, `/proposals/${ids.proposalId}`],
    [ids.eventId, `/audit/${ids.clientId}/${ids.eventId}`],
    [ids.clientId, client],
    [ids.keyId, `${client}#key-${ids.keyId}`],
    [`svc_live_${ids.keyId}…`, `${client}#key-${ids.keyId}`],
    [ids.tokenId, `/tokens/${ids.tokenId}`],
    [ids.endpointId, `/webhooks/${ids.endpointId}`],
    [ids.sessionId, `/connect-sessions/${ids.sessionId}`],
    [fixture.tokenId, `/operator-tokens#token-${fixture.tokenId}`],
    [`sop_${fixture.tokenId}`, `/operator-tokens#token-${fixture.tokenId}`],
  ] as const) {
    assert.equal(placeOf(await search(` ${id} `)), `303 ${path}`, id);
    assert.equal((await visitor.get(path.split("#", 1)[0] ?? "")).status, 200, path);
  }
});

test("goes there by a beginning that only one id has, and lists those that share it", async () => {
  const { tenantId, succeededId } = fixture.seeded;
  assert.equal(placeOf(await search(tenantId.slice(0, 8).toUpperCase())), `303 /tenants/${tenantId}`);
  const shared = await search("act_");
  assert.equal(shared.status, 200);
  assert.ok(shared.text.includes(`href="/executions/${succeededId}"`));
  const { text } = await search("act_7zzzzz");
  assert.match(text, /Nothing found/);
});

test("lists what has such a name, by kind, with a limit and more of one kind", async () => {
  const { store, newId } = fixture.deployment;
  const { clientId, tenantId, connectionId, endpointId } = fixture.seeded;
  const has = async (text: string, part: string): Promise<boolean> => (await search(text)).text.includes(part);
  assert.ok(await has("acme & sons", `href="/tenants/${tenantId}"`), "a tenant by its name");
  assert.ok(await has("customer-1", `href="/tenants/${tenantId}"`), "a tenant by its external id");
  assert.ok(await has("acm", `href="/connections/${connectionId}"`), "a connection by its account");
  assert.ok(await has("SHO", `href="/service-clients/${clientId}"`), "a service client");
  assert.ok(await has("oks.example", `href="/webhooks/${endpointId}"`), "an endpoint by its host");
  assert.ok(await has("lovelace", "/operator-tokens#token-"), "an operator token");
  for (let index = 0; index < 7; index += 1) {
    await samples.addTenant(store, clientId, { id: newId("ten"), displayName: `Plenty ${index}`, createdAt: 10 });
  }
  const count = ({ text }: PageResponse): number => [...text.matchAll(/>Plenty \d|<bdi>Plenty \d/g)].length;
  const some = await search("plenty");
  assert.match(some.text, /href="\/search\?q=plenty&amp;kind=tenant">Show more/);
  const all = await search("plenty", "&kind=tenant");
  assert.ok(count(some) < count(all), `${count(some)} ${count(all)}`);
  assert.doesNotMatch(all.text, /Show more/);
});

test("finds an OAuth app by its provider", async () => {
  const secret = { wrapped: Uint8Array.of(1), rootKeyId: "k1" };
  const app = {
    serviceClientId: "",
    provider: "acme",
    appId: "app-4711",
    name: "",
    secret,
    createdAt: 1,
    updatedAt: 1,
  };
  await fixture.deployment.store.oauthApps.put(app, "operator");
  assert.match((await search("app-4711")).text, /href="\/oauth-apps\?provider=acme"/);
});

test("doesn't look into calls, addresses or credentials", async () => {
  for (const text of [fixture.seeded.proposedText, "canary-url-0815", "canary-credential-4711"]) {
    assert.match((await search(text)).text, /Nothing found/, text);
  }
});

test("refuses a whole secret, and doesn't show it again", async () => {
  for (const secret of [
    fixture.token,
    `svc_live_${"Ab1".repeat(16)}`,
    `svc_dt_${"Ab1".repeat(20)}`,
    `whsec_${"A".repeat(43)}=`,
    `cst_${"a".repeat(43)}`,
  ]) {
    const page = await search(secret);
    assert.equal(page.status, 422);
    assert.equal(headingOf(page), "This is a secret");
    assert.ok(!page.text.includes(secret), secret.slice(0, 8));
    assert.ok(!fixture.log().includes(secret));
  }
});

test("says so if an id is shortened, and accepts an empty text", async () => {
  assert.match((await search("act_…a1b2c3")).text, /This ID is shortened/);
  assert.equal((await visitor.get("/search")).status, 200);
  assert.equal((await search(`${"long ".repeat(500)}\u0000`)).status, 200);
});
