/** The OAuth apps that operators store. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredOAuthApp } from "../../../src/domain/oauth/app.ts";
import type { Store } from "../../../src/domain/database/port.ts";

function sampleApp(change: Partial<StoredOAuthApp> = {}): StoredOAuthApp {
  return {
    serviceClientId: "",
    provider: "acme",
    appId: "app-1",
    name: "Acme",
    secret: { wrapped: Uint8Array.of(1, 0, 255), rootKeyId: "a" },
    createdAt: 1000,
    updatedAt: 1000,
    ...change,
  };
}

/** Registers the cases. */
export function oauthAppCases(store: () => Store): void {
  test("keeps one app for each provider and service client, and lists them all", async () => {
    const apps = [sampleApp(), sampleApp({ serviceClientId: "cli_1", appId: "app-2" }), sampleApp({ provider: "box" })];
    for (const app of apps) await store().oauthApps.put(app, "operator");
    assert.deepEqual(await store().oauthApps.list(), apps);
    const secret = { wrapped: Uint8Array.of(2), rootKeyId: "b" };
    await store().oauthApps.put(
      sampleApp({ appId: "app-3", name: "", secret, createdAt: 2000, updatedAt: 2000 }),
      "operator",
    );
    const [first, ...others] = await store().oauthApps.list();
    assert.deepEqual(first, sampleApp({ appId: "app-3", name: "", secret, updatedAt: 2000 }), "operator");
    assert.equal(others.length, 2);
    assert.deepEqual(await store().oauthApps.remove({ serviceClientId: "", provider: "acme" }, "operator"), {
      appId: "app-3",
    });
    assert.equal(await store().oauthApps.remove({ serviceClientId: "", provider: "acme" }, "operator"), null);
    assert.deepEqual(
      (await store().oauthApps.list()).map(({ provider, serviceClientId }) => [provider, serviceClientId]),
      [
        ["acme", "cli_1"],
        ["box", ""],
      ],
    );
  });

  test("replaces a sealed secret only if it is still the same", async () => {
    for (const { serviceClientId, provider } of await store().oauthApps.list())
      await store().oauthApps.remove({ serviceClientId, provider }, "operator");
    await store().oauthApps.put(sampleApp(), "operator");
    const [old] = await store().vault.oauthAppSecrets();
    assert.ok(old !== undefined);
    assert.deepEqual(old, {
      serviceClientId: "",
      provider: "acme",
      appId: "app-1",
      signsSince: null,
      ...sampleApp().secret,
    });
    const next = { wrapped: Uint8Array.of(7), rootKeyId: "b" };
    assert.equal(await store().vault.replaceOAuthAppSecret(old, next), true);
    assert.equal(await store().vault.replaceOAuthAppSecret(old, next), false);
    assert.deepEqual(
      (await store().oauthApps.list()).map(({ secret }) => secret),
      [next],
    );
  });
}
