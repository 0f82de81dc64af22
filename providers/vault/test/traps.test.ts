/** Vault's peculiarities: versions, both KV engine versions, one refusal for two reasons, and different servers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, answering, exerciseLooks, exerciseTraps, opening, type TrapRun } from "@svc/provider-kit/testing";
import { cluster } from "../simulator/world.ts";
import { tokens } from "../simulator/index.ts";
import { vaultAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";
import { grantAdvice } from "../src/token-kinds.ts";
import { vaultSecrets } from "./examples.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const when = opening(openSimulated);
const withToken = (access_token: string) => when({}, { access_token });
const newest = ({ simulator }: Simulated, path: string) => simulator.world.newest("kv", path);
const deadToken = `hvs.${"unknown0".repeat(4)}`;
const health = "GET /v1/sys/health";
const lookupSelf = "GET /v1/auth/token/lookup-self";
const lookedUp = (data: object) =>
  answered(200, { data: { policies: ["default"], type: "service", num_uses: 0, ...data } });
const refused = (token: string, why: RegExp) => ({
  ...withToken(token)(["identify", {}, "PROVIDER_REJECTED", why]),
  sends: [lookupSelf],
});

/** A server before 1.21 lists deleted names. */
const namesStay: readonly TrapRun[] = [
  ["secrets.delete", {}, { result: "deleted" }],
  ["secrets.names.list", {}, ["API_KEY", "MIXED", "UNLIKE"]],
  ["secrets.get", {}, "SECRET_NOT_FOUND"],
  ["secrets.delete", {}, { result: "already_absent" }],
  ["secrets.set", {}, { saved: true }],
];
const hasTwoVersions = ({ simulator }: Simulated) =>
  assert.equal(simulator.world.entries.in("kv").get("prod/API_KEY")?.versions.length, 2);

/** OpenBao's list of an entry with two versions. */
const listed = (deletion_time: string, destroyed = false) => ({
  current_version: 2,
  versions: { "1": { deletion_time: "", destroyed: false }, "2": { deletion_time, destroyed } },
});
const serverTime = "Thu, 26 Nov 2026 12:00:00 GMT";
const keyInfo = {
  ALIVE: listed(""),
  LATER: listed("2026-11-26T13:00:00Z"),
  DELETED: listed("2026-11-26T11:00:00Z"),
  DESTROYED: listed("", true),
  EMPTY: { current_version: 0, versions: null },
  "eu/": {},
};

