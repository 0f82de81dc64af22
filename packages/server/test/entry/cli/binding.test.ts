/** Credentials and keys that aren't bound to their service client yet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bindingFinding } from "../../../src/entry/cli/doctor/binding.ts";
import type { OperatorDeployment } from "../../../src/entry/cli/environment.ts";
import { showVaultStatus } from "../../../src/entry/cli/vault.ts";
import type { ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
import { sampleClient, sampleKey } from "../../adapters/store/samples.ts";

const nowMs = 5000;

/** A deployment with this many unbound credentials, and one client with these keys. */
function deployment(
  unboundCredentials: number,
  keys: readonly Partial<ServiceKeyRow>[],
  revokedAt: number | null = null,
) {
  const client = sampleClient({ revokedAt });
  const listed = [{ client, keys: keys.map((change) => sampleKey(client.id, change)) }];
  return {
    serviceClients: { list: () => Promise.resolve(listed) },
    keys: { isBound: (hash: string) => hash.startsWith("bound:") },
    platform: { nowMs: () => nowMs, monotonicMs: () => 0 },
    vault: {
      status: () => Promise.resolve({ sealingKeyId: "a", unboundCredentials }),
      countUnbound: () => Promise.resolve(unboundCredentials),
    },
  } as unknown as OperatorDeployment;
}

const io = { out: () => undefined, err: () => undefined };

test("counts usable keys", async () => {
  const keys = [
    { hash: "1.a" },
    { hash: "bound:1.a" },
    { hash: "1.b", revokedAt: 1 },
    { hash: "1.c", expiresAt: nowMs },
    { hash: "1.d", expiresAt: nowMs + 1 },
  ];
  const status = { sealingKeyId: "a", unboundCredentials: 3 };
  assert.deepEqual(await showVaultStatus(io, deployment(3, keys)), { ...status, unboundServiceKeys: 2 });
  assert.deepEqual(await showVaultStatus(io, deployment(3, keys, 1)), { ...status, unboundServiceKeys: 0 });
});

test("warns about each kind, with how to fix it", async () => {
  assert.equal((await bindingFinding(deployment(0, [{ hash: "bound:1.a" }]))).status, "ok");
  const credentials = await bindingFinding(deployment(2, []));
  assert.deepEqual([credentials.status, /2 credential.*vault rekey/.test(credentials.detail)], ["warn", true]);
  assert.doesNotMatch(credentials.detail, /key\(s\)/);
  const keys = await bindingFinding(deployment(0, [{ hash: "1.a" }]));
  assert.deepEqual([keys.status, /1 key.*rotate/.test(keys.detail)], ["warn", true]);
  assert.doesNotMatch(keys.detail, /credential/);
});
