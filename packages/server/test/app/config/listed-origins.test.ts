/** `SVC_<PROVIDER>_ORIGINS` and `SVC_EXTRA_CA_FILE`. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ConfigError, readConfig, unreadVariables } from "../../../src/app/config.ts";
import { certificate } from "../../adapters/egress/raw-server.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-origins-"));
after(() => rmSync(folder, { recursive: true }));

test("reads the origins of each provider, in order", () => {
  const { listedOrigins, extraCa } = readConfig({
    SVC_VAULT_ORIGINS: " prod=https://vault.internal:8200, dr-2=https://10.1.2.3/ ,",
    SVC_AZURE_KEY_VAULT_ORIGINS: "eu=https://eu.example",
  });
  assert.deepEqual(Object.fromEntries(listedOrigins), {
    vault: [
      { name: "prod", address: "https://vault.internal:8200" },
      { name: "dr-2", address: "https://10.1.2.3" },
    ],
    "azure-key-vault": [{ name: "eu", address: "https://eu.example" }],
  });
  assert.equal(extraCa, null);
  assert.deepEqual([...readConfig({}).listedOrigins], []);
  assert.deepEqual(unreadVariables({ SVC_VAULT_ORIGINS: "a=https://a.example", SVC_EXTRA_CA_FILE: "/x" }).unread, []);
});

test("refuses everything but names with https origins, by position", () => {
  const bad = [
    "prod=http://vault.internal:8200",
    "prod=https://vault.internal:8200/v1",
    "prod=https://user:canary@vault.internal",
    "prod=https://vault.internal?canary",
    "prod=vault.internal",
    "https://vault.internal",
    "=https://vault.internal",
    "Prod=https://vault.internal",
    "a b=https://vault.internal",
    `${"p".repeat(32)}=https://vault.internal`,
  ];
  for (const entry of bad) {
    assert.throws(
      () => readConfig({ SVC_VAULT_ORIGINS: `ok=https://a.example,${entry}` }),
      (error: unknown) =>
        error instanceof ConfigError &&
        error.message.startsWith("SVC_VAULT_ORIGINS: entry 2 must be") &&
        !error.message.includes("canary"),
      entry,
    );
  }
  assert.throws(
    () => readConfig({ SVC_VAULT_ORIGINS: "prod=https://a.example,prod=https://b.example" }),
    /two entries have the same name/,
  );
});

test("reads certificate authorities from a file, and nothing else in it", () => {
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const two = readConfig({ SVC_EXTRA_CA_FILE: file("two", `# ours\n${certificate}\n${certificate}`) });
  assert.equal(two.extraCa?.match(/BEGIN CERTIFICATE/g)?.length, 2);
  assert.ok(!two.extraCa?.includes("ours"));
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  for (const path of [
    file("empty", ""),
    file("key", "-----BEGIN PRIVATE KEY-----"),
    file("broken", broken),
    "/no/such",
  ]) {
    assert.throws(() => readConfig({ SVC_EXTRA_CA_FILE: path }), /^ConfigError: SVC_EXTRA_CA_FILE: /, path);
  }
});
