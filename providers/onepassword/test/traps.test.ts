/**
 * 1Password's peculiarities: titles that aren't unique, items with several values, and tokens that name the account.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  answering,
  exerciseLooks,
  exerciseTraps,
  markerOf,
  opening,
  testMarker,
} from "@svc/provider-kit/testing";
import { addExpiringToken, OnepasswordWorld, tokens, vaultId } from "../simulator/index.ts";
import { accountId, otherVaultId } from "../simulator/world.ts";
import { tokenAuth } from "../src/auth.ts";
import { replaceRequest } from "../src/client.ts";
import { onepassword } from "../src/index.ts";
import { grantAdvice } from "../src/token-kinds.ts";
import { onepasswordSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

const when = opening(openSimulated);
const forged = tokens.everything.replace(/\.[^.]+$/, ".Zm9yZ2Vk");
const endMs = (Math.floor(Date.now() / 1000) + 3600) * 1000;
const expiring = addExpiringToken(new OnepasswordWorld(), "expiring", endMs);
const item = { id: "a".repeat(26), title: "API_KEY", tags: ["prod"] };
const absent = (change: object) =>
  [
    ["secrets.get", { ...change }, "SECRET_NOT_FOUND"],
    ["secrets.delete", { ...change }, { ...change, result: "already_absent" }],
  ] as const;

const marked = answered(200, { fields: [{ id: "f", label: "svc-execution", value: "m" }] });
const unmarked = answered(200, { fields: [] });
const two = (createdAt?: string) =>
  answered(200, [
    { ...item, createdAt },
    { ...item, id: "b".repeat(26), createdAt },
  ]);
const ambiguous = ["secrets.get", {}, "PROVIDER_REJECTED", /Several items/] as const;

exerciseTraps(onepassword, openSimulated, onepasswordSecrets, {
  "reads the account from the token, after the server has accepted it": {
    runs: [["identify", {}, { slug: accountId, name: `1Password account ${accountId}`, credentialExpiresAt: null }]],
    sends: ["GET /v1/vaults"],
  },
  "reads a token's expiry from the token": {
    ...when({}, expiring)(["identify", {}, { credentialExpiresAt: new Date(endMs).toISOString() }]),
    before: ({ simulator }) => addExpiringToken(simulator.world, "expiring", endMs),
  },
  "ignores the expiry in a token that the server doesn't accept": when(
    {},
    expiring,
  )(["identify", {}, "PROVIDER_UNAUTHORIZED"]),
  "a forged token is refused by the server": when({}, forged)(["identify", {}, "PROVIDER_UNAUTHORIZED"]),
  "refuses a token that names no account": when({}, tokens.nameless)(["identify", {}, "PROVIDER_REJECTED"]),
  "refuses a token that isn't for Connect": when({}, tokens.foreign)(["identify", {}, "PROVIDER_REJECTED"]),
  "refuses several items with the same title": {
    runs: [
      ["secrets.get", { name: "TWICE" }, "PROVIDER_REJECTED", /Several items/],
      ["secrets.set", { name: "TWICE" }, "PROVIDER_REJECTED", /Several items/],
      ["secrets.delete", { name: "TWICE" }, "PROVIDER_REJECTED", /Several items/],
    ],
    sends: "reads",
  },
  "several items with the same title stay ambiguous if someone else wrote one": answering(
    [two("2026-01-02T00:00:00Z"), marked, unmarked],
    ambiguous,
  ),
  "several items with the same title stay ambiguous if the server doesn't say when they were created": answering(
    [two()],
    ambiguous,
  ),
  "lists several items with the same title as one name": [
    ["secrets.names.list", {}, ["API_KEY", "LOGIN", "TWICE", "SEVERAL", "NOTE"]],
  ],
  "an item with several secrets, or without one, has no value to read or replace": {
    runs: [
      ["secrets.get", { name: "SEVERAL" }, "PROVIDER_REJECTED", /several secrets/],
      ["secrets.set", { name: "SEVERAL" }, "PROVIDER_REJECTED", /several secrets/],
      ["secrets.get", { name: "NOTE" }, "PROVIDER_REJECTED", /neither a password nor a credential/],
      ["secrets.set", { name: "NOTE" }, "PROVIDER_REJECTED", /neither a password nor a credential/],
    ],
    sends: "reads",
  },
  "a set changes the value and the marker in one request, and keeps the other fields and tags": {
    runs: [
      ["secrets.set", { name: "LOGIN", value: "new" }, { saved: true }],
      ["secrets.set", { name: "LOGIN", value: "newer" }, { saved: true }],
    ],
    after({ simulator }) {
      const [login] = simulator.world.find(vaultId, "prod", "LOGIN");
      assert.deepEqual([login?.version, login?.tags, login?.category], [3, ["prod", "shared"], "LOGIN"]);
      const fields = login?.fields.map(({ label = "", value }) => [label, value]);
      assert.deepEqual(fields, [
        ["", "harbor"],
        ["password", "newer"],
        ["svc-execution", markerOf(1).hex],
      ]);
      const changes = simulator.ledger.requests.filter(({ method }) => method !== "GET");
      assert.deepEqual(new Set(changes.map(({ method }) => method)), new Set(["PATCH"]));
    },
  },
  "the same title with another tag is another secret": [
    ["secrets.get", { config: "prod/eu" }, { computed: "canary-eu-api-key" }],
  ],
  "an archived item, one without the tag and another vault's are other secrets": [
    { name: "ARCHIVED" },
    { name: "UNTAGGED" },
    { config: "dev" },
    { project: otherVaultId },
  ].flatMap(absent),
  "compares titles exactly, whatever the server's filter returns": answering(
    [answered(200, [{ ...item, title: "Api_Key" }])],
    ["secrets.get", {}, "SECRET_NOT_FOUND"],
  ),
  "treats an older server's trashed item as absent": answering(
    [answered(200, [{ ...item, trashed: true }])],
    ["secrets.names.list", {}, []],
  ),
  "a token without write access changes nothing, and a vault out of scope is forbidden": when({}, tokens.readOnly)(
    ["secrets.get", {}, {}],
    ["secrets.set", {}, "PROVIDER_FORBIDDEN"],
    ["secrets.set", { name: "NEW" }, "PROVIDER_FORBIDDEN"],
    ["secrets.delete", {}, "PROVIDER_FORBIDDEN"],
    ["secrets.names.list", { project: otherVaultId }, "PROVIDER_FORBIDDEN"],
    ["secrets.get", { project: "z".repeat(26) }, "RESOURCE_NOT_FOUND"],
  ),
  "reports a server that isn't synced yet as a fault": when({ notSynced: true })(["secrets.get", {}, "PROVIDER_ERROR"]),
  "a delete returns a result if someone else deletes the item first": {
    meanwhile: "deletes",
    runs: [["secrets.delete", {}, { result: "already_absent" }]],
  },
  "a set is refused if someone else deletes the item first": {
    meanwhile: "deletes",
    runs: [["secrets.set", {}, "RESOURCE_NOT_FOUND"]],
  },
  "lists each tag once, or a tag with the tags nested in it": [
    ["configs.list", {}, ["prod", "prod/eu", "shared"]],
    ["configs.list", { environment: "prod" }, ["prod", "prod/eu"]],
    ["configs.list", { environment: "pro" }, []],
    ["configs.list", { perPage: 1, page: 3 }, ["shared"]],
  ],
});

test("two sets of a new name while the list lags leave a name that can be read and set", async () => {
  const { run, simulator, close } = await openSimulated({ readLagChanges: 1 });
  const at = { project: vaultId, config: "prod", name: "NEW" };
  const outputs = async (...runs: (readonly [string, string])[]) => {
    for (const [id, value] of runs) {
      const end = await run(id, id === "secrets.set" ? { ...at, value } : at);
      assert.equal(end.kind, "output", JSON.stringify(end));
      if (id === "secrets.get") assert.partialDeepStrictEqual(end, { output: { computed: value } });
    }
  };
  try {
    await outputs(["secrets.set", "first"]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await outputs(["secrets.set", "second"]);
    simulator.world.set({ readLagChanges: 0 });
    assert.equal(simulator.world.find(vaultId, "prod", "NEW").length, 2);
    await outputs(["secrets.get", "second"], ["secrets.set", "third"], ["secrets.get", "third"]);
    assert.partialDeepStrictEqual(await run("secrets.delete", at), { refusal: { code: "PROVIDER_REJECTED" } });
    const [older] = simulator.world.find(vaultId, "prod", "NEW");
    simulator.world.items.in(vaultId).delete(older?.id ?? "");
    assert.partialDeepStrictEqual(await run("secrets.delete", at), { output: { result: "deleted" } });
  } finally {
    await close();
  }
});

const listed = answered(200, [item]);
const field = (label: string, value: string) => answered(200, { fields: [{ id: "f", label, value }] });
const ours = field("svc-execution", testMarker.hex);
const other = field("svc-execution", "0".repeat(32));

exerciseLooks(onepassword, openSimulated, onepasswordSecrets, {
  sentence: "a look finds only this execution's marker, in any of the items, and a missing one settles nothing",
  id: "secrets.set",
  cases: [
    [null, [listed, ours], { verdict: "applied", basis: "marker" }],
    [null, [answered(200, [item, { ...item, id: "b".repeat(26) }]), other, ours], { verdict: "applied" }],
    [null, [listed, field("note", testMarker.hex)], { verdict: "undetermined" }],
    [null, [listed, other], { verdict: "undetermined" }],
    [null, [answered(200, [])], { verdict: "undetermined" }],
  ],
});

test("finds no account in a token whose payload isn't JSON or has a malformed account", () => {
  const factsOf = (claims: string) => {
    const access_token = `eyJ.${Buffer.from(claims).toString("base64url")}.c2ln`;
    return tokenAuth.connectionFacts?.({ origin: "prod", access_token });
  };
  const claims = { aud: "com.1password.connect", "1password.com/auuid": "ABC123" };
  assert.deepEqual(factsOf(JSON.stringify(claims)), { account: "ABC123" });
  const others = [{ ...claims, "1password.com/auuid": "a/b" }, { ...claims, "1password.com/auuid": 7 }, [], null];
  for (const text of [...others.map((one) => JSON.stringify(one)), "not JSON"])
    assert.deepEqual(factsOf(text), {}, text);
});

test("escapes ids in JSON pointers", () => {
  const at = { project: vaultId, config: "prod", name: "API_KEY" };
  const secret = { id: "a/b~c", type: "CONCEALED", purpose: "PASSWORD", label: "", value: "" };
  const { json } = replaceRequest(at, "i", [secret], "v", testMarker);
  assert.deepEqual((json as { path: string }[])[0]?.path, "/fields/a~1b~0c/value");
});

test("advises a token for one vault, with write access only for changes", () => {
  assert.match(grantAdvice(["secrets.get"]).title, /read access/);
  assert.match(grantAdvice(["secrets.get", "secrets.delete"]).title, /read and write access/);
});
