/** Checks of credentials that an action's 401 refused: what they find, and how many reads they make. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createRefusedCredentials,
  type RefusedCredentialState,
} from "../../../src/domain/connections/refused-credential.ts";
import type { SealedCredential } from "../../../src/domain/connections/sealed-credential.ts";
import type { IdentifyResult } from "../../../src/domain/provider-calls/identify.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { oauth, provider } from "./oauth-fixture.ts";

const sealed: SealedCredential = {
  clientId: "scl_1",
  tenantId: "ten_1",
  connectionId: "con_1",
  version: 1,
  record: new Uint8Array(),
  provider,
  auth: oauth,
  listedOrigin: "",
  grantedActions: [],
};
const used = { credential: {}, version: 1 };
const alive: IdentifyResult = {
  kind: "alive",
  account: { slug: "acme", name: "Acme" },
  credentialExpiresAt: null,
};

function make(given: { identity?: () => Promise<IdentifyResult>; isSuperseded?: () => boolean } = {}) {
  const clock = { sleptMs: 0 };
  const reads: string[] = [];
  const platform = { monotonicMs: () => systemPlatform.monotonicMs() + clock.sleptMs };
  const state = { identity: given.identity ?? (() => Promise.resolve(alive)) };
  const refused = createRefusedCredentials({
    platform,
    credentials: { isSuperseded: () => Promise.resolve(given.isSuperseded?.() ?? false) },
    identify({ connectionId = "" }) {
      reads.push(connectionId);
      return state.identity();
    },
  });
  const check = (leftMs = 10_000) => refused.check(sealed, used, platform.monotonicMs() + leftMs);
  const stillWorks = () => refused.stillWorks(sealed, used, platform.monotonicMs() + 10_000);
  return { clock, reads, state, check, stillWorks };
}

const refusal = (code: "PROVIDER_UNAUTHORIZED" | "PROVIDER_FORBIDDEN"): IdentifyResult => ({
  kind: "refused",
  refusal: { code },
});
const results: readonly (readonly [string, () => Promise<IdentifyResult>, RefusedCredentialState])[] = [
  ["an account", () => Promise.resolve(alive), "works"],
  ["a refusal as unauthorized", () => Promise.resolve(refusal("PROVIDER_UNAUTHORIZED")), "refused"],
  ["a missing right", () => Promise.resolve(refusal("PROVIDER_FORBIDDEN")), "inconclusive"],
  ["a fault", () => Promise.resolve({ kind: "unsure", refusal: { code: "PROVIDER_ERROR" } }), "inconclusive"],
  ["a read that couldn't be sent", () => Promise.reject(new Error("not sent")), "inconclusive"],
];

for (const [what, identity, state] of results) {
  test(`finds from ${what}: ${state}`, async () => {
    assert.equal(await make({ identity }).check(), state);
  });
}

test("reads once for a hundred concurrent refusals", async () => {
  const { check, reads } = make();
  const found = await Promise.all(Array.from({ length: 100 }, () => check()));
  assert.deepEqual([new Set(found), reads.length], [new Set(["works"]), 1]);
});

test("keeps a second between two reads, and shares the next one", async () => {
  const { check, reads, state, clock } = make();
  assert.equal(await check(), "works");
  state.identity = () => Promise.resolve(refusal("PROVIDER_UNAUTHORIZED"));
  const inATenth = 600;
  assert.deepEqual([await check(inATenth), reads.length], ["inconclusive", 1]);
  const found = await Promise.all(Array.from({ length: 100 }, () => check()));
  assert.deepEqual([new Set(found), reads.length], [new Set(["refused"]), 2]);
  clock.sleptMs += 1000;
  assert.equal(await check(), "refused");
  assert.equal(reads.length, 3);
});

test("waits no longer than its caller can", async () => {
  const { check } = make({ identity: () => new Promise(() => undefined) });
  assert.equal(await check(501), "inconclusive");
});

test("reads nothing for a token that another process refreshes", async () => {
  const { check, reads } = make({ isSuperseded: () => true });
  assert.deepEqual([await check(), reads.length], ["superseded", 0]);
});

test("finds nothing about a token that is replaced during the read", async () => {
  let asked = 0;
  const identity = () => Promise.resolve(refusal("PROVIDER_UNAUTHORIZED"));
  assert.equal(await make({ identity, isSuperseded: () => ++asked === 2 }).check(), "superseded");
});

test("asks whether it still works only after a check found so", async () => {
  const { check, stillWorks, reads, clock } = make();
  assert.deepEqual([await stillWorks(), reads.length], [false, 0]);
  await check();
  clock.sleptMs += 2000;
  assert.deepEqual([await stillWorks(), reads.length], [true, 2]);
  clock.sleptMs += 60_001;
  assert.deepEqual([await stillWorks(), reads.length], [false, 2]);
});
