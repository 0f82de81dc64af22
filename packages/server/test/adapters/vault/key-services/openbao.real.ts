/** The client for transit with a real OpenBao: a minimal policy, associated data, versions, and a Kubernetes-like token. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startOpenBao, type OpenBao } from "../../../../../../tools/real-servers/openbao.ts";
import { openKeyService } from "../../../../src/adapters/vault/key-services/open.ts";
import { parseKeyReference } from "../../../../src/adapters/vault/key-services/reference.ts";
import { KeyServiceError, type KeyService } from "../../../../src/domain/vault/key-service.ts";
import { bytes, sealContext } from "../fixture.ts";
import { emptyTables } from "../memory-store.ts";
import { openWith, startServices, type ServicesFixture } from "./fixture.ts";

/** As in docs/key-services.md. */
const policy = `
path "transit/encrypt/svc-root" { capabilities = ["update"] }
path "transit/decrypt/svc-root" { capabilities = ["update"] }
path "transit/keys/svc-root"    { capabilities = ["read"] }
`;
const context = { deploymentId: "dep_1", rootKeyId: "main" };
const key = new Uint8Array(32).map((_byte, at) => at + 1);

let bao: OpenBao;
let fixture: ServicesFixture;
let tokenFile: string;

before(async () => {
  bao = await startOpenBao();
  fixture = await startServices();
  await asRoot("sys/mounts/transit", { type: "transit" });
  await asRoot("transit/keys/svc-root", {});
  await asRoot("sys/policies/acl/svc", { policy });
  const { auth } = await asRoot("auth/token/create", { policies: ["svc"], period: "24h" });
  tokenFile = join(fixture.folder, "bao-token");
  writeFileSync(tokenFile, `${String(Object(auth).client_token)}\n`);
});
after(async () => {
  await fixture.close();
  await bao.close();
});

async function asRoot(path: string, body: object): Promise<Record<string, unknown>> {
  for (let attempt = 0; ; attempt += 1) {
    const headers = { "x-vault-token": bao.rootToken };
    const response = await fetch(`${bao.url}/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (response.ok) return (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    if (attempt === 50) throw new Error(`${path}: ${response.status} ${text}`);
    await delay(20);
  }
}

const text = (name = "svc-root"): string => `transit:transit/${name}@${bao.url}`;
const deps = () => fixture.deps({ SVC_TRANSIT_TOKEN_FILE: tokenFile });

async function client(name?: string): Promise<KeyService> {
  const reference = parseKeyReference(text(name));
  assert.ok(reference !== null);
  return await openKeyService(reference, deps());
}

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof KeyServiceError ? error.fault : error),
  );

test("wraps and unwraps with the documented policy, for this deployment and key only", async () => {
  const service = await client();
  const stored = await service.wrap(key, context);
  assert.equal(stored.version, "1");
  assert.deepEqual(Buffer.from(await service.unwrap(stored, context)), Buffer.from(key));
  assert.equal(await faultOf(service.unwrap(stored, { ...context, deploymentId: "dep_2" })), "foreign");
  assert.equal(await faultOf(service.unwrap(stored, { ...context, rootKeyId: "other" })), "foreign");
  assert.deepEqual(await service.examine(stored), []);
  assert.equal(await faultOf((await client("absent")).wrap(key, context)), "denied");
});

test("tells of a key that can be deleted, of old versions, and of a token that no longer works", async () => {
  const service = await client();
  const stored = await service.wrap(key, context);
  await asRoot("transit/keys/svc-root/config", { deletion_allowed: true });
  assert.match(JSON.stringify(await service.examine(stored)), /can be deleted/);
  await asRoot("transit/keys/svc-root/config", { deletion_allowed: false });
  await asRoot("transit/keys/svc-root/rotate", {});
  assert.match(JSON.stringify(await service.examine(stored)), /version 1 of 2/);
  assert.equal((await service.wrap(key, context)).version, "2");
  await asRoot("transit/keys/svc-root/config", { min_decryption_version: 2 });
  assert.match(JSON.stringify(await service.examine(stored)), /min_decryption_version is 2/);
  assert.equal(await faultOf(service.unwrap(stored, context)), "unusable");
  await asRoot("transit/keys/svc-root/config", { min_decryption_version: 1 });
  const token = fixture.deps({ SVC_TRANSIT_TOKEN_FILE: join(fixture.folder, "transit-token") });
  const reference = parseKeyReference(text());
  assert.ok(reference !== null);
  assert.equal(await faultOf((await openKeyService(reference, token)).wrap(key, context)), "denied");
});

test("a vault opens under it, rotates to another service and back, and wraps with the newest version", async () => {
  const tables = emptyTables();
  const first = await openWith(tables, `a:${text()}`, deps());
  const record = await first.vault.sealCredential(sealContext, bytes("secret"));
  await asRoot("transit/keys/svc-root/rotate", {});
  await first.vault.rotate();
  assert.equal(tables.wrappedRootKeys.get("a")?.version, "3");
  const away = await openWith(tables, `b:${fixture.services.references.gcpkms},a:${text()}`, deps());
  assert.equal((await away.vault.rotate()).remaining, 0);
  const back = await openWith(tables, `c:${text()},b:${fixture.services.references.gcpkms}`, deps());
  assert.equal((await back.vault.rotate()).remaining, 0);
  const last = await openWith(tables, `c:${text()}`, deps());
  assert.deepEqual(await last.vault.openCredential(sealContext, record), bytes("secret"));
});
