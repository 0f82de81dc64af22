/** Secrets that a provider offers to an app's address: taken and shown while an operator waits, and never used. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OAuthAppIdentity } from "../../../src/domain/oauth/app.ts";
import {
  createOfferedSecrets,
  expectSecret,
  offeredSecretsMax,
  windowMs,
} from "../../../src/domain/provider-events/offered-secrets.ts";
import type { EventSecretWindow, EventSecretWindowStore } from "../../../src/domain/provider-events/port.ts";
import { createEventSecrets } from "../../../src/domain/provider-events/secrets.ts";

const notion = { serviceClientId: "", provider: "notion", appId: "app-1" };
const apps = [notion, { ...notion, serviceClientId: "scl_1" }, { ...notion, serviceClientId: "scl_2", appId: "app-2" }];
const token = (name: string): string => `secret_${name.padStart(40, "0")}`;

/** A database that several servers share, and a vault that seals for an identity. */
function deployment() {
  let rows: EventSecretWindow[] = [];
  let queries = 0;
  let nowMs = 1_000_000;
  const isOf = (one: EventSecretWindow, other: EventSecretWindow) =>
    one.provider === other.provider && one.serviceClientId === other.serviceClientId;
  const counted = async <Value>(value: () => Value): Promise<Value> => {
    queries += 1;
    await Promise.resolve();
    return value();
  };
  const store: EventSecretWindowStore = {
    windows: () => counted(() => [...rows]),
    openWindow: (window) =>
      counted(() => {
        rows = [...rows.filter((one) => !isOf(one, window)), window];
        return true;
      }),
    fillWindow: (window, offered) =>
      counted(() => {
        const found = rows.find((one) => isOf(one, window) && one.openedAt === window.openedAt);
        if (found === undefined || Buffer.compare(found.offered.wrapped, window.offered.wrapped) !== 0) return false;
        rows = rows.map((one) => (one === found ? { ...found, offered } : one));
        return true;
      }),
    dropWindows: (at) => counted(() => void (rows = rows.filter(({ expiresAt }) => expiresAt > at))),
  };
  const secrets = {
    seal: (app: OAuthAppIdentity, text: string) =>
      Promise.resolve({ wrapped: Buffer.from(JSON.stringify([app, text])), rootKeyId: "a" }),
    open(app: OAuthAppIdentity, { wrapped }: { wrapped: Uint8Array }) {
      const [sealedFor, text] = JSON.parse(Buffer.from(wrapped).toString()) as [OAuthAppIdentity, string];
      return Promise.resolve(JSON.stringify(sealedFor) === JSON.stringify(app) ? text : null);
    },
  };
  const stored = apps.map((app) => ({ ...app, name: "", secret: { wrapped: new Uint8Array(), rootKeyId: "a" } }));
  const list = () => Promise.resolve(stored.map((app) => ({ ...app, createdAt: 1, updatedAt: 1 })));
  const deps = { store, secrets, platform: { nowMs: () => nowMs }, apps: { list } };
  return {
    ...deps,
    server: () => createOfferedSecrets(deps),
    expect: async (serviceClientId = "") =>
      await expectSecret(deps, { serviceClientId, provider: "notion" }, "operator"),
    rows: () => rows,
    queries: () => queries,
    pass: (ms: number) => (nowMs += ms),
  };
}

test("takes a secret only while an operator waits for it, at every server, and shows it", async () => {
  const on = deployment();
  const [one, other] = [on.server(), on.server()];
  const refresh = () => Promise.all([one.refresh(), other.refresh()]);
  await refresh();
  const before = on.queries();
  assert.equal(await one.take("notion", "app-1", token("early")), false);
  assert.equal(on.queries(), before, "without a window it costs no query");

  const { window, offered } = await on.expect();
  assert.deepEqual([offered, window.expiresAt - window.openedAt], [[], windowMs]);
  await refresh();
  assert.equal(await one.take("notion", "app-1", token("a")), true);
  assert.equal(await other.take("notion", "app-1", token("b")), true, "this server hadn't seen the first");
  assert.equal(await one.take("notion", "app-1", token("a")), true, "again");
  assert.deepEqual((await on.expect()).offered, [token("a"), token("b")]);
  assert.equal(on.rows().length, 1, "asking again opens no other window");

  on.pass(windowMs);
  assert.equal(await one.take("notion", "app-1", token("late")), false);
  await refresh();
  assert.deepEqual(on.rows(), [], "what came is gone");
  assert.deepEqual((await on.expect()).offered, []);
});

test("takes nothing for another app, another provider or another client's app", async () => {
  const on = deployment();
  const server = on.server();
  await on.expect("scl_2");
  await server.refresh();
  assert.equal(await server.take("notion", "app-1", token("a")), false);
  assert.equal(await server.take("slack", "app-2", token("a")), false);
  assert.equal(await server.take("notion", "app-2", token("a")), true);
  assert.deepEqual((await on.expect("")).offered, []);
  assert.deepEqual((await on.expect("scl_2")).offered, [token("a")]);
  await assert.rejects(on.expect("scl_3"), { code: "NOT_FOUND" });
});

test("takes a few different secrets, whatever arrives at once, and refuses the rest without a query", async () => {
  const on = deployment();
  const servers = [on.server(), on.server(), on.server()];
  await on.expect();
  await Promise.all(servers.map((server) => server.refresh()));
  const flood = Array.from({ length: 300 }, (_, index) => token(`f${String(index)}`));
  const taken = await Promise.all(
    flood.map(async (text, index) => await servers[index % servers.length]?.take("notion", "app-1", text)),
  );
  assert.equal(taken.filter((one) => one === true).length, offeredSecretsMax);
  const { offered } = await on.expect();
  assert.equal(new Set(offered).size, offeredSecretsMax);
  await Promise.all(servers.map((server) => server.refresh()));
  const before = on.queries();
  for (const server of servers) {
    assert.equal(await server.take("notion", "app-1", token("more")), false);
    assert.equal(await server.take("notion", "app-1", offered[0] ?? ""), true);
  }
  assert.equal(on.queries(), before);
});

test("verifies nothing with a secret that was only offered", async () => {
  const on = deployment();
  const server = on.server();
  await on.expect();
  await server.refresh();
  await server.take("notion", "app-1", token("stranger"));
  const verifying = createEventSecrets({
    environment: new Map(),
    store: { list: () => Promise.resolve([]) },
    secrets: on.secrets,
    platform: on.platform,
    onUnreadable: () => undefined,
  });
  await verifying.refresh();
  assert.deepEqual(verifying.of("notion", "app-1"), []);
});

test("takes nothing into a window that was opened again or altered, and opens another", async () => {
  const on = deployment();
  const server = on.server();
  const { window } = await on.expect();
  await server.refresh();
  const altered = { ...window, openedAt: window.openedAt + 1, expiresAt: window.expiresAt + 1 };
  await on.store.openWindow(altered, "operator");
  assert.equal(await server.take("notion", "app-1", token("a")), false, "it was sealed for another window");
  assert.deepEqual((await on.expect()).offered, []);
  await server.refresh();
  assert.equal(await server.take("notion", "app-1", token("a")), true);
});
