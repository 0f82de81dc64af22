/** Variables that are valid and yet without effect: misspelled ones, and those that something else turns off. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../../src/app/config.ts";
import { plainListenerWarning, variableWarnings } from "../../../src/app/startup-log.ts";

function warningsOf(environment: Readonly<Record<string, string>>): string[] {
  return variableWarnings(readConfig(environment), environment).map(({ detail, remedy }) => `${detail}: ${remedy}`);
}

test("suggests the variable that a misspelled one means", () => {
  assert.deepEqual(warningsOf({ SVC_LISTN: "127.0.0.1:1", SVC_PUBLC_URL: "https://a.example", HOME: "/" }), [
    "SVC_LISTN is set, but nothing reads it: did you mean SVC_LISTEN?",
    "SVC_PUBLC_URL is set, but nothing reads it: did you mean SVC_PUBLIC_URL?",
  ]);
  assert.deepEqual(warningsOf({ SVC_FROBNICATE_WIDGETS: "1" }), [
    "SVC_FROBNICATE_WIDGETS is set, but nothing reads it: check its name for a typo",
  ]);
});

test("suggests the settings of a provider that another variable names", () => {
  const given = {
    SVC_OAUTH_GITHUB_CLIENT_ID: "id",
    SVC_OAUTH_GITHUB_CLIENT_SECRETS: "s",
    SVC_OAUTH_LINEAR_CLIENT_IDS: "x",
  };
  assert.deepEqual(
    variableWarnings(null, given).map(({ remedy }) => remedy),
    ["did you mean SVC_OAUTH_GITHUB_CLIENT_SECRET?", "check its name for a typo"],
  );
});

test("says nothing about the variables of svc and the SDKs, or about an empty one", () => {
  const callers = {
    SVC_API_URL: "http://a",
    SVC_TOKEN: "t",
    SVC_TENANT_ID: "ten_1",
    SVC_DOCS_URL: "https://a.example",
  };
  assert.deepEqual(warningsOf({ ...callers, SVC_REQUIRE_SYNC_REPLICATION: "" }), []);
});

test("names each variable that has no effect in this configuration", () => {
  const sqlite = { SVC_DATABASE_URL: "sqlite:/tmp/a.sqlite" };
  const cases: readonly (readonly [given: Record<string, string>, variable: string])[] = [
    [{ ...sqlite, SVC_REQUIRE_SYNC_REPLICATION: "true" }, "SVC_REQUIRE_SYNC_REPLICATION"],
    [{ ...sqlite, SVC_DATABASE_POOL_MAX: "5" }, "SVC_DATABASE_POOL_MAX"],
    [{ SVC_ADMIN_URL: "https://ops.example" }, "SVC_ADMIN_URL"],
    [{ SVC_WEBHOOKS: "off", SVC_WEBHOOK_CONCURRENCY: "2" }, "SVC_WEBHOOK_CONCURRENCY"],
    [{ SVC_SETTLE: "off", SVC_SETTLE_ABSENCE: "on" }, "SVC_SETTLE_ABSENCE"],
  ];
  for (const [given, variable] of cases) {
    const found = variableWarnings(readConfig(given), given);
    assert.deepEqual(
      found.map((warning) => warning.variable),
      [variable],
    );
  }
  assert.deepEqual(
    warningsOf({ SVC_DATABASE_URL: "postgres://localhost/svc", SVC_REQUIRE_SYNC_REPLICATION: "true" }),
    [],
  );
});

test("warns of a listener that others reach without TLS", () => {
  const warningFor = (environment: Readonly<Record<string, string>>) => plainListenerWarning(readConfig(environment));
  for (const host of ["0.0.0.0", "[::]", "10.1.2.3"]) {
    assert.match(warningFor({ SVC_LISTEN: `${host}:7480` }) ?? "", /plain HTTP/);
    assert.match(warningFor({ SVC_LISTEN: `${host}:7480`, SVC_PUBLIC_URL: "http://svc.example" }) ?? "", /plain HTTP/);
    assert.equal(warningFor({ SVC_LISTEN: `${host}:7480`, SVC_PUBLIC_URL: "https://svc.example" }), null);
  }
  for (const host of ["127.0.0.1", "[::1]"]) assert.equal(warningFor({ SVC_LISTEN: `${host}:7480` }), null);
});
