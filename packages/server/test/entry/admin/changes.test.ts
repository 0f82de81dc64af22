/** Changes through the admin API: what they do, who made them, and versions that are no longer current. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { after, before, test } from "node:test";
import { verifies } from "../../../../../conformance/harness/verifies.ts";
import { makeFixture, type Fixture } from "../console/fixture.ts";
import { call, callerAs, type Answer, type Caller } from "./caller.ts";

let fixture: Fixture;
let admin: Caller;
let tokenId: string;
before(async () => {
  fixture = await makeFixture({}, { empty: true });
  ({ call: admin, tokenId } = await callerAs(fixture, "admin"));
});
after(() => fixture.close());

async function made(name: string, more: object = {}): Promise<Answer> {
  const created = await admin("createServiceClient", { body: { name, ...more } });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created;
}

const of = (name: string, key = ""): Record<string, string> => ({ service_client: name, key });

test("creates a service client that may do nothing, with a key that works", async () => {
  const { body, etag } = await made("bare");
  assert.deepEqual(body["policy"], { actions: [], settleByState: false, allowImport: false, rules: [] });
  assert.equal(body["keyName"], "default");
  assert.equal(etag, `"${String(body["version"])}"`);
  const profile = await fetch(`${fixture.apiOrigin}/v1/service-client`, {
    headers: { authorization: `Bearer ${String(body["key"])}` },
  });
  assert.equal(profile.status, 200);
  const shown = await admin("getServiceClient", { params: of("bare") });
  assert.equal(JSON.stringify(shown.body).includes(String(body["key"])), false);
});

verifies(
  "operators.version",
  "of two changes of the same version one is made, and the other is refused, with how to go on",
  async () => {
    const { etag } = await made("shared", { allowedOrigins: ["https://a.example"] });
    const change = (body: object) =>
      admin("updateServiceClient", { params: of("shared"), body, headers: { "if-match": etag } });
    const [one, other] = await Promise.all([
      change({ allowedOrigins: ["https://one.example"] }),
      change({ allowedOrigins: ["https://two.example"] }),
    ]);
    const [done, refused] = one.status === 200 ? [one, other] : [other, one];
    assert.deepEqual([done.status, refused.status, refused.code], [200, 412, "PRECONDITION_FAILED"]);
    const now = await admin("getServiceClient", { params: of("shared") });
    assert.deepEqual(now.body["allowedOrigins"], done.body["allowedOrigins"]);
    assert.equal(now.etag, done.etag);
    const again = await admin("updateServiceClient", {
      params: of("shared"),
      body: { appName: "Shared" },
      headers: { "if-match": now.etag },
    });
    assert.deepEqual([again.status, again.body["allowedOrigins"]], [200, done.body["allowedOrigins"]]);
  },
);

test("a change without a condition, or with *, is made whatever the version", async () => {
  await made("loose");
  for (const headers of [{}, { "if-match": "*" }]) {
    const changed = await admin("updateServiceClient", {
      params: of("loose"),
      body: { completion: "confirmed" },
      headers,
    });
    assert.equal(changed.status, 200);
  }
});

test("weak, unknown and several versions change nothing", async () => {
  const { etag } = await made("strict");
  const statuses: number[] = [];
  for (const match of [`W/${etag}`, '"unknown"', "unquoted", `${etag}, "other"`]) {
    const params = of("strict");
    statuses.push((await admin("revokeServiceClient", { params, headers: { "if-match": match } })).status);
  }
  assert.deepEqual(statuses, [412, 412, 412, 400]);
  assert.equal((await admin("getServiceClient", { params: of("strict") })).body["revokedAt"], null);
});

test("names can be kept unique", async () => {
  await made("only one");
  const again = { body: { name: "only one" }, query: { onlyIfNew: "true" } };
  assert.equal((await admin("createServiceClient", again)).code, "PRECONDITION_FAILED");
});

test("changes, rotates and revokes keys, each with a version of its own", async () => {
  await made("keys");
  const added = await admin("createServiceKey", { params: of("keys"), body: { keyName: "ci", tenantLabel: "eu" } });
  assert.equal(added.status, 201);
  const twice = await admin("createServiceKey", { params: of("keys"), body: { keyName: "ci" } });
  assert.equal(twice.code, "INVALID_REQUEST");
  const changed = await admin("updateServiceKey", { params: of("keys", "ci"), body: { mayDecide: true } });
  assert.deepEqual([changed.body["tenantLabel"], changed.body["mayDecide"]], ["eu", true]);
  const stale = { "if-match": changed.etag };
  await admin("updateServiceKey", { params: of("keys", "ci"), body: { tenants: null } });
  assert.equal((await admin("revokeServiceKey", { params: of("keys", "ci"), headers: stale })).status, 412);
  const rotated = await admin("rotateServiceKey", { params: of("keys"), body: { keyName: "ci", overlapSeconds: 60 } });
  assert.deepEqual(rotated.body["oldKeyIds"], [added.body["keyId"]]);
  const revoked = await admin("revokeServiceKey", { params: of("keys", String(added.body["keyId"])) });
  assert.notEqual(revoked.body["revokedAt"], null);
});

test("refuses patterns that match nothing, with their place in the body", async () => {
  const rules = [{ decision: "deny", match: { actions: ["acme/thing.list"] } }];
  const body = { name: "misspelled", policy: { actions: ["acme/nothing.*"], rules } };
  const refused = await admin("createServiceClient", { body });
  assert.deepEqual(
    (refused.body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer),
    ["/policy/actions/0", "/policy/rules/0/match/actions/0"],
  );
  assert.equal((await admin("createServiceClient", { body, query: { force: "true" } })).status, 201);
  const malformed = await admin("createServiceClient", { body: { name: "bad", policy: { actions: ["*"] } } });
  assert.match(JSON.stringify(malformed.body["errors"]), /\/policy\/actions\/0/);
});

test("operator tokens are created once, change roles by version, and end", async () => {
  const created = await admin("createOperatorToken", { body: { name: "Grace", role: "viewer" } });
  const secret = String(created.body["token"]);
  const graces = (id: Parameters<Caller>[0], body?: object) => call(fixture.origin, secret, id, { body });
  assert.equal((await graces("listServiceClients")).status, 200);
  assert.equal((await graces("createServiceClient", { name: "hers" })).status, 403);
  const params = { operator_token: "Grace" };
  const version = { "if-match": created.etag };
  // Using it changed no version.
  assert.equal((await admin("updateOperatorToken", { params, body: { role: "admin" }, headers: version })).status, 200);
  assert.equal(
    (await admin("updateOperatorToken", { params, body: { role: "viewer" }, headers: version })).status,
    412,
  );
  assert.equal((await graces("createServiceClient", { name: "hers" })).status, 201);
  assert.equal((await admin("revokeOperatorToken", { params, headers: version })).status, 412);
  assert.equal((await admin("revokeOperatorToken", { params })).status, 200);
  assert.equal((await graces("listServiceClients")).status, 401);
  const { body } = await admin("listOperatorTokens");
  assert.equal(JSON.stringify(body).includes(secret), false);
});

test("lists page by page, newest first", async () => {
  const names: unknown[] = [];
  let cursor: unknown = "";
  do {
    const query = { limit: "2", ...(cursor === "" ? {} : { cursor: String(cursor) }) };
    const { body } = await admin("listServiceClients", { query });
    const rows = body["serviceClients"] as { id: string }[];
    assert.ok(rows.length <= 2);
    names.push(...rows.map(({ id }) => id));
    cursor = body["nextCursor"];
  } while (cursor !== null);
  assert.equal(new Set(names).size, names.length);
  assert.equal(names.length, (await fixture.deployment.store.serviceClients.list()).length);
  assert.equal((await admin("listServiceClients", { query: { cursor: "made-up" } })).status, 400);
});

test("every change is in the journal, with the operator who made it", async () => {
  const { body } = await made("journal");
  const id = String(body["id"]);
  await admin("updateServiceClient", { params: of(id), body: { name: "renamed" } });
  await admin("createServiceKey", { params: of(id), body: { keyName: "ci" } });
  await admin("updateServiceKey", { params: of(id, "ci"), body: { mayDecide: true } });
  await admin("rotateServiceKey", { params: of(id), body: { keyName: "ci", overlapSeconds: 0 } });
  await admin("revokeServiceKey", { params: of(id, "default") });
  await admin("revokeServiceClient", { params: of(id) });
  const events = await fixture.deployment.store.audit.page(id, 0, 100);
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      "service_client.created",
      "service_client.updated",
      "service_client.key_added",
      "service_client.key_updated",
      "service_client.key_rotated",
      "service_client.key_revoked",
      "service_client.revoked",
    ],
  );
  assert.deepEqual(new Set(events.map(({ actor }) => actor)), new Set([`operator:${tokenId}`]));
});

test("shows the vault, the failover and the trail, and rotates the vault's keys", async () => {
  assert.equal((await admin("getVaultStatus")).status, 200);
  assert.deepEqual((await admin("getFailoverStatus")).body, { engine: "sqlite", writes: "open" });
  assert.equal((await admin("verifyAuditTrail")).body["ok"], true);
  assert.equal((await admin("rotateVault")).body["remaining"], 0);
  const { body } = await admin("listDeployedProviders");
  assert.deepEqual(
    (body["providers"] as { slug: string }[]).map(({ slug }) => slug),
    ["acme"],
  );
});

test("unknown paths and methods are problem documents, never pages of the console", async () => {
  const answers: string[] = [];
  for (const [method, path] of [
    ["GET", "/admin/v1/nothing"],
    ["POST", "/admin/v1/nothing"],
    ["DELETE", "/admin/v1/nothing"],
    ["DELETE", "/admin/v1/service-clients"],
  ] as const) {
    const response = await fetch(`${fixture.origin}${path}`, { method });
    assert.match(response.headers.get("content-type") ?? "", /^application\/problem\+json/);
    answers.push(`${response.status} ${response.headers.get("allow") ?? ""}`.trim());
  }
  assert.deepEqual(answers, ["404", "404", "404", "405 GET, HEAD, POST"]);
});

test("failed sign-ins are limited and recorded, and a valid token still works", async () => {
  fixture.clock.aheadMs += 60_000;
  const statuses: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) {
    statuses.push((await call(fixture.origin, `${fixture.token}x`, "listServiceClients")).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  assert.equal((await admin("listServiceClients")).status, 200);
  const types = (await fixture.deployment.store.audit.page("", 0, 1000)).map(({ type }) => type);
  assert.ok(types.includes("operator.sign_in_refused"));
});

test("only the console's listener serves it", async () => {
  for (const origin of [fixture.apiOrigin, fixture.connectOrigin]) {
    const response = await fetch(`${origin}/admin/v1/service-clients`, {
      headers: { authorization: `Bearer ${fixture.token}` },
    });
    assert.equal(response.status, 404);
  }
});

test("refuses a stranger without waiting for the body, and a body with an unknown field", async () => {
  const { hostname, port } = new URL(fixture.origin);
  const headers = { "content-type": "application/json", "content-length": 100 };
  const sent = request({ hostname, port, method: "POST", path: "/admin/v1/service-clients", headers });
  sent.flushHeaders();
  const [response] = (await once(sent, "response", { signal: AbortSignal.timeout(5000) })) as [IncomingMessage];
  assert.ok(response.statusCode === 401 || response.statusCode === 429, String(response.statusCode));
  sent.destroy();
  const unknown = await admin("createServiceClient", { body: { name: "open", isAdmin: true } });
  assert.deepEqual(
    (unknown.body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer),
    ["/isAdmin"],
  );
});

test("takes larger bodies only where a review is sent", async () => {
  const appName = "x".repeat(300 * 1024);
  const refused = await admin("createServiceClient", { body: { name: "large", appName } });
  assert.deepEqual([refused.status, refused.code], [413, "PAYLOAD_TOO_LARGE"]);
});
