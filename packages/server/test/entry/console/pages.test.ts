/**
 * The contents of the console's pages: everything from every client, nothing secret, page by page, and a text for empty
 * lists.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FenceState } from "../../../src/domain/failover/judge.ts";
import { consoleRoutes } from "../../../src/entry/console/endpoint.ts";
import * as samples from "../../adapters/store/samples.ts";
import { pathOf } from "./access-steps.ts";
import { headingOf, signedIn, type Visitor } from "./visitor.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
let visitor: Visitor;
before(async () => {
  fixture = await makeFixture();
  visitor = await signedIn(fixture);
});
after(() => fixture.close());

/** Every page, with an id from this fixture. */
function pages(): string[] {
  const { clientId } = fixture.seeded;
  const paths = consoleRoutes.filter(({ method }) => method === "GET").map(({ path }) => path);
  const filled = paths.map((path) => pathOf(fixture, path));
  return [...filled, `/audit?chain=${clientId}`, "/search?q=a", "/providers/notes/review?tool=add_note", "/nowhere"];
}

/** Nothing is there, or no app or tool is named. */
const absent: readonly string[] = ["/nowhere", "/oauth-apps/events-secret", "/providers/notes/review"];

test("no page, form response or log line contains a secret, and no caller's text is markup", async () => {
  const secret = visitor.cookie.split("=")[1] ?? "";
  const seen: string[] = [];
  for (const path of pages()) {
    const { status, text } = await visitor.get(path);
    assert.equal(status, absent.includes(path) ? 404 : 200, path);
    assert.doesNotMatch(text, /<img/);
    seen.push(text);
  }
  const csrf = await visitor.formToken();
  const { clientId, keyId, connectionId, endpointId, tokenId } = fixture.seeded;
  for (const path of [
    `/service-clients/${clientId}/keys/${keyId}/revoke`,
    `/connections/${connectionId}/disconnect`,
    `/webhooks/${endpointId}/disable`,
    `/tokens/${tokenId}/revoke`,
    "/providers/notes/accept",
  ]) {
    seen.push((await visitor.post(path, { csrf })).text);
  }
  const all = [...seen, fixture.log()].join("\n");
  assert.ok(fixture.canaries.length > 8);
  for (const canary of [...fixture.canaries, secret]) assert.ok(!all.includes(canary), canary.slice(0, 12));
  const name = "Acme &amp; Sons &lt;img src=x onerror=&quot;alert(1)&quot;&gt;[U+202E]";
  assert.ok(all.includes(name));
  assert.ok(!all.includes("\u202e"), "a name can't change the text next to it");
  assert.ok(all.includes("Ada &lt;Lovelace&gt;"));
});

