/** A token that is signed with a wrong clock is refused, and that says nothing about the key. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { identifyAt } from "../../../packages/server/test/simulated-provider.ts";
import { accounts, startSecretManagerSimulator } from "../simulator/index.ts";
import { googleSecretManager } from "../src/index.ts";

const { everything } = accounts;
const tenMinutesMs = 600_000;

async function identify(credential: unknown, aheadMs: number) {
  const simulator = await startSecretManagerSimulator({});
  try {
    return await identifyAt(googleSecretManager, simulator.url, credential, () => Date.now() + aheadMs);
  } finally {
    await simulator.close();
  }
}

for (const aheadMs of [tenMinutesMs, -tenMinutesMs]) {
  test(`doesn't blame the key if our clock is ${aheadMs / 60_000} minutes ahead`, async () => {
    const found = await identify(everything, aheadMs);
    assert.partialDeepStrictEqual(found, { kind: "unsure", refusal: { code: "PROVIDER_ERROR" } });
  });
}

test("identifies the account if our clock is right, and refuses a deleted key", async () => {
  assert.equal((await identify(everything, 0)).kind, "alive");
  const deleted = { ...everything, private_key_id: "0".repeat(40) };
  assert.partialDeepStrictEqual(await identify(deleted, 0), {
    kind: "refused",
    refusal: { code: "PROVIDER_UNAUTHORIZED" },
  });
});
