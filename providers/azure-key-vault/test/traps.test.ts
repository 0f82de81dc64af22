/** Key Vault's traps: the token exchange, names, deleted names that stay reserved, tags, pages and certificates. */
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
  type TrapRun,
} from "@svc/provider-kit/testing";
import { apps, tenantId, vaultHost, type Switches } from "../simulator/index.ts";
import { appExchange } from "../src/exchange.ts";
import { grantAdvice } from "../src/grant.ts";
import { azureKeyVault } from "../src/index.ts";
import { fromVaultName, toVaultName } from "../src/names.ts";
import { azureSecrets } from "./examples.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const when = opening(openSimulated);
const newest = ({ simulator }: Simulated, name: string) => simulator.world.newest(`prod--${name}`);
const deleted = (deletion: Switches["deletion"], why: RegExp, code = "PROVIDER_RATE_LIMITED") => ({
  ...when({ deletion })(["secrets.delete", {}, { result: "deleted" }], ["secrets.set", {}, code, why]),
  after: (world: Simulated) => assert.equal(newest(world, "API-KEY"), undefined),
});
const denied = (denies: Switches["denies"], why: RegExp) =>
  when({ denies })(["secrets.get", {}, "PROVIDER_FORBIDDEN", why]);
const noAccount = (code: string, app: object, switches: Partial<Switches> = {}) => ({
  ...when(switches, app)(["identify", {}, code]),
  sends: [],
});
const badLink = (nextLink: unknown) =>
  answering([answered(200, { value: [], nextLink })], ["secrets.names.list", {}, "PROVIDER_ERROR"]);
const version = (id: string, created = 1, tags: object | null = null) => ({
  id: `https://v/secrets/n/${id}`,
  attributes: { created },
  tags,
});
const versions = (...value: unknown[]) => answered(200, { value, nextLink: null });
const inProgress = answered(409, { error: { code: "Conflict", message: "m" } });
const gone = answered(404, { error: { code: "SecretNotFound", message: "m" } });
const names = ["API_KEY", "DISABLED", "FULL"];
const more = Array.from({ length: 60 }, (_, number) => `MORE_${String(number)}`).sort();