exerciseTraps(vault, openSimulated, vaultSecrets, {
  "identifies the account by the cluster": {
    runs: [["identify", {}, { slug: cluster.cluster_id, name: cluster.cluster_name, credentialExpiresAt: null }]],
    sends: [lookupSelf, health],
  },
  "reads a token's expiry from its lookup": answering(
    [lookedUp({ expire_time: "2026-12-01T10:00:00.123456789Z" }), answered(200, cluster)],
    ["identify", {}, { credentialExpiresAt: "2026-12-01T10:00:00.123456789Z" }],
  ),
  "treats a malformed expiry as a fault": answering(
    [lookedUp({ expire_time: 7 }), answered(200, cluster)],
    ["identify", {}, "PROVIDER_ERROR"],
  ),
  "includes the namespace in the account": answering(
    [lookedUp({ namespace_path: "admin/team/" }), answered(200, cluster)],
    ["identify", {}, { slug: `${cluster.cluster_id}/admin/team` }],
  ),
  "looks up a token in its namespace, and the cluster outside the namespace": {
    ...when(
      {},
      { access_token: tokens.everything, namespace: "admin/team" },
    )(["identify", {}, { slug: `${cluster.cluster_id}/admin/team` }]),
    sends: [lookupSelf, health],
  },
  "refuses a root token": refused(tokens.root, /root token/),
  "refuses a response-wrapping token": refused(tokens.wrapping, /response-wrapping/),
  "refuses a token with a limited number of uses": refused(tokens.limited, /limited number of times/),
  "refuses a token that turns out to be of another kind": answering(
    [lookedUp({ type: "batch" })],
    ["identify", {}, "PROVIDER_REJECTED", /isn't a service token/],
  ),
  "Vault says that a token is dead, so nothing more is asked": {
    ...withToken(deadToken)(["secrets.get", {}, "PROVIDER_UNAUTHORIZED", /expired or was revoked/]),
    sends: ["GET /v1/kv/data/prod/API_KEY"],
  },
  ...Object.fromEntries(
    (["old_vault", "openbao"] as const).map((product) => [
      `${product} doesn't say which, so the token is looked up`,
      {
        ...when({ product }, { access_token: deadToken })(["secrets.get", {}, "PROVIDER_UNAUTHORIZED"]),
        sends: ["GET /v1/kv/data/prod/API_KEY", lookupSelf],
      },
    ]),
  ),
  "a missing right is said to be one, and nothing more is asked": answering(
    [answered(403, { errors: ["1 error occurred:\n\t* permission denied\n\n"] })],
    ["secrets.get", {}, "PROVIDER_FORBIDDEN", /its policies don't allow it\.$/],
  ),
  "a path that looks like the sign of a dead token isn't one": answering(
    [answered(403, { errors: ['no handler for "kv/data/invalid token"'] }), answered(200, { data: {} })],
    ["secrets.get", {}, "PROVIDER_FORBIDDEN", /Test the connection/],
  ),
  "without a response to the lookup, the refusal stays open": answering(
    [answered(403, { errors: ["permission denied"] }), answered(503, { errors: [] })],
    ["secrets.get", {}, "PROVIDER_FORBIDDEN", /Test the connection/],
  ),
  "a dead token can't look itself up": withToken(deadToken)(["identify", {}, "PROVIDER_UNAUTHORIZED"]),
  "a read-only token changes nothing": withToken(tokens.readOnly)(["secrets.set", {}, "PROVIDER_FORBIDDEN"]),
  "a set keeps the entry's other fields": {
    runs: [["secrets.set", { name: "MIXED", value: "new" }, { saved: true }]],
    sends: ["GET /v1/sys/internal/ui/mounts/kv", "GET /v1/kv/subkeys/prod/MIXED", "PATCH /v1/kv/data/prod/MIXED"],
    after: (world) => assert.deepEqual(newest(world, "prod/MIXED")?.data, { value: "new", note: "canary-note" }),
  },
  "a read returns only the entry's value": [["secrets.get", { name: "MIXED" }, { computed: "canary-mixed" }]],
  "a conflict with a write in between may be with a copy of this one, so the outcome is unknown": {
    meanwhile: "sets_another",
    runs: [["secrets.set", {}, "unknown"]],
  },
  "a deletion names the version that was read, and keeps a newer one": {
    meanwhile: "sets_another",
    runs: [["secrets.delete", {}, { result: "deleted" }]],
    after(world, exchanges) {
      assert.equal(newest(world, "prod/API_KEY")?.deleted, "");
      assert.deepEqual(exchanges.at(-1)?.request.json, { versions: [1] });
    },
  },
  "finds no secrets in an engine of version 1, of another type, or that doesn't exist": {
    runs: [
      ...["old", "transit", "gone"].map((project): TrapRun => ["secrets.get", { project }, "RESOURCE_NOT_FOUND"]),
      ["secrets.set", { project: "old" }, "PROVIDER_REJECTED"],
      ["secrets.delete", { project: "transit" }, "PROVIDER_REJECTED"],
      ["secrets.set", { project: "gone" }, "PROVIDER_FORBIDDEN"],
    ],
    sends: "reads",
  },
  "lists only engines of version 2": [["projects.list", {}, ["kv", "team/kv"]]],
  "lists a folder with the folders in it, and the root with its folders": [
    ["configs.list", {}, ["/", "prod"]],
    ["configs.list", { environment: "prod" }, ["prod", "prod/eu"]],
    ["configs.list", { perPage: 1, page: 2 }, ["prod"]],
  ],
  "refuses an entry without a string in `value`": [["secrets.get", { name: "UNLIKE" }, "PROVIDER_REJECTED"]],
  "an old server lists a deleted name, which has no value; 200 with warnings counts as 204": {
    ...when({ product: "old_vault", warns: true })(...namesStay),
    after: hasTwoVersions,
  },
  "an old server's token may look like OpenBao's": {
    ...when({ product: "old_vault" }, { access_token: tokens.plain })(...namesStay),
    after: hasTwoVersions,
  },
  "reads from OpenBao's list which names are deleted, by the server's clock": {
    ...withToken(tokens.plain)(["secrets.names.list", {}, ["ALIVE", "LATER"]]),
    responses: [answered(200, { data: { keys: Object.keys(keyInfo), key_info: keyInfo } }, { date: serverTime })],
  },
  "reports a sealed server as a fault": when({ sealed: true })(["secrets.get", {}, "PROVIDER_ERROR"]),
  "reports that a lagging standby did nothing": when({ stale: true })([
    "secrets.set",
    {},
    "PROVIDER_RATE_LIMITED",
    /lags behind/,
  ]),
});

const found = (version: number, value: string) => answered(200, { data: { data: { value }, metadata: { version } } });
const ours = "ours-and-long";

exerciseLooks(vault, openSimulated, vaultSecrets, {
  sentence: "settles a lost set by the version after the one that it replaces",
  id: "secrets.set",
  value: ours,
  cases: [
    [{ version: 2 }, [found(2, "theirs")], { verdict: "undetermined" }],
    [{ version: 2 }, [found(2, ours)], { verdict: "undetermined" }],
    [{ version: 2 }, [found(3, ours)], { verdict: "applied", basis: "state", wasDifferent: false }],
    [{ version: 0 }, [found(1, ours)], { verdict: "applied", basis: "state", wasDifferent: true }],
    [{ version: 2 }, [found(3, "theirs")], { verdict: "not_applied", basis: "fence", mayRestart: true }],
    [{ version: 2 }, [found(4, "theirs")], { verdict: "undetermined" }],
    [{ version: 2 }, [found(1, ours)], { verdict: "undetermined" }],
    [{ version: 2 }, [answered(404, { data: { data: null, metadata: { version: 3 } } })], { verdict: "undetermined" }],
    [{ version: 0 }, [answered(404, { errors: [] })], { verdict: "undetermined" }],
  ],
});

test("sends the token and the namespace in Vault's own headers", () => {
  const credential = { origin: "prod", access_token: tokens.everything, namespace: "admin/team" };
  assert.deepEqual(vaultAuth.headers(credential), {
    "x-vault-token": tokens.everything,
    "x-vault-request": "true",
    "x-vault-namespace": "admin/team",
  });
});

test("advises the policy for the requested actions, and no more", () => {
  const rule = (path: string, ...may: string[]) =>
    `path "kv/${path}/app/prod/*" {\n  capabilities = ${JSON.stringify(may).replaceAll(",", ", ")}\n}`;
  const read = [rule("metadata", "list"), rule("detailed-metadata", "list"), rule("data", "read")];
  const lists = ["metadata/", "metadata/app/", "metadata/app/prod/"].map(
    (path) => `path "kv/${path}" {\n  capabilities = ["list"]\n}`,
  );
  assert.equal(grantAdvice(["configs.list"]).policy, lists.join("\n"));
  assert.equal(grantAdvice(["secrets.names.list", "secrets.get"]).policy, read.join("\n"));
  assert.ok(grantAdvice(["secrets.set"]).policy?.includes(rule("data", "create", "update", "patch")));
  assert.equal(grantAdvice(["projects.list"]).policy, undefined);
});
