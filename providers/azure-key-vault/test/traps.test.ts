/** What is special about Azure: the exchange, names, deleted names that stay taken, tags, pages and certificates. */
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
const deleted = (deletion: Switches["deletion"], why: RegExp) => ({
  ...when({ deletion })(["secrets.delete", {}, { result: "deleted" }], ["secrets.set", {}, "PROVIDER_REJECTED", why]),
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
const gone = answered(404, { error: { code: "SecretNotFound", message: "m" } });
const names = ["API_KEY", "DISABLED", "FULL"];
const more = Array.from({ length: 60 }, (_, number) => `MORE_${String(number)}`).sort();

exerciseTraps(azureKeyVault, openSimulated, azureSecrets, {
  "the account is the vault": {
    runs: [["identify", {}, { slug: vaultHost, name: "harbor-prod" }]],
    sends: ["GET /secrets"],
  },
  "the exchange sends the app's fields, once": {
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
  "an app with another secret is dead": noAccount("PROVIDER_UNAUTHORIZED", {
    client_secret: apps.readOnly.client_secret,
  }),
  "an unknown app is dead": noAccount("PROVIDER_UNAUTHORIZED", { client_id: tenantId }),
  "an unknown tenant is refused": noAccount("PROVIDER_REJECTED", { tenant_id: apps.everything.client_id }),
  "a rate limit of the token endpoint is no refusal": noAccount(
    "PROVIDER_RATE_LIMITED",
    {},
    { tokenEndpoint: "throttled" },
  ),
  "a fault of the token endpoint is no refusal": noAccount("PROVIDER_ERROR", {}, { tokenEndpoint: "unavailable" }),
  "a vault that doesn't accept the app's token says so": answering(
    [answered(401, { error: { code: "Unauthorized", message: "AKV10032: Invalid issuer." } })],
    ["secrets.get", {}, "PROVIDER_UNAUTHORIZED"],
  ),
  "a config is what a name has before two hyphens; other names are left out": [
    ["configs.list", {}, ["prod", "prod-eu", "staging"]],
  ],
  "a set keeps the tags and the type of the version before, and adds its marker": {
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
  "a version that has all tags it may have gets no marker": {
    runs: [["secrets.set", { name: "FULL" }, {}]],
    after: (world) => assert.ok(!Object.keys(newest(world, "FULL")?.tags ?? {}).includes("svc-marker")),
  },
  "the tags are those of the newest version, whatever the order of the list": {
    answers: [
      versions(...[2, 3, 1].map((created) => version(String(created), created, { owner: String(created) }))),
      answered(200, {}),
    ],
    runs: [["secrets.set", {}, {}]],
    after: (_world, [, put]) => assert.partialDeepStrictEqual(put?.request.json, { tags: { owner: "3" } }),
  },
  "a name that was deleted stays taken": deleted("deleted", /Recover or purge it/),
  "a name that is being deleted is taken": deleted("being_deleted", /being deleted just now/),
  "a name that is being recovered is taken": deleted("being_recovered", /being recovered just now/),
  "the secret of a certificate is neither listed, read, written nor deleted": {
    runs: [
      ["secrets.names.list", {}, [...names, "TAGGED"]],
      ["secrets.get", { name: "TLS" }, "PROVIDER_REJECTED", /belongs to a certificate/],
      ["secrets.set", { name: "TLS" }, "PROVIDER_REJECTED", /belongs to a certificate/],
      ["secrets.delete", { name: "TLS" }, "PROVIDER_REJECTED", /belongs to a certificate/],
    ],
    sends: "reads",
  },
  "a disabled secret can't be read, but be written": [
    ["secrets.get", { name: "DISABLED" }, "PROVIDER_REJECTED", /is disabled in Azure/],
    ["secrets.set", { name: "DISABLED", value: "new" }, {}],
    ["secrets.get", { name: "DISABLED" }, { computed: "new" }],
  ],
  "of a link to the next page only the token is used, and every page is read": {
    ...when({ nextLinkHost: "elsewhere.example" })(["secrets.names.list", {}, [...names, ...more, "TAGGED"]]),
    before: ({ simulator }) =>
      more.forEach((name) => simulator.world.write(`prod--${name.replace("_", "-")}`, { value: "v" }, 1)),
    sends: ["GET /secrets", "GET /secrets", "GET /secrets"],
    after: (_world, exchanges) =>
      assert.ok(!JSON.stringify(exchanges.map(({ request }) => request)).includes("elsewhere")),
  },
  "a link without a token is a fault": badLink("https://v/secrets?api-version=7.4"),
  "a link that is no address is a fault": badLink("not an address"),
  "a link that is no text is a fault": badLink(7),
  "a list that never ends is given up after 100 pages": answering(
    Array.from({ length: 100 }, () => answered(200, { value: [], nextLink: "https://v/secrets?$skiptoken=next" })),
    ["secrets.names.list", {}, "PROVIDER_REJECTED"],
  ),
  "another vault than the connection's gets no request": {
    runs: (["configs.list", "secrets.names.list", "secrets.get", "secrets.set", "secrets.delete"] as const).map(
      (id) => [id, { project: "other" }, "PROVIDER_NOT_FOUND"],
    ),
    sends: [],
  },
  "a config and a name have 125 characters together, because the vault's name has 127": [4, 25, 60].flatMap(
    (chars): TrapRun[] => {
      const longest = { config: "c".repeat(chars), name: "N".repeat(125 - chars) };
      return [
        ["secrets.set", longest, {}],
        ["secrets.get", longest, {}],
      ];
    },
  ),
  "a config and a name of more characters together get no request": {
    runs: (["secrets.set", "secrets.get", "secrets.delete"] as const).map((id) => [
      id,
      { config: "production", name: "N".repeat(116) },
      "PROVIDER_REJECTED",
      /125 characters/,
    ]),
    sends: [],
  },
  "an app without a role hears so": denied("rbac", /lacks the role or the access policy/),
  "an app without an access policy hears so": denied("policy", /lacks the role or the access policy/),
  "a firewall that keeps us out is named": denied("firewall", /firewall/),
  "an app that may only read changes nothing": when({}, apps.readOnly)(["secrets.set", {}, "PROVIDER_FORBIDDEN"]),
  "an absent secret gets no deletion": {
    runs: [["secrets.delete", { name: "ABSENT" }, { result: "already_absent" }]],
    sends: "reads",
  },
  "a secret that is gone by the time it is deleted is already absent": answering(
    [versions(version("1")), gone],
    ["secrets.delete", {}, { result: "already_absent" }],
  ),
  "a 404 in other words doesn't say that a secret is gone": answering(
    [versions(version("1")), answered(404, { error: { code: "NotFound" } })],
    ["secrets.delete", {}, "PROVIDER_NOT_FOUND"],
  ),
});

const before = { versions: 1, newest: "a", isMarked: true };
const ours = (id: string) => version(id, 1, { "svc-marker": testMarker.hex });
const other = (id: string) => version(id, 1, { "svc-marker": "0".repeat(32) });
const absence = { verdict: "not_applied", basis: "absence" } as const;

exerciseLooks(azureKeyVault, openSimulated, azureSecrets, {
  sentence: "a lost set is settled by the tag of any version, and its absence is anchored to the version before",
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

test("an answer without a bearer token and its lifetime is no token; a server's own trouble isn't the app's", () => {
  const whole = { access_token: "t", expires_in: 3599, token_type: "Bearer" };
  const { read, refuse } = appExchange(apps.everything);
  assert.deepEqual(read(whole), { token: "t", lifetimeSeconds: 3599 });
  const partial = [{ access_token: 7 }, { expires_in: "3599" }, { token_type: "pop" }];
  for (const body of [undefined, [], "text", ...partial.map((part) => ({ ...whole, ...part }))]) {
    assert.equal(read(body), null);
  }
  const answer = { requestId: null, headers: {} };
  const codeFor = (status: number, error: string) => refuse({ ...answer, status, body: { error } }).code;
  assert.equal(codeFor(400, "temporarily_unavailable"), "PROVIDER_ERROR");
  assert.equal(codeFor(400, "invalid_scope"), "PROVIDER_REJECTED");
});

test("a name becomes one of the vault and back", () => {
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

test("the advice is the smallest role for the requested actions", () => {
  const roleFor = (...ids: string[]) => /--role "([^"]+)"/.exec(grantAdvice(ids).policy ?? "")?.[1];
  assert.equal(roleFor("secrets.names.list", "configs.list"), "Key Vault Reader");
  assert.equal(roleFor("secrets.names.list", "secrets.get"), "Key Vault Secrets User");
  for (const id of ["secrets.set", "secrets.delete"]) {
    assert.equal(roleFor("secrets.get", id), "Key Vault Secrets Officer");
  }
});