test("the overview says that writes are stopped, which command resumes them, and what a failover can lose", async () => {
  const shown = async (state: Partial<FenceState>): Promise<string> => {
    Object.assign(fixture.database, { closed: null, mode: "none", lacksSync: false, ...state });
    return (await visitor.get("/")).text;
  };
  const next = /Writes stopped.*svc-server failover status, then svc-server failover accept/;
  assert.match(await shown({ closed: "failed_over", mode: "synchronous" }), next);
  assert.match(await shown({ lacksSync: true }), /Writes stopped.*Set synchronous_standby_names/);
  const asynchronous = await shown({ mode: "asynchronous" });
  assert.match(asynchronous, /asynchronous.*can lose the last writes that it acknowledged/);
  assert.doesNotMatch(asynchronous, /Writes stopped/);
  for (const mode of ["none", "synchronous"] as const) assert.doesNotMatch(await shown({ mode }), /class="alert/);
});

test("each listing names its items and links to them, with ids that can be copied and how long ago things were", async () => {
  const { clientId, tenantId, connectionId, unknownId, succeededId, endpointId, tokenId, proposalId } = fixture.seeded;
  const shown: readonly (readonly [string, readonly string[]])[] = [
    ["/", [`/proposals/${proposalId}"`, "Open proposals: 1", `/executions/${unknownId}"`, `/webhooks/${endpointId}"`]],
    [
      "/unknown",
      [`/executions/${unknownId}"`, "Responded 500; late response: succeeded", tenantName, "<bdi>Acme</bdi>"],
    ],
    ["/proposals", [`/proposals/${proposalId}"`, "acme/things.create", tenantName, "<bdi>triage-bot</bdi>", "Pending"]],
    ["/executions", [`/executions/${succeededId}"`, `/tenants/${tenantId}"`, tenantName, "<bdi>shop</bdi>"]],
    [
      "/connections",
      [`/connections/${connectionId}"`, "<bdi>Acme</bdi>", tenantName, "in 5 days</time>", "Last refusal"],
    ],
    ["/tenants", [`/tenants/${tenantId}"`, tenantName, "<bdi>shop</bdi>", "customer-1", "<bdi>eu</bdi>"]],
    ["/service-clients", [`/service-clients/${clientId}"`, "<bdi>shop</bdi>", "backend"]],
    ["/operator-tokens", ["Ada &lt;Lovelace&gt;", "admin", `sop_${fixture.tokenId}…`]],
    ["/tokens", [`/tokens/${tokenId}"`, "<bdi>triage-bot</bdi>", "<bdi>&lt;user&gt;-318</bdi>", "3 of 20", "acme/*"]],
    ["/webhooks", [`/webhooks/${endpointId}"`, "hooks.example", "Failing", "<bdi>shop</bdi>"]],
    ["/providers", ['/providers/notes"', "https://tools.example.com/mcp", "Tools changed", "acme"]],
    ["/audit", ["operator.signed_in", "operator_token.created", "Operator <bdi>Ada &lt;Lovelace&gt;</bdi>"]],
  ];
  for (const [path, texts] of shown) {
    const { text } = await visitor.get(path);
    for (const part of texts) assert.ok(text.includes(part), `${path}: ${part}`);
    assert.match(text, /<time datetime="[^"]+Z" title="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC">[^<]+<\/time>/, path);
    assert.match(text, new RegExp(`<a href="${path}" aria-current="page">`), path);
  }
  assert.match((await visitor.get("/tenants")).text, new RegExp(`data-copy="${tenantId}"`));
});

/** The seeded tenant's name as a page shows it. */
const tenantName = "<bdi>Acme &amp; Sons &lt;img src=x onerror=&quot;alert(1)&quot;&gt;[U+202E]</bdi>";

test("shows a provider's own logo next to its name", async () => {
  const named = /<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 2h20v20z"\/><\/svg> acme</;
  for (const path of ["/", "/connections", `/connections/${fixture.seeded.connectionId}`]) {
    assert.match((await visitor.get(path)).text, named, path);
  }
});

test("a connection says when its credential expires", async () => {
  const { text } = await visitor.get(`/connections/${fixture.seeded.connectionId}`);
  assert.match(text, /<dt>Credential expires<\/dt><dd>.*\d\d:\d\d:\d\d UTC<\/time>.*in 5 days/);
});

test("keeps filters in the address and applies them", async () => {
  const { clientId, tenantId, connectionId, unknownId, succeededId } = fixture.seeded;
  const has = async (path: string, id: string): Promise<boolean> => (await visitor.get(path)).text.includes(`/${id}"`);
  assert.equal(await has(`/executions?status=succeeded`, succeededId), true);
  assert.equal(await has(`/executions?status=succeeded`, unknownId), false);
  assert.equal(await has(`/executions?connection=${connectionId}&provider=acme&action=secrets.set`, unknownId), true);
  assert.equal(await has(`/executions?tenant=${tenantId}&client=${clientId}`, unknownId), true);
  assert.equal(await has(`/executions?from=2020-01-01T00:00&to=2020-01-02T00:00:00`, unknownId), false);
  assert.equal(await has(`/executions?from=2020-01-01T00:00`, unknownId), true);
  assert.equal(await has(`/connections?status=disconnected`, connectionId), false);
  assert.equal(await has(`/connections?status=active&provider=acme`, connectionId), true);
  for (const [status, isThere] of [
    ["pending", true],
    ["all", true],
    ["denied", false],
    ["accepted", false],
  ] as const) {
    assert.equal(await has(`/proposals?status=${status}`, fixture.seeded.proposalId), isThere, status);
  }
  assert.equal(await has(`/tenants?externalId=customer-1`, tenantId), true);
  assert.equal(await has(`/tenants?externalId=customer-2`, tenantId), false);
  assert.equal(await has(`/tenants?label=eu`, tenantId), true);
  assert.equal(await has(`/tenants?label=us&client=${clientId}`, tenantId), false);
  const kept = await visitor.get(`/executions?status=failed&action=things.create`);
  assert.match(kept.text, /aria-current="true">Failed</);
  assert.match(kept.text, /<option value="failed" selected>/);
  assert.ok(
    kept.text.includes(`href="/executions?status=failed"><span class="unseen">Remove the filter </span>Action`),
  );
  assert.ok(
    kept.text.includes(`href="/executions?action=things.create"><span class="unseen">Remove the filter </span>Status`),
  );
  assert.match(kept.text, /No executions match these filters/);
});

test("adds ids to two service clients with the same name, and to no others", async () => {
  const { store, newId } = fixture.deployment;
  const ids = [newId("scl"), newId("scl")];
  for (const id of ids) {
    const client = samples.sampleClient({ id, name: "twin" });
    await store.serviceClients.create(client, samples.sampleKey(id), "operator");
  }
  for (const id of ids) await samples.addTenant(store, id, { id: newId("ten"), createdAt: 20 });
  const { text } = await visitor.get("/tenants");
  for (const id of ids)
    assert.ok(text.includes(`<bdi>twin</bdi></a> <code class="tail" title="${id}">…${id.slice(-6)}</code>`));
  assert.doesNotMatch(text, /<bdi>shop<\/bdi><\/a> <code/);
  const choices = (await visitor.get("/executions")).text;
  for (const id of ids) assert.ok(choices.includes(`<option value="${id}">twin …${id.slice(-6)}</option>`));
  assert.match(choices, />shop<\/option>/);
});

test("a long listing continues with a cursor, which belongs to its filters only", async () => {
  const { store, newId } = fixture.deployment;
  const { clientId } = fixture.seeded;
  for (let index = 0; index < 30; index += 1) {
    await samples.addTenant(store, clientId, { id: newId("ten"), displayName: `Many ${index}`, createdAt: 10 });
  }
  const found = new Set<string>();
  let path: string | undefined = "/tenants";
  let visits = 0;
  while (path !== undefined) {
    const { text } = await visitor.get(path);
    for (const [, id = ""] of text.matchAll(/href="\/tenants\/(ten_\w+)"/g)) found.add(id);
    path = /href="([^"]+)">Next page/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    visits += 1;
  }
  assert.deepEqual([found.size, visits], [33, 2]);
  const next = /href="\/tenants\?(cursor=[^"]+)">Next page/.exec((await visitor.get("/tenants")).text)?.[1] ?? "";
  assert.match((await visitor.get(`/tenants?${next}`)).text, /First page/);
  for (const wrong of [`/connections?${next}`, `/tenants?externalId=a&${next}`, "/tenants?cursor=x"]) {
    const refused = await visitor.get(wrong);
    assert.equal(refused.status, 400, wrong);
    assert.match(refused.text, /List from the beginning/);
  }
});

