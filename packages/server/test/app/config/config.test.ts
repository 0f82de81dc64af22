/** The configuration: documented defaults, all faults together, and no secret in any of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ConfigError, readConfig } from "../../../src/app/config.ts";
import { remoteAdministration } from "../../../src/app/remote.ts";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { attemptDelaysMs } from "../../../src/domain/webhooks/judge.ts";
import { nameFor, type Variables } from "../../../src/app/own-variables.ts";
import { registeredProviders } from "../../../src/app/providers.ts";
import { settingList } from "../../../src/app/settings/table.ts";
import { originsVariable } from "../../../src/domain/catalog/listed-origins.ts";

test("returns the documented defaults for an empty environment", () => {
  const config = readConfig({});
  assert.deepEqual(config.listen, { host: "127.0.0.1", port: 7480 });
  assert.equal(config.databaseUrl, "sqlite:./data/svc.sqlite");
  assert.deepEqual(config.enabledActions, ["*/*"]);
  assert.deepEqual([config.connectTimeoutMs, config.callTimeoutMs], [3000, 30_000]);
  assert.deepEqual(config.limits, {
    rates: {
      perClient: 500,
      perTenant: 250,
      perToken: 50,
      tenantOnlyWhenShared: true,
      perConnection: 500,
      perConnectAddress: 500,
      perPublicAddress: 500,
      deliveriesPerClient: 20,
    },
    slots: { process: 1024, perClient: 512, perTenant: 256, perConnection: 64 },
    load: { inFlightMax: 2000, loopDelayMsMax: 1000 },
    circuitFaultsMin: null,
  });
  assert.deepEqual([config.executionRetentionDays, config.sessionRetentionDays], [90, 30]);
  assert.deepEqual([config.publicUrl, config.docsUrl, config.vaultKeys], [null, null, null]);
});

test("by default, svc looks for unknown outcomes automatically, and no absence settles", () => {
  assert.deepEqual(readConfig({}).settle, { mode: "automatic", settlesByAbsence: false });
  const set = readConfig({ SVC_SETTLE: "on_request", SVC_SETTLE_ABSENCE: "on" }).settle;
  assert.deepEqual(set, { mode: "on_request", settlesByAbsence: true });
  assert.equal(readConfig({ SVC_SETTLE: "off" }).settle.mode, "off");
  assert.throws(() => readConfig({ SVC_SETTLE: "never" }), /SVC_SETTLE: must be one of automatic, on_request, off\./);
  assert.throws(() => readConfig({ SVC_SETTLE_ABSENCE: "yes" }), /SVC_SETTLE_ABSENCE: must be on or off\./);
});

test("unset rates derive from the client's; without it, there is no limit", () => {
  assert.deepEqual(readConfig({ SVC_RATE_LIMIT_RPS: "0" }).limits.rates, {
    perClient: 0,
    perTenant: 0,
    perToken: 0,
    tenantOnlyWhenShared: true,
    perConnection: 0,
    perConnectAddress: 0,
    perPublicAddress: 0,
    deliveriesPerClient: 0,
  });
  const set = readConfig({
    SVC_TENANT_RATE_LIMIT_RPS: "7",
    SVC_CONNECTION_RATE_LIMIT_RPS: "3",
    SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS: "2",
    SVC_PUBLIC_ADDRESS_RATE_LIMIT_RPS: "9",
    SVC_WEBHOOK_RATE_LIMIT_RPS: "5",
  }).limits.rates;
  assert.deepEqual(set, {
    perClient: 500,
    perTenant: 7,
    perToken: 50,
    tenantOnlyWhenShared: false,
    perConnection: 3,
    perConnectAddress: 2,
    perPublicAddress: 9,
    deliveriesPerClient: 5,
  });
  assert.equal(readConfig({ SVC_RATE_LIMIT_RPS: "20" }).limits.rates.perConnectAddress, 500);
});

