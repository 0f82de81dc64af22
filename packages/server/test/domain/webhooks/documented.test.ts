/** The delivery verification code in docs/webhooks.md, exactly as shown there. */
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { createWebhookSecrets } from "../../../src/adapters/vault/signatures.ts";

type Documented = { verifiedEvent(secret: string, headers: Record<string, string>, body: string): { type: string } };

test("the guide's code verifies what is sent, and rejects any altered delivery", async (t) => {
  const guide = readFileSync(new URL("../../../../../docs/webhooks.md", import.meta.url), "utf8");
  const code = [...guide.matchAll(/```ts\n([^]*?)```/g)].find(([, text]) => text?.includes("verifiedEvent"))?.[1];
  assert.ok(code !== undefined, "the guide has no such block");
  // Next to this test, so that the library resolves as it would in a project.
  const folder = await mkdtemp(join(import.meta.dirname, "documented-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "code.ts"), code);
  const { verifiedEvent } = (await import(join(folder, "code.ts"))) as Documented;
  const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
  const secrets = createWebhookSecrets(hashes, (count) => randomBytes(count));
  const seed = secrets.newSeed("whe_1");
  const body = JSON.stringify({ type: "connection.created", timestamp: "2026-01-31T12:00:00.000Z", data: {} });
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = secrets.sign("whe_1", seed, { id: "evt_1", timestamp, body });
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": String(timestamp), "webhook-signature": signature };
  const secret = secrets.deriveSecret("whe_1", seed);
  assert.equal(verifiedEvent(secret, headers, body).type, "connection.created");
  assert.throws(() => verifiedEvent(secret, headers, body.replace("created", "deleted")));
  assert.throws(() => verifiedEvent(secret, { ...headers, "webhook-id": "evt_2" }, body));
});
