/** Which app is in use, and which one a token belongs to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issuingApp, type StoredOAuthApp } from "../../../src/domain/oauth/app.ts";
import { createKnownApps } from "../../../src/domain/oauth/known-apps.ts";

function stored(change: Partial<StoredOAuthApp>): StoredOAuthApp {
  const secret = { wrapped: Buffer.from(`secret of ${change.appId ?? ""}`), rootKeyId: "a" };
  return { serviceClientId: "", provider: "acme", appId: "", name: "", secret, createdAt: 1, updatedAt: 1, ...change };
}

function setUp(rows: StoredOAuthApp[], broken: readonly string[] = []) {
  const opened: string[] = [];
  const unreadable: string[] = [];
  const apps = createKnownApps({
    environment: new Map([["acme", { clientId: "environment", clientSecret: "e", eventSecrets: [] }]]),
    store: { list: () => Promise.resolve([...rows]) },
    secrets: {
      open({ appId }, { wrapped }) {
        opened.push(appId);
        return Promise.resolve(broken.includes(appId) ? null : Buffer.from(wrapped).toString());
      },
    },
    onUnreadable: ({ serviceClientId }) => void unreadable.push(serviceClientId),
  });
  const idsOf = (client: string, provider = "acme") => apps.of(provider, client).map(({ clientId }) => clientId);
  return { apps, opened, unreadable, idsOf };
}

test("a service client's own app comes first, then the deployment's, then the environment's", async () => {
  const rows = [stored({ appId: "deployment", name: "Acme" }), stored({ serviceClientId: "cli_1", appId: "own" })];
  const { apps, idsOf, opened } = setUp(rows);
  assert.deepEqual(idsOf("cli_1"), ["environment"]);
  await apps.refresh();
  assert.deepEqual(idsOf("cli_1"), ["own", "deployment", "environment"]);
  assert.deepEqual(idsOf("cli_2"), ["deployment", "environment"]);
  assert.deepEqual(idsOf("cli_2", "box"), []);
  const [deployment] = apps.of("acme", "cli_2");
  assert.deepEqual(deployment, { clientId: "deployment", clientSecret: "secret of deployment", name: "Acme" });
  await apps.refresh();
  assert.deepEqual(opened, ["deployment", "own"], "an unchanged row isn't opened again");
  rows.length = 0;
  await apps.refresh();
  assert.deepEqual(idsOf("cli_1"), ["environment"]);
});

test("the state changes with every change, and differs for a client with an app of its own", async () => {
  const rows = [stored({ appId: "deployment" })];
  const { apps } = setUp(rows);
  const states = new Set([apps.stateFor("cli_1")]);
  for (const change of [
    () => undefined,
    () => void rows.push(stored({ serviceClientId: "cli_1", appId: "own" })),
    () => void (rows[0] = stored({ appId: "deployment", name: "Acme" })),
    () => void rows.pop(),
  ]) {
    change();
    await apps.refresh();
    states.add(apps.stateFor("cli_1"));
    const before = apps.stateFor("cli_1");
    await apps.refresh();
    assert.equal(apps.stateFor("cli_1"), before);
  }
  assert.equal(states.size, 5);
  rows.push(stored({ serviceClientId: "cli_1", appId: "own" }));
  await apps.refresh();
  assert.notEqual(apps.stateFor("cli_1"), apps.stateFor("cli_2"));
});

test("an app whose secret doesn't open is reported, and its users see no other one", async () => {
  const rows = [stored({ appId: "deployment" }), stored({ serviceClientId: "cli_1", appId: "own" })];
  const { apps, idsOf, unreadable } = setUp(rows, ["own"]);
  await apps.refresh();
  assert.deepEqual([idsOf("cli_1"), idsOf("cli_2")], [[], ["deployment", "environment"]]);
  assert.deepEqual(unreadable, ["cli_1"]);
});

test("a token belongs to the app that it was issued to", () => {
  const apps = ["own", "deployment"].map((clientId) => ({ clientId, clientSecret: "s", name: "" }));
  assert.equal(issuingApp(apps, "deployment")?.clientId, "deployment");
  assert.equal(issuingApp(apps, "another"), undefined);
  assert.equal(issuingApp(apps, undefined)?.clientId, "own");
});