test("without a concurrency limit per connection, there is none per tenant or client unless it is set", () => {
  const slots = { process: 1024, perClient: 0, perTenant: 0, perConnection: 0 };
  assert.deepEqual(readConfig({ SVC_CONCURRENCY_PER_CONNECTION: "0" }).limits.slots, slots);
  const set = readConfig({ SVC_CONCURRENCY_PER_CONNECTION: "10", SVC_CONCURRENCY_PER_TENANT: "7" }).limits.slots;
  assert.deepEqual(set, { process: 1024, perClient: 80, perTenant: 7, perConnection: 10 });
  assert.equal(readConfig({ SVC_CIRCUIT_BREAKER_FAULTS: "0" }).limits.circuitFaultsMin, 0);
});

test("reads the networks that webhooks must not reach", () => {
  const { denied } = readConfig({ SVC_WEBHOOK_DENY_CIDRS: "20.30.0.0/16, 2a00:1234::/32,20.40.50.60" }).webhooks;
  assert.deepEqual(denied, [
    { address: "20.30.0.0", prefix: 16 },
    { address: "2a00:1234::", prefix: 32 },
    { address: "20.40.50.60", prefix: 32 },
  ]);
  assert.deepEqual(readConfig({}).webhooks.denied, []);
  assert.throws(() => readConfig({ SVC_WEBHOOK_DENY_CIDRS: "20.30.0.0/16,acme.io,,20.30.0.0/33" }), {
    message: [2, 3, 4]
      .map((n) => `SVC_WEBHOOK_DENY_CIDRS: entry ${n} must be a network such as 203.0.113.0/24 or 2001:db8::/32.`)
      .join("\n"),
  });
});

test("reads where webhooks may go in the operator's own networks", () => {
  const { allowed } = readConfig({ SVC_WEBHOOK_ALLOW: "10.20.0.0/16, http://backend.internal:8080" }).webhooks;
  assert.deepEqual(allowed, [
    { host: { address: "10.20.0.0", prefix: 16 }, port: null, mayBePlain: false },
    { host: "backend.internal", port: 8080, mayBePlain: true },
  ]);
  assert.deepEqual(readConfig({}).webhooks.allowed, []);
  const form =
    "must be a network such as 10.20.0.0/16, or a host such as backend.internal or http://backend.internal:8080";
  const closed =
    "can't be opened: webhooks never reach this machine, link-local addresses or a cloud's metadata service";
  assert.throws(() => readConfig({ SVC_WEBHOOK_ALLOW: "10.20.0.0/33,backend,169.254.169.254,http://localhost:80" }), {
    message: [
      `SVC_WEBHOOK_ALLOW: entry 1 ${form}.`,
      ...[3, 4].map((n) => `SVC_WEBHOOK_ALLOW: entry ${n} ${closed}.`),
    ].join("\n"),
  });
});

test("reports all faults together, one per line, without values that may be secret", () => {
  const canary = "canary-5f1e";
  const environment = {
    SVC_LISTEN: "7480",
    SVC_PUBLIC_URL: `https://user:${canary}@svc.example/`,
    SVC_DOCS_URL: "ftp://docs.example",
    SVC_DATABASE_URL: `mysql://svc:${canary}@db/svc`,
    SVC_VAULT_KEYS: `a:${canary}`,
    SVC_VAULT_KEY_FILE: `/nowhere/${canary}`,
    SVC_RATE_LIMIT_RPS: "-1",
    SVC_CONCURRENCY_PER_CONNECTION: "1.5",
    SVC_CONCURRENCY_MAX: "0",
    SVC_CALL_TIMEOUT_MS: "0",
    SVC_LOG_LEVEL: "loud",
    SVC_REQUIRE_CONFIRMED_COMPLETION: "yes",
  };
  assert.throws(
    () => readConfig(environment),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.ok(!error.message.includes(canary));
      const lines = error.message.split("\n");
      for (const name of Object.keys(environment)) {
        assert.ok(
          lines.some((line) => line.includes(name)),
          `${name} is not reported`,
        );
      }
      return true;
    },
  );
});

