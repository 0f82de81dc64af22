/** How the keyring names keys of key services. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseKeyReference } from "../../../../src/adapters/vault/key-services/reference.ts";
import { parseKeyring } from "../../../../src/adapters/vault/keyring.ts";

const arn = "arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const gcp = "projects/acme/locations/europe-west1/keyRings/svc/cryptoKeys/root";

test("accepts each kind, with an origin of its own where the service has none or a private one", () => {
  const accepted: readonly (readonly [text: string, origin: string])[] = [
    [`awskms:${arn}`, "https://kms.eu-west-1.amazonaws.com"],
    ["awskms:arn:aws-cn:kms:cn-north-1:123456789012:key/mrk-1", "https://kms.cn-north-1.amazonaws.com.cn"],
    [
      `awskms:${arn}@https://vpce-1.kms.eu-west-1.vpce.amazonaws.com`,
      "https://vpce-1.kms.eu-west-1.vpce.amazonaws.com",
    ],
    [`gcpkms:${gcp}`, "https://cloudkms.googleapis.com"],
    ["gcpkms:projects/example.com:acme/locations/global/keyRings/a/cryptoKeys/b", "https://cloudkms.googleapis.com"],
    ["azure:https://acme.vault.azure.net/keys/root", "https://acme.vault.azure.net"],
    [
      "azure:https://acme.managedhsm.azure.net/keys/root/0123456789abcdef0123456789abcdef",
      "https://acme.managedhsm.azure.net",
    ],
    ["transit:transit/root@https://bao.internal:8200", "https://bao.internal:8200"],
    ["transit:team/a/transit/root@http://127.0.0.1:8200", "http://127.0.0.1:8200"],
  ];
  for (const [text, origin] of accepted) {
    assert.partialDeepStrictEqual(parseKeyReference(text), { text, origin }, text);
  }
});

test("rejects other forms, other machines without TLS, and aliases, which can lead elsewhere tomorrow", () => {
  const rejected = [
    "awskms:",
    "awskms:alias/root",
    "awskms:arn:aws:kms:eu-west-1:123456789012:alias/root",
    "awskms:arn:aws-iso:kms:us-iso-east-1:123456789012:key/1",
    `awskms:${arn}@http://kms.example`,
    `awskms:${arn}@https://kms.example/path`,
    `gcpkms:${gcp}/cryptoKeyVersions/1`,
    `gcpkms:${gcp}@`,
    "azure:http://acme.vault.azure.net/keys/root",
    "azure:https://acme.vault.azure.net/secrets/root",
    "azure:https://acme.vault.azure.net/keys/root?x=1",
    "azure:https://user@acme.vault.azure.net/keys/root",
    "transit:root@https://bao",
    "transit:transit/root",
    "transit:transit/../sys/root@https://bao",
    "transit:transit/root@http://bao:8200",
    "other:transit/root@https://bao",
  ];
  for (const text of rejected) assert.equal(parseKeyReference(text), null, text);
});

test("the keyring takes literal keys and services' beside each other, and its faults quote nothing", () => {
  const literal = Buffer.alloc(32, 0xa1).toString("base64");
  const entries = parseKeyring(`main:awskms:${arn},old:${literal}\nbao:transit:transit/root@https://bao:8200`);
  assert.deepEqual(
    entries.map((entry) => [entry.id, "key" in entry ? "literal" : entry.service.kind]),
    [
      ["main", "awskms"],
      ["old", "literal"],
      ["bao", "transit"],
    ],
  );
  assert.throws(
    () => parseKeyring("main:transit:canary"),
    (error: Error) => /entry 1 names a key service/.test(error.message) && !error.message.includes("canary"),
  );
});
