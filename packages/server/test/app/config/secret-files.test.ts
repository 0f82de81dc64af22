/** Secrets in files: each is read like its variable, and no fault shows a value or a path. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ConfigError, readConfig, unreadVariables } from "../../../src/app/config.ts";

const canary = "canary-2b7d";
const folder = mkdtempSync(join(tmpdir(), `svc-secrets-${canary}-`));
after(() => rmSync(folder, { recursive: true }));

/** Creates a file with this text. Returns its path. */
function file(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function findFaults(environment: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.ok(!error.message.includes(canary), "a fault shows a value or a path");
    return error.message.split("\n");
  }
}

test("reads every secret from a file, with or without a trailing line break", () => {
  const environment = {
    SVC_DATABASE_URL_FILE: file("database", `postgres://svc:${canary}@db/svc\n`),
    SVC_OAUTH_GITHUB_CLIENT_ID: "Iv1.a",
    SVC_OAUTH_GITHUB_CLIENT_SECRET_FILE: file("oauth", `${canary}\r\n`),
    SVC_OAUTH_GITHUB_EVENTS_SECRET_FILE: file("events", `new-${canary}\nold-${canary}\n`),
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
    OTEL_EXPORTER_OTLP_HEADERS_FILE: file("headers", `x-key=${canary}\n`),
    SVC_VAULT_KEY_FILE: file("vault", `main:${Buffer.alloc(32, 1).toString("base64")}\n`),
  };
  const config = readConfig(environment);
  assert.equal(config.databaseUrl, `postgres://svc:${canary}@db/svc`);
  assert.deepEqual(config.oauthApps.get("github"), {
    clientId: "Iv1.a",
    clientSecret: canary,
    eventSecrets: [`new-${canary}`, `old-${canary}`],
  });
  assert.deepEqual(config.traces?.headers, { "x-key": canary });
  assert.match(config.vaultKeys ?? "", /^main:/);
  assert.deepEqual(unreadVariables(environment).unread, []);
});

test("reports an unusable file once, by its variable, and no faults that follow from it", () => {
  const missing = join(folder, "none");
  const bytes = file("bytes", Uint8Array.from([0xff, 0xfe]));
  for (const [environment, pattern] of [
    [{ SVC_DATABASE_URL_FILE: missing }, /^SVC_DATABASE_URL_FILE: the file cannot be read/],
    [{ SVC_DATABASE_URL_FILE: folder }, /^SVC_DATABASE_URL_FILE: the file cannot be read/],
    [{ SVC_DATABASE_URL_FILE: bytes }, /^SVC_DATABASE_URL_FILE: the file cannot be read/],
    [{ SVC_DATABASE_URL_FILE: file("empty", " \n") }, /^SVC_DATABASE_URL_FILE: the file is empty/],
    [{ SVC_DATABASE_URL_FILE: file("wrong", `mysql://${canary}`) }, /^SVC_DATABASE_URL_FILE: must be sqlite/],
    [
      { SVC_OAUTH_GITHUB_CLIENT_ID: "Iv1.a", SVC_OAUTH_GITHUB_CLIENT_SECRET_FILE: missing },
      /^SVC_OAUTH_GITHUB_CLIENT_SECRET_FILE: the file cannot be read/,
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS_FILE: file("pairs", canary) },
      /^OTEL_EXPORTER_OTLP_HEADERS_FILE: must be name=value/,
    ],
    [{ SVC_VAULT_KEY_FILE: file("keyring", `main:${canary}`) }, /^SVC_VAULT_KEY_FILE: /],
  ] as const) {
    const [fault = "", ...others] = findFaults(environment);
    assert.match(fault, pattern);
    assert.deepEqual(others, []);
  }
  assert.match(
    findFaults({ SVC_OAUTH_GITHUB_CLIENT_SECRET_FILE: file("alone", "x") })[0] ?? "",
    /set both, or neither/,
  );
});

test("rejects a secret that is set both directly and by file, and ignores empty variables", () => {
  const path = file("two", "sqlite:./b.sqlite");
  const [fault] = findFaults({ SVC_DATABASE_URL: "sqlite:./a.sqlite", SVC_DATABASE_URL_FILE: path });
  assert.equal(fault, "SVC_DATABASE_URL and SVC_DATABASE_URL_FILE: set one of them, not both.");
  const config = readConfig({ SVC_DATABASE_URL: "", SVC_DATABASE_URL_FILE: path });
  assert.equal(config.databaseUrl, "sqlite:./b.sqlite");
});

test("reports where each secret was found, for the doctor", () => {
  const vault = file("vault-place", `main:${Buffer.alloc(32, 1).toString("base64")}\n`);
  const { secretPlaces } = readConfig({
    SVC_DATABASE_URL: "postgres://svc:x@db/svc",
    SVC_VAULT_KEY_FILE: vault,
    SVC_OAUTH_GITHUB_CLIENT_ID: "Iv1.a",
    SVC_OAUTH_GITHUB_CLIENT_SECRET: "x",
  });
  assert.deepEqual(secretPlaces, {
    files: [{ variable: "SVC_VAULT_KEY_FILE", path: vault }],
    inline: ["SVC_DATABASE_URL", "SVC_OAUTH_GITHUB_CLIENT_SECRET"],
  });
});
