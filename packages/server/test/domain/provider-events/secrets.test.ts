/** The secrets that verify events now, and how one is set. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../../src/domain/clock/units.ts";
import type { EventSecretChange, StoredEventSecret } from "../../../src/domain/provider-events/port.ts";
import { createEventSecrets, setEventSecret } from "../../../src/domain/provider-events/secrets.ts";

const app = { serviceClientId: "", provider: "github", appId: "app-1" };
const sealed = (text: string) => ({ wrapped: new TextEncoder().encode(text), rootKeyId: "a" });

function row(change: Partial<StoredEventSecret> & { text: string }): StoredEventSecret {
  const { text, ...others } = change;
  return { ...app, createdAt: 1000, usableUntil: null, secret: sealed(text), ...others };
}

test("knows an app's secrets, an older one only until its end, and opens each once", async () => {
  let nowMs = 5000;
  const opened: (number | null | undefined)[] = [];
  const unreadable: string[] = [];
  const rows = [
    row({ text: "newest", createdAt: 3000 }),
    row({ text: "older", usableUntil: 6000 }),
    row({ text: "other", appId: "app-2" }),
    row({ text: "", provider: "slack" }),
  ];
  const environment = new Map([
    ["github", { clientId: "app-3", clientSecret: "x", eventSecrets: ["new-of-environment", "old-of-environment"] }],
  ]);
  const secrets = createEventSecrets({
    environment,
    store: { list: () => Promise.resolve(rows.map((one) => ({ ...one }))) },
    secrets: {
      open: ({ signsSince }, { wrapped }) => {
        opened.push(signsSince);
        return Promise.resolve(wrapped.length === 0 ? null : new TextDecoder().decode(wrapped));
      },
    },
    platform: { nowMs: () => nowMs },
    onUnreadable: ({ provider }) => unreadable.push(provider),
  });
  const of = (provider: string, appId: string) => secrets.of(provider, appId).map(({ secret }) => secret);
  assert.deepEqual(of("github", "app-1"), []);
  await secrets.refresh();
  await secrets.refresh();
  assert.deepEqual(opened, [3000, 1000, 1000, 1000]);
  assert.deepEqual(of("github", "app-1"), ["newest", "older"]);
  assert.deepEqual([of("github", "app-2"), of("slack", "app-1")], [["other"], []]);
  assert.deepEqual(secrets.of("github", "app-3"), [
    { serviceClientId: "", secret: "new-of-environment" },
    { serviceClientId: "", secret: "old-of-environment" },
  ]);
  assert.deepEqual(of("slack", "app-3"), []);
  assert.deepEqual(unreadable, ["slack"]);
  nowMs = 6001;
  assert.deepEqual(of("github", "app-1"), ["newest"]);
});

test("sets a secret of an app that exists, and keeps the one before it for a day if asked", async () => {
  const put: (number | null)[] = [];
  const deps = {
    store: {
      put: (_secret: StoredEventSecret, { oldUntil }: EventSecretChange) => {
        put.push(oldUntil);
        return Promise.resolve(true);
      },
    },
    apps: { list: () => Promise.resolve([{ ...app, name: "", secret: sealed("x"), createdAt: 1, updatedAt: 1 }]) },
    secrets: { seal: (_app: object, text: string) => Promise.resolve(sealed(text)) },
    platform: { nowMs: () => 5000 },
  };
  const change = { secret: "canary-of-a-signing-secret", keepsOld: true, actor: "operator" } as const;
  const rotated = await setEventSecret(deps, app, change);
  assert.deepEqual([rotated.stored.appId, rotated.oldUntil], ["app-1", 5000 + dayMs]);
  assert.equal((await setEventSecret(deps, app, { ...change, keepsOld: false })).oldUntil, null);
  assert.deepEqual(put, [5000 + dayMs, null]);
  await assert.rejects(setEventSecret(deps, { ...app, provider: "slack" }, change), { code: "NOT_FOUND" });
  for (const secret of ["", "short", "with space inside", "x".repeat(501)]) {
    await assert.rejects(setEventSecret(deps, app, { ...change, secret }), { code: "INVALID_REQUEST" });
  }
});

test("seals a secret that is set in the same millisecond as the one before it for the next one", async () => {
  const sealedFor: (number | null | undefined)[] = [];
  const taken = new Set([5000, 5001]);
  const deps = {
    store: {
      put: ({ createdAt }: StoredEventSecret) => Promise.resolve(taken.has(createdAt) ? ("same_time" as const) : true),
    },
    apps: { list: () => Promise.resolve([{ ...app, name: "", secret: sealed("x"), createdAt: 1, updatedAt: 1 }]) },
    secrets: {
      seal: ({ signsSince }: { signsSince?: number | null }, text: string) => {
        sealedFor.push(signsSince);
        return Promise.resolve(sealed(text));
      },
    },
    platform: { nowMs: () => 5000 },
  };
  const change = { secret: "canary-of-a-signing-secret", keepsOld: true, actor: "operator" } as const;
  const { stored, oldUntil } = await setEventSecret(deps, app, change);
  assert.deepEqual([stored.createdAt, oldUntil, sealedFor], [5002, 5002 + dayMs, [5000, 5001, 5002]]);
});