test("shows a page for a missing item, with the request's id", async () => {
  const { tenantId } = fixture.seeded;
  for (const path of ["/tenants/ten_1", `/connections/${tenantId}`, "/executions/act_", "/webhooks/x", "/a/b/c"]) {
    const { status, headers, text } = await visitor.get(path);
    assert.equal(status, 404, path);
    assert.ok(text.includes(headers.get("x-request-id") ?? "nothing"), path);
    assert.match(text, /To the overview/);
  }
});

test("shows a page if the database does not answer", async () => {
  const apart = await makeFixture({}, { empty: true });
  try {
    const there = await signedIn(apart);
    const { overview } = apart.deployment.store;
    const gone = Object.assign(new Error("canary-fault"), {
      name: "StoreError",
      fault: "the database does not answer",
    });
    overview.tenants = () => Promise.reject(gone);
    const away = await there.get("/tenants");
    assert.equal(away.status, 503);
    assert.match(away.text, /The database does not answer/);
    overview.tenants = () => Promise.reject(new Error("canary-fault"));
    const broken = await there.get("/tenants");
    assert.equal(broken.status, 500);
    assert.doesNotMatch(broken.text + away.text + apart.log(), /canary-fault/);
  } finally {
    await apart.close();
  }
});

test("an empty deployment has every page", async () => {
  const apart = await makeFixture({}, { empty: true });
  try {
    const there = await signedIn(apart);
    for (const path of ["/", "/unknown", "/executions", "/connections", "/tenants", "/service-clients", "/webhooks"]) {
      const page = await there.get(path);
      assert.equal(page.status, 200);
      assert.notEqual(headingOf(page), "");
      assert.match(page.text, /class="empty"/, path);
    }
    assert.match((await there.get("/audit?type=vault.rekeyed")).text, /class="empty"/);
  } finally {
    await apart.close();
  }
});