test("an empty variable doesn't mean an empty list of actions", () => {
  assert.deepEqual(readConfig({ SVC_ENABLED_ACTIONS: "doppler/*, github/issues.*" }).enabledActions, [
    "doppler/*",
    "github/issues.*",
  ]);
  assert.deepEqual(readConfig({ SVC_ENABLED_ACTIONS: " " }).enabledActions, ["*/*"]);
});

test("keeps audit events, and so events and their deliveries, until the last attempt of a delivery", () => {
  const lastAttemptMs = attemptDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
  for (const name of ["SVC_AUDIT_RETENTION_DAYS", "SVC_EVENT_RETENTION_DAYS"]) {
    const tooFew = Math.floor(lastAttemptMs / dayMs);
    assert.throws(() => readConfig({ [name]: String(tooFew) }), ConfigError, name);
    readConfig({ [name]: String(tooFew + 1) });
  }
});

test("rejects an OAuth app without its id or secret, and shows neither", () => {
  const app = { clientId: "Iv1.a", clientSecret: "s3cret-canary" };
  const environment = { SVC_OAUTH_GIT_HUB_CLIENT_ID: app.clientId, SVC_OAUTH_GIT_HUB_CLIENT_SECRET: app.clientSecret };
  assert.deepEqual([...readConfig(environment).oauthApps], [["git-hub", { ...app, eventSecrets: [] }]]);
  assert.deepEqual([...readConfig({ SVC_OAUTH_GITHUB_CLIENT_ID: " " }).oauthApps], []);
  const faulty = [
    { SVC_OAUTH_GITHUB_CLIENT_ID: "Iv1.a" },
    { SVC_OAUTH_GITHUB_CLIENT_SECRET: app.clientSecret },
    { SVC_OAUTH_GITHUB_CLIENT_ID: "Iv1.a", SVC_OAUTH_GITHUB_CLIENT_SECRET: `${app.clientSecret}\nx` },
  ];
  for (const environment of faulty) {
    assert.throws(
      () => readConfig(environment),
      (error: unknown) =>
        error instanceof ConfigError &&
        /SVC_OAUTH_GITHUB_CLIENT_ID/.test(error.message) &&
        !/canary/.test(error.message),
    );
  }
});

test("reads an app's secrets for events, two while one is rotated, and shows none that it rejects", () => {
  const app = { SVC_OAUTH_GITHUB_CLIENT_ID: "Iv1.a", SVC_OAUTH_GITHUB_CLIENT_SECRET: "s3cret" };
  const read = (text: string, of: Variables = app) =>
    readConfig({ ...of, SVC_OAUTH_GITHUB_EVENTS_SECRET: text }).oauthApps.get("github")?.eventSecrets;
  assert.deepEqual(read("events-canary"), ["events-canary"]);
  assert.deepEqual(read("events-canary-2 \n events-canary-1"), ["events-canary-2", "events-canary-1"]);
  const rejects = (text: string, of: Variables, pattern: RegExp) =>
    assert.throws(
      () => read(text, of),
      (error: unknown) => error instanceof ConfigError && pattern.test(error.message) && !/canary/.test(error.message),
      text,
    );
  for (const text of ["canary", "events-canary-ü", "x".repeat(501), "events-canary-3 events-canary-2 events-canary-1"])
    rejects(text, app, /^SVC_OAUTH_GITHUB_EVENTS_SECRET: must be one secret/);
  rejects("events-canary", {}, /^SVC_OAUTH_GITHUB_EVENTS_SECRET: needs SVC_OAUTH_GITHUB_CLIENT_ID/);
});

test("reads IPv6 addresses in brackets, and removes the trailing slash of base URLs", () => {
  assert.deepEqual(readConfig({ SVC_LISTEN: "[::1]:80" }).listen, { host: "::1", port: 80 });
  assert.equal(readConfig({ SVC_PUBLIC_URL: "https://svc.example/base/" }).publicUrl, "https://svc.example/base");
});

