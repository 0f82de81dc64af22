/** Expected versions: of two changes of the same version one is made, and the other changes nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { appVersion, type StoredOAuthApp } from "../../../src/domain/oauth/app.ts";
import { tokenVersion, type OperatorTokenRow } from "../../../src/domain/operators/port.ts";
import { clientVersion, keyVersion } from "../../../src/domain/service-clients/versions.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { newId, sampleClient, sampleKey } from "./samples.ts";

/** Runs changes at once. @returns their results, `stale` last. */
async function atOnce(...changes: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const results = await Promise.all(changes.map((change) => change()));
  return results.toSorted((one, other) => Number(one === "stale") - Number(other === "stale"));
}

/** Registers the cases. */
export function versionCases(store: () => Store): void {
  const make = async () => {
    const client = sampleClient();
    const key = sampleKey(client.id);
    await store().serviceClients.create(client, key, "operator");
    return { client, key };
  };
  const journalLength = async (clientId: string): Promise<number> =>
    (await store().audit.page(clientId, 0, 1000)).length;

  test("changes a service client only in the expected version, and records only that", async () => {
    const { serviceClients } = store();
    const { client } = await make();
    const version = clientVersion(client);
    const before = await journalLength(client.id);
    const rename = (name: string) => () => serviceClients.update(client.id, { name }, "operator", undefined, version);
    const [changed, other] = await atOnce(rename("one"), rename("two"));
    assert.equal(other, "stale");
    assert.deepEqual(await serviceClients.find(client.id), changed);
    assert.equal(await journalLength(client.id), before + 1);
    assert.equal(await serviceClients.revoke(client.id, 9, "operator", version), "stale");
    assert.equal((await serviceClients.find(client.id))?.revokedAt, null);
    const found = await serviceClients.find(client.id);
    assert.ok(found !== null);
    assert.equal(await serviceClients.revoke(client.id, 9, "operator", clientVersion(found)), true);
  });

  test("a logo counts, and adding a key doesn't", async () => {
    const { serviceClients } = store();
    const { client } = await make();
    const version = clientVersion(client);
    await serviceClients.addKey(sampleKey(client.id, { createdAt: 1001, name: "other" }), "operator");
    const logo = { url: "https://a.example/1.png", id: newId("logo") };
    const image = { id: logo.id, mediaType: "image/png", bytes: Buffer.from("1") };
    assert.notEqual(await serviceClients.update(client.id, { logo }, "operator", image, version), "stale");
    assert.equal(await serviceClients.update(client.id, { logo: null }, "operator", null, version), "stale");
    assert.notEqual(await serviceClients.findLogo(logo.id), null);
  });

  test("changes and revokes a key only in the expected version", async () => {
    const { serviceClients } = store();
    const { client, key } = await make();
    const version = keyVersion(key);
    const change = (mayDecide: boolean, label: string) => () =>
      serviceClients.updateKey(key.id, { mayDecide, tenants: { label } }, "operator", version);
    assert.deepEqual(await atOnce(change(true, "eu"), change(false, "us")), [true, "stale"]);
    assert.equal(await serviceClients.revokeKey(key.id, 9, "operator", version), "stale");
    const [changed] = await serviceClients.keys(client.id);
    assert.ok(changed !== undefined && changed.revokedAt === null);
    assert.equal(await serviceClients.revokeKey(key.id, 9, "operator", keyVersion(changed)), true);
  });

  test("of two service clients or keys with a new name, one is created", async () => {
    const { serviceClients } = store();
    const name = newId("name");
    const create = () => {
      const client = sampleClient({ name });
      return serviceClients.create(client, sampleKey(client.id), "operator", null, true);
    };
    assert.deepEqual(await atOnce(create, create, create), ["created", "stale", "stale"]);
    const client = await serviceClients.findByIdOrName(name);
    assert.ok(client !== null);
    const add = () => serviceClients.addKey(sampleKey(client.id, { name: "ci" }), "operator", true);
    assert.deepEqual(await atOnce(add, add), ["added", "stale"]);
    assert.equal((await serviceClients.keys(client.id)).filter((key) => key.name === "ci").length, 1);
    await serviceClients.revoke(client.id, 5, "operator");
    assert.equal(await create(), "created");
  });

  test("sets and removes an app only in the expected version, or if there is none", async () => {
    const { oauthApps } = store();
    const identity = { serviceClientId: newId("scl"), provider: "acme" };
    const app = (appId: string): StoredOAuthApp => {
      const secret = { wrapped: Buffer.from(appId), rootKeyId: "a" };
      return { ...identity, appId, name: "", secret, createdAt: 1000, updatedAt: 1000 };
    };
    const put = (appId: string, expected: string | null) => () => oauthApps.put(app(appId), "operator", expected);
    assert.deepEqual(await atOnce(put("one", null), put("two", null)), ["stored", "stale"]);
    const find = async (): Promise<StoredOAuthApp | undefined> =>
      (await oauthApps.list()).find(({ serviceClientId }) => serviceClientId === identity.serviceClientId);
    const first = await find();
    assert.ok(first !== undefined);
    const version = appVersion(first);
    assert.deepEqual(await atOnce(put("three", version), put("four", version)), ["stored", "stale"]);
    assert.equal(await oauthApps.remove(identity, "operator", version), "stale");
    const second = await find();
    assert.ok(second !== undefined);
    assert.deepEqual(await oauthApps.remove(identity, "operator", appVersion(second)), { appId: second.appId });
  });

  test("changes an operator token only in the expected version, whatever its use", async () => {
    const { operators } = store();
    const id = newId("tok");
    const times = { createdAt: 1000, expiresAt: null, revokedAt: null, lastUsedAt: null };
    const token: OperatorTokenRow = { id, name: "ada", role: "viewer", hash: `1.${id}`, ...times };
    await operators.create(token, "operator");
    await operators.begin({ hash: newId("hash"), tokenId: id, createdAt: 5000, seenAt: 5000, endsAt: 9000 }, 0);
    const version = tokenVersion(token);
    const give = (role: OperatorTokenRow["role"]) => () => operators.setRole(id, role, "operator", version);
    assert.deepEqual(await atOnce(give("admin"), give("operator")), [true, "stale"]);
    assert.equal(await operators.revoke(id, 6000, "operator", version), "stale");
    const found = await operators.find(id);
    assert.ok(found !== null && found.revokedAt === null);
    assert.equal(await operators.revoke(id, 6000, "operator", tokenVersion(found)), true);
  });
}
