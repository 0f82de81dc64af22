/** The client for AWS KMS with moto, a third-party emulator, which also has STS. It checks no signatures. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startMoto, type Moto } from "../../../../../../tools/real-servers/moto.ts";
import { openKeyService } from "../../../../src/adapters/vault/key-services/open.ts";
import { parseKeyReference } from "../../../../src/adapters/vault/key-services/reference.ts";
import { KeyServiceError, type KeyService, type KeyServiceDeps } from "../../../../src/domain/vault/key-service.ts";
import { bytes, sealContext } from "../fixture.ts";
import { emptyTables } from "../memory-store.ts";
import { openWith, startServices, type ServicesFixture } from "./fixture.ts";

const context = { deploymentId: "dep_1", rootKeyId: "main" };
const key = new Uint8Array(32).map((_byte, at) => at + 1);
const keys = { AWS_ACCESS_KEY_ID: "AKIAEXAMPLE", AWS_SECRET_ACCESS_KEY: "canary-secret" };

let moto: Moto;
let fixture: ServicesFixture;
let arn: string;

before(async () => {
  moto = await startMoto();
  fixture = await startServices();
  arn = await createKey();
});
after(async () => {
  await fixture.close();
  await moto.close();
});

/** Calls moto's KMS, which accepts any credentials. */
async function kms(operation: string, input: object): Promise<Record<string, unknown>> {
  const headers = {
    "content-type": "application/x-amz-json-1.1",
    "x-amz-target": `TrentService.${operation}`,
    authorization:
      "AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/20300101/eu-west-1/kms/aws4_request, SignedHeaders=host, Signature=0",
  };
  const response = await fetch(moto.url, { method: "POST", headers, body: JSON.stringify(input) });
  assert.equal(response.status, 200);
  return (await response.json()) as Record<string, unknown>;
}

async function createKey(): Promise<string> {
  const { KeyMetadata: metadata } = await kms("CreateKey", {});
  return String(Object(metadata).Arn);
}

async function client(of = arn, deps: KeyServiceDeps = fixture.deps(keys)): Promise<KeyService> {
  const reference = parseKeyReference(`awskms:${of}@${moto.url}`);
  assert.ok(reference !== null);
  return await openKeyService(reference, deps);
}

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof KeyServiceError ? error.fault : error),
  );

test("wraps and unwraps, for this deployment, key id and key only", async () => {
  const service = await client();
  const stored = await service.wrap(key, context);
  assert.deepEqual(Buffer.from(await service.unwrap(stored, context)), Buffer.from(key));
  assert.equal(await faultOf(service.unwrap(stored, { ...context, deploymentId: "dep_2" })), "foreign");
  assert.equal(await faultOf(service.unwrap(stored, { ...context, rootKeyId: "other" })), "foreign");
  assert.deepEqual(await service.examine(stored), []);
  const absent = arn.replace(/[^/]+$/, "00000000-0000-0000-0000-000000000000");
  assert.equal(await faultOf((await client(absent)).wrap(key, context)), "unusable");
});

test("tells of a key that is disabled, or scheduled for deletion and when", async () => {
  const other = await createKey();
  const service = await client(other);
  const stored = await service.wrap(key, context);
  // For these two, moto looks up the key by its id, not by its ARN.
  const id = other.replace(/^.*\//, "");
  await kms("DisableKey", { KeyId: id });
  assert.match(JSON.stringify(await service.examine(stored)), /state is Disabled/);
  await kms("ScheduleKeyDeletion", { KeyId: id, PendingWindowInDays: 7 });
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 8);
  assert.match(JSON.stringify(await service.examine(stored)), new RegExp(`deletes the key on ${day}`));
});

test("assumes the role of a web identity at its STS", async () => {
  const path = join(fixture.folder, "web-identity");
  // The payload of a token as a cluster issues it; moto reads its claims.
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: "https://oidc.example", sub: "system:serviceaccount:svc:svc", aud: "sts.amazonaws.com" };
  writeFileSync(path, [part({ alg: "RS256" }), part({ ...claims, exp: 4_000_000_000 }), "AA"].join("."));
  const service = await client(
    arn,
    fixture.deps({
      AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/svc",
      AWS_WEB_IDENTITY_TOKEN_FILE: path,
      AWS_ENDPOINT_URL_STS: moto.url,
    }),
  );
  const stored = await service.wrap(key, context);
  assert.deepEqual(Buffer.from(await service.unwrap(stored, context)), Buffer.from(key));
});

test("a vault opens under it, and rotates to another key", async () => {
  const tables = emptyTables();
  const entry = `main:awskms:${arn}@${moto.url}`;
  const { vault } = await openWith(tables, entry, fixture.deps(keys));
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  const next = `next:awskms:${await createKey()}@${moto.url}`;
  const rotating = await openWith(tables, `${next},${entry}`, fixture.deps(keys));
  assert.equal((await rotating.vault.rotate()).remaining, 0);
  const after = await openWith(tables, next, fixture.deps(keys));
  assert.deepEqual(await after.vault.openCredential(sealContext, record), bytes("secret"));
});
