/** What an admin changes in the console: the same operations as the commands, with a person's name in the journal. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { auditedTypes } from "./access-steps.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { headingOf, signedIn, versionIn, type PageResponse, type Visitor } from "./visitor.ts";

let fixture: Fixture;
let visitor: Visitor;
let csrf: string;
before(async () => {
  fixture = await makeFixture();
  visitor = await signedIn(fixture);
  csrf = await visitor.formToken();
});
after(() => fixture.close());

const send = (path: string, fields: Readonly<Record<string, string>>): Promise<PageResponse> =>
  visitor.post(path, { csrf, ...fields });

const secretIn = ({ text }: PageResponse): string => /class="secret">.*?data-copy="([^"]+)"/s.exec(text)?.[1] ?? "";

async function clientNamed(name: string): Promise<string> {
  const { text } = await visitor.get(`/search?q=${name}&kind=service_client`);
  return /href="\/service-clients\/(scl_\w+)"/.exec(text)?.[1] ?? "";
}

const whole = { actions: "acme/*", allowedOrigins: "https://app.example", allowedReturnUrls: "", keyName: "first" };

test("creates a service client with its key shown once, which then works and is nowhere else", async () => {
  const made = await send("/service-clients/create", { name: "harbor", ...whole });
  assert.equal(made.status, 201);
  const key = secretIn(made);
  assert.match(key, /^svc_live_/);
  const { status } = await fetch(`${fixture.apiOrigin}/v1/service-client`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.notEqual(status, 401);
  const page = await visitor.get(`/service-clients/${await clientNamed("harbor")}`);
  assert.match(page.text, /acme\/\*/);
  assert.ok(!page.text.includes(key) && !fixture.log().includes(key));
  const again = await send("/service-clients/create", { name: "harbor", ...whole });
  assert.equal(again.status, 409, "sent twice, it makes one");
});

test("keeps what was typed, with the faults by place, if it can't be used", async () => {
  const wrong = { ...whole, name: "wrong", actions: "acne/*", allowedOrigins: "not an origin" };
  const refused = await send("/service-clients/create", wrong);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /<code>\/policy\/actions\/0<\/code>/);
  assert.match(refused.text, /acne\/\*/);
  assert.equal(await clientNamed("wrong"), "");
});

test("refuses a change of another version, keeps what was typed, and replaces the other only if it is sent again", async () => {
  const path = `/service-clients/${fixture.seeded.clientId}`;
  const opened = versionIn(await visitor.get(`${path}/edit`));
  const fields = { ...whole, name: "shop", completion: "automatic", allowImport: "off", settleByState: "off" };
  const first = await send(`${path}/update`, { ...fields, version: opened, appName: "First" });
  assert.equal(first.headers.get("location"), `${path}?done=saved`);
  const second = await send(`${path}/update`, { ...fields, version: opened, appName: "Second" });
  assert.equal(second.status, 409);
  assert.match(second.text, /Someone changed this since you opened it/);
  assert.match(second.text, /value="Second"/);
  assert.match((await visitor.get(path)).text, /<bdi>First<\/bdi>/);
  const third = await send(`${path}/update`, { ...fields, version: versionIn(second), appName: "Second" });
  assert.equal(third.status, 303);
  assert.match((await visitor.get(path)).text, /<bdi>Second<\/bdi>/);
  const types = await auditedTypes(fixture);
  assert.ok(types.includes(`service_client.updated operator:${fixture.tokenId}`));
});

test("previews what the patterns of rules match, refuses wrong ones by place, and saves", async () => {
  const path = `/service-clients/${fixture.seeded.clientId}/policy`;
  const version = versionIn(await visitor.get(path));
  const rules = JSON.stringify([{ decision: "ask", match: { actions: ["acme/things.create"] } }]);
  const preview = await send(path, { rules, version, do: "preview" });
  assert.match(preview.text, /What the patterns match.*acme\/things\.create/s);
  const unparsed = await send(path, { rules: "[{]", version });
  assert.equal(unparsed.status, 422);
  assert.match(unparsed.text, /This isn&#x27;t usable JSON|This isn&#39;t usable JSON/);
  const wrong = await send(path, { rules: JSON.stringify([{ decision: "maybe" }]), version });
  assert.match(wrong.text, /<code>\/policy\/rules\/0/);
  assert.equal((await send(path, { rules, version })).status, 303);
  assert.match((await visitor.get(path.replace("/policy", ""))).text, /<code>acme\/things\.create<\/code>/);
});

test("adds, narrows and rotates a service key", async () => {
  const { clientId, tenantId } = fixture.seeded;
  const path = `/service-clients/${clientId}`;
  const made = await send(`${path}/keys/create`, { keyName: "ci", tenants: tenantId, policyRules: "[]" });
  assert.equal(made.status, 201);
  const id = secretIn(made).slice(9, 19);
  const version = versionIn(await visitor.get(`${path}/keys/${id}/edit`));
  const both = await send(`${path}/keys/${id}/update`, {
    version,
    tenants: tenantId,
    tenantLabel: "eu",
    policyRules: "[]",
  });
  assert.match(both.text, /not both/);
  const changed = await send(`${path}/keys/${id}/update`, { version, mayDecide: "on", policyRules: "[]" });
  assert.equal(changed.status, 303);
  const stale = await send(`${path}/keys/${id}/update`, { version, mayDecide: "off", policyRules: "[]" });
  assert.equal(stale.status, 409);
  assert.equal(headingOf(await send(`${path}/keys/${id}/rotate`, {})), "Rotate this key?");
  const rotate = (overlap: string) => send(`${path}/keys/${id}/rotate`, { confirm: "yes", overlap });
  assert.equal((await rotate("-1")).status, 422);
  const statusOf = async (key: string) =>
    (await fetch(`${fixture.apiOrigin}/v1/service-client`, { headers: { authorization: `Bearer ${key}` } })).status;
  const second = secretIn(await rotate("3600"));
  assert.deepEqual([await statusOf(secretIn(made)), await statusOf(second)], [200, 200]);
  const next = await send(`${path}/keys/${second.slice(9, 19)}/rotate`, { confirm: "yes", overlap: "0" });
  // It is gone within a second.
  fixture.clock.aheadMs += 1000;
  assert.deepEqual([await statusOf(second), await statusOf(secretIn(next))], [401, 200]);
});

test("creates an operator token, which signs in with its role until it is revoked", async () => {
  const made = await send("/operator-tokens/create", { name: "Grace", role: "operator", days: "30" });
  const token = secretIn(made);
  assert.match((await (await signedIn(fixture, token)).get("/")).text, /\(operator\)/);
  const id = token.slice(4, 14);
  const path = `/operator-tokens/${id}`;
  const version = versionIn(await visitor.get(`${path}/edit`));
  assert.equal((await send(`${path}/update`, { version, role: "viewer" })).status, 303);
  assert.equal((await send(`${path}/update`, { version, role: "admin" })).status, 409);
  const asked = await send(`${path}/revoke`, {});
  assert.equal(headingOf(asked), "Revoke this token?");
  assert.equal((await send(`${path}/revoke`, { version: versionIn(asked), confirm: "yes" })).status, 303);
  assert.equal((await send("/operator-tokens/create", { name: "x", role: "viewer", days: "soon" })).status, 422);
});

test("lists what stays on the machine", async () => {
  assert.match((await visitor.get("/machine")).text, /svc-server backup/);
});