exerciseTraps(azureKeyVault, openSimulated, azureSecrets, {
  "identifies the vault as the account": {
    runs: [["identify", {}, { slug: vaultHost, name: "harbor-prod" }]],
    sends: ["GET /secrets"],
  },
  "sends the app's fields to the token endpoint once": {
    runs: [
      ["secrets.names.list", {}, {}],
      ["secrets.get", {}, {}],
    ],
    after({ simulator }) {
      const [exchange, ...requests] = simulator.ledger.requests;
      assert.deepEqual(Object.fromEntries(new URLSearchParams(exchange?.bodyText)), {
        grant_type: "client_credentials",
        client_id: apps.everything.client_id,
        client_secret: apps.everything.client_secret,
        scope: "https://vault.azure.net/.default",
      });
      assert.ok(requests.length > 0 && requests.every(({ path }) => !path.includes("oauth2")));
    },
  },
  "rejects an app with a wrong secret": noAccount("PROVIDER_UNAUTHORIZED", {
    client_secret: apps.readOnly.client_secret,
  }),
  "rejects an unknown app": noAccount("PROVIDER_UNAUTHORIZED", { client_id: tenantId }),
  "rejects an unknown tenant": noAccount("PROVIDER_REJECTED", { tenant_id: apps.everything.client_id }),
  "reports the token endpoint's rate limit as such": noAccount(
    "PROVIDER_RATE_LIMITED",
    {},
    { tokenEndpoint: "throttled" },
  ),
  "reports a fault of the token endpoint as a provider error": noAccount(
    "PROVIDER_ERROR",
    {},
    { tokenEndpoint: "unavailable" },
  ),
  "reports a vault that doesn't accept the app's token": answering(
    [answered(401, { error: { code: "Unauthorized", message: "AKV10032: Invalid issuer." } })],
    ["secrets.get", {}, "PROVIDER_UNAUTHORIZED"],
  ),
  "takes the config from the part of a name before two hyphens, and skips other names": [
    ["configs.list", {}, ["prod", "prod-eu", "staging"]],
  ],
  "a set keeps the previous version's tags and content type, and adds its marker": {
    runs: [
      ["secrets.set", { name: "TAGGED" }, {}],
      ["secrets.set", { name: "TAGGED" }, {}],
    ],
    after(world) {
      const { tags, contentType } = newest(world, "TAGGED") ?? assert.fail();
      assert.deepEqual(tags, { owner: "harbor", "svc-marker": markerOf(1).hex });
      assert.equal(contentType, "text/plain");
    },
  },
  "adds no marker to a version with the maximum number of tags": {
    runs: [["secrets.set", { name: "FULL" }, {}]],
    after: (world) => assert.ok(!Object.keys(newest(world, "FULL")?.tags ?? {}).includes("svc-marker")),
  },
  "keeps the newest version's tags, whatever the order of the list": {
    responses: [
      versions(...[2, 3, 1].map((created) => version(String(created), created, { owner: String(created) }))),
      answered(200, {}),
    ],
    runs: [["secrets.set", {}, {}]],
    after: (_world, [, put]) => assert.partialDeepStrictEqual(put?.request.json, { tags: { owner: "3" } }),
  },
  "refuses the name of a deleted secret": deleted("deleted", /Recover or purge it/, "PROVIDER_REJECTED"),
  "refuses the name of a secret being deleted": deleted("being_deleted", /being deleted right now/),
  "refuses the name of a secret being recovered": deleted("being_recovered", /being recovered right now/),
  "doesn't list, read, write or delete a certificate's secret": {
    runs: [
      ["secrets.names.list", {}, [...names, "TAGGED"]],
      ["secrets.get", { name: "TLS" }, "PROVIDER_REJECTED", /belongs to a certificate/],
      ["secrets.set", { name: "TLS" }, "PROVIDER_REJECTED", /belongs to a certificate/],
      ["secrets.delete", { name: "TLS" }, "PROVIDER_REJECTED", /belongs to a certificate/],
    ],
    sends: "reads",
  },
  "refuses to read a disabled secret, but writes it": [
    ["secrets.get", { name: "DISABLED" }, "PROVIDER_REJECTED", /is disabled in Azure/],
    ["secrets.set", { name: "DISABLED", value: "new" }, {}],
    ["secrets.get", { name: "DISABLED" }, { computed: "new" }],
  ],
  "reads every page, using only the token from a next-page link": {
    ...when({ nextLinkHost: "elsewhere.example" })(["secrets.names.list", {}, [...names, ...more, "TAGGED"]]),
    before: ({ simulator }) =>
      more.forEach((name) => simulator.world.write(`prod--${name.replace("_", "-")}`, { value: "v" }, 1)),
    sends: ["GET /secrets", "GET /secrets", "GET /secrets"],
    after: (_world, exchanges) =>
      assert.ok(!JSON.stringify(exchanges.map(({ request }) => request)).includes("elsewhere")),
  },
  "rejects a next-page link without a token": badLink("https://v/secrets?api-version=7.4"),
  "rejects a next-page link that isn't a URL": badLink("not an address"),
  "rejects a next-page link that isn't a string": badLink(7),
  "gives up on an endless list after 100 pages": answering(
    Array.from({ length: 100 }, () => answered(200, { value: [], nextLink: "https://v/secrets?$skiptoken=next" })),
    ["secrets.names.list", {}, "PROVIDER_REJECTED"],
  ),
  "sends no request for a vault other than the connection's": {
    runs: (["configs.list", "secrets.names.list", "secrets.get", "secrets.set", "secrets.delete"] as const).map(
      (id) => [id, { project: "other" }, "RESOURCE_NOT_FOUND"],
    ),
    sends: [],
  },
  "accepts a config and a name of 125 characters together, because a name in the vault has 127": [4, 25, 60].flatMap(
    (chars): TrapRun[] => {
      const longest = { config: "c".repeat(chars), name: "N".repeat(125 - chars) };
      return [
        ["secrets.set", longest, {}],
        ["secrets.get", longest, {}],
      ];
    },
  ),
  "sends no request for a config and a name that are longer together": {
    runs: (["secrets.set", "secrets.get", "secrets.delete"] as const).map((id) => [
      id,
      { config: "production", name: "N".repeat(116) },
      "PROVIDER_REJECTED",
      /125 characters/,
    ]),
    sends: [],
  },
  "reports that an app lacks the role": denied("rbac", /lacks the role or the access policy/),
  "reports that an app lacks the access policy": denied("policy", /lacks the role or the access policy/),
  "reports that the vault's firewall blocks svc": denied("firewall", /firewall/),
  "a read-only app can't write": when({}, apps.readOnly)(["secrets.set", {}, "PROVIDER_FORBIDDEN"]),
  "another operation in progress may be a copy of the change, so the outcome is unknown": answering(
    [versions(version("1")), inProgress, versions(version("1")), inProgress],
    ["secrets.set", {}, "unknown"],
    ["secrets.delete", {}, "unknown"],
  ),
  "sends no deletion for an absent secret": {
    runs: [["secrets.delete", { name: "ABSENT" }, { result: "already_absent" }]],
    sends: "reads",
  },
  "reports a secret deleted in the meantime as already absent": answering(
    [versions(version("1")), gone],
    ["secrets.delete", {}, { result: "already_absent" }],
  ),
  "doesn't take any other 404 to mean that the secret is gone": answering(
    [versions(version("1")), answered(404, { error: { code: "NotFound" } })],
    ["secrets.delete", {}, "RESOURCE_NOT_FOUND"],
  ),
});