test("reads every setting, and no other variable with its prefix", () => {
  const asked = new Set<string>();
  const environment = new Proxy<Variables>(
    { SVC_OAUTH_A_CLIENT_ID: "", SVC_OAUTH_A_REVOKE_ON_DISCONNECT: "", SVC_A_ORIGINS: "" },
    {
      get(variables, name) {
        asked.add(String(name));
        return typeof name === "string" ? variables[name] : undefined;
      },
    },
  );
  readConfig(environment);
  // Commands read the one setting that is theirs alone.
  remoteAdministration(environment);
  const settings = settingList.map(([name]) => nameFor(name, "A"));
  assert.deepEqual([...asked].filter((name) => name.startsWith("SVC_")).toSorted(), settings.toSorted());
});

test("the guide to self-hosting mentions every setting, and no others", () => {
  const guide = readFileSync(new URL("../../../../../docs/self-hosting.md", import.meta.url), "utf8");
  const hosted = registeredProviders.filter(({ provider }) => provider.isSelfHosted === true);
  const ofProviders = new Set(hosted.map(({ provider }) => originsVariable(provider.slug)));
  const mentioned = [...new Set(guide.match(/SVC_[A-Z_]*(?:<PROVIDER>)?[A-Z_]+[A-Z]/g))];
  const known = new Set(settingList.map(([name]) => name));
  assert.deepEqual(
    mentioned.filter((name) => !ofProviders.has(name) && !known.has(name)),
    [],
  );
  const left = [...known].filter((name) => !mentioned.includes(name));
  assert.deepEqual(left, ["SVC_OAUTH_<PROVIDER>_CLIENT_SECRET"], "is in the table as …_CLIENT_SECRET");
});

test("each default and each word that the table declares can be given", () => {
  for (const [name, setting] of settingList) {
    const given =
      setting.type === "choice"
        ? setting.choices
        : setting.type === "switch"
          ? setting.words
          : setting.type === "integer"
            ? [String(setting.min), String(setting.max)]
            : setting.default === null
              ? []
              : [setting.default];
    for (const text of given) assert.doesNotThrow(() => readConfig({ [nameFor(name, "A")]: text }), `${name}=${text}`);
    if (setting.type !== "integer") continue;
    for (const text of [String(setting.min - 1), String(setting.max + 1)]) {
      assert.throws(() => readConfig({ [name]: text }), {
        message: `${name}: must be a whole number from ${setting.min} to ${setting.max}.`,
      });
    }
  }
});

test("reads the egress proxy: its own variable first, then the usual ones, and never shows its password", () => {
  const hostOf = (environment: Record<string, string>) => readConfig(environment).egressProxy?.host ?? null;
  const usual = { HTTPS_PROXY: "http://usual:3128", NO_PROXY: ".internal" };
  assert.equal(hostOf({}), null);
  assert.equal(hostOf(usual), "usual");
  assert.equal(hostOf({ https_proxy: "usual:3128" }), "usual");
  assert.equal(hostOf({ ...usual, SVC_EGRESS_PROXY: "https://u:p@own" }), "own");
  assert.equal(hostOf({ ...usual, SVC_EGRESS_PROXY: "off" }), null);
  const file = new URL("../../../../../conformance/sdk/no-proxy.json", import.meta.url);
  const table = JSON.parse(readFileSync(file, "utf8")) as {
    variables: { environment: Record<string, string>; proxy: string | null }[];
    target: string;
  };
  for (const { environment, proxy } of table.variables) {
    const read = readConfig(environment).egressProxy;
    const used = read?.takes(new URL(table.target)) === true ? `${read.host}:${read.port}` : null;
    assert.equal(used, proxy, JSON.stringify(environment));
  }
  const { egressProxy } = readConfig({ ...usual, SVC_EGRESS_PROXY: "https://own" });
  assert.equal(egressProxy?.takes(new URL("https://vault.internal")), false);
  assert.equal(egressProxy?.takes(new URL("https://api.github.com")), true);
  for (const name of ["SVC_EGRESS_PROXY", "HTTPS_PROXY"]) {
    const canary = "canary-77b2";
    assert.throws(
      () => readConfig({ [name]: `socks5://user:${canary}@proxy:1080` }),
      ({ message }: Error) =>
        message.startsWith(`${name}: must be the URL of an HTTP proxy`) && !message.includes(canary),
    );
  }
});