const before = { versions: 1, newest: "a", isMarked: true };
const ours = (id: string) => version(id, 1, { "svc-marker": testMarker.hex });
const other = (id: string) => version(id, 1, { "svc-marker": "0".repeat(32) });
const absence = { verdict: "not_applied", basis: "absence" } as const;

exerciseLooks(azureKeyVault, openSimulated, azureSecrets, {
  sentence: "a lost set is settled by the tag of any version, and its absence is anchored to the previous version",
  id: "secrets.set",
  cases: [
    [before, [versions(version("a"), ours("b"))], { verdict: "applied", basis: "marker" }],
    [before, [versions(ours("c"), other("b"))], { verdict: "applied", basis: "marker" }],
    [before, [versions(version("a"), other("b"))], { verdict: "undetermined" }],
    [before, [versions(version("a"))], { ...absence, isAnchored: true }],
    [before, [versions(version("z"))], { ...absence, isAnchored: false }],
    [before, [gone], { ...absence, isAnchored: false }],
    [{ versions: 0, newest: "", isMarked: true }, [versions()], { ...absence, isAnchored: false }],
    [{ ...before, isMarked: false }, [], { verdict: "undetermined" }],
    [null, [], { verdict: "undetermined" }],
  ],
});

test("accepts only a response with a bearer token and its lifetime, and doesn't blame the app for the server's faults", () => {
  const whole = { access_token: "t", expires_in: 3599, token_type: "Bearer" };
  const { read, refuse } = appExchange(apps.everything);
  assert.deepEqual(read(whole), { token: "t", lifetimeSeconds: 3599 });
  const partial = [{ access_token: 7 }, { expires_in: "3599" }, { token_type: "pop" }];
  for (const body of [undefined, [], "text", ...partial.map((part) => ({ ...whole, ...part }))]) {
    assert.equal(read(body), null);
  }
  const response = { requestId: null, headers: {} };
  const codeFor = (status: number, error: string) => refuse({ ...response, status, body: { error } }).code;
  assert.equal(codeFor(400, "temporarily_unavailable"), "PROVIDER_ERROR");
  assert.equal(codeFor(400, "invalid_scope"), "PROVIDER_REJECTED");
});

test("converts a name to a name in the vault and back", () => {
  for (const name of ["A", "_A", "A__B", "A_", "API_KEY", "_", "A1_2"]) {
    for (const config of ["prod", "prod-eu", "1"]) {
      const vaultName = toVaultName({ config, name });
      assert.match(vaultName, /^[0-9a-zA-Z-]{1,127}$/);
      assert.deepEqual(fromVaultName(vaultName), { config, name }, vaultName);
    }
  }
  for (const vaultName of ["no-config", "--A", "a--", "a--1", "-a--B", "a-", ""]) {
    assert.equal(fromVaultName(vaultName), null, vaultName);
  }
});

test("advises the least privileged role for the requested actions", () => {
  const roleFor = (...ids: string[]) => /--role "([^"]+)"/.exec(grantAdvice(ids).policy ?? "")?.[1];
  assert.equal(roleFor("secrets.names.list", "configs.list"), "Key Vault Reader");
  assert.equal(roleFor("secrets.names.list", "secrets.get"), "Key Vault Secrets User");
  for (const id of ["secrets.set", "secrets.delete"]) {
    assert.equal(roleFor("secrets.get", id), "Key Vault Secrets Officer");
  }
});
