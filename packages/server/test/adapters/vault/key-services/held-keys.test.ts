/** Vaults whose root keys are wrapped by key services: first starts, outages, rotations, and what is stored. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { serviceKinds, type ServiceKind } from "../../../../../../tools/key-services/all.ts";
import type { VaultStartErrorCode } from "../../../../src/domain/vault/errors.ts";
import { bytes, sealContext } from "../fixture.ts";
import { emptyTables, type VaultTables } from "../memory-store.ts";
import { openWith, startServices, type ServicesFixture } from "./fixture.ts";

let fixture: ServicesFixture;
before(async () => {
  fixture = await startServices();
});
after(() => fixture.close());

const entry = (id: string, kind: ServiceKind): string => `${id}:${fixture.services.references[kind]}`;
const literal = (id: string): string => `${id}:${randomBytes(32).toString("base64")}`;

async function refuses(tables: VaultTables, keyring: string, code: VaultStartErrorCode): Promise<string> {
  const error: unknown = await openWith(tables, keyring, fixture.deps()).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Error && "code" in error, `expected ${code}`);
  assert.equal(error.code, code, error.message);
  assert.doesNotMatch(error.message, /canary|\n/);
  return error.message;
}

for (const kind of serviceKinds) {
  test(`${kind}: replicas that start first at the same time have one key, and the next start has the same`, async () => {
    const tables = emptyTables();
    const keyring = entry("main", kind);
    const replicas = await Promise.all(Array.from({ length: 5 }, () => openWith(tables, keyring, fixture.deps())));
    assert.equal(tables.wrappedRootKeys.size, 1);
    const [first, ...others] = replicas.map(({ vault }) => vault);
    assert.ok(first !== undefined);
    const record = await first.sealCredential(sealContext, bytes("secret"));
    for (const other of others) assert.deepEqual(await other.openCredential(sealContext, record), bytes("secret"));
    const { vault } = await openWith(tables, keyring, fixture.deps());
    assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"));
    assert.deepEqual((await vault.status()).places, { main: fixture.services.references[kind] });
    assert.deepEqual(
      (await vault.examineKeyServices()).map(({ notices }) => notices),
      [[]],
    );
  });

  test(`${kind}: away at the start, nothing opens; away later, everything works`, async () => {
    const tables = emptyTables();
    const service = fixture.services[kind];
    service.mode = "away";
    assert.match(await refuses(tables, entry("main", kind), "ROOT_KEYS_UNAVAILABLE"), /key "main" can't be used/);
    assert.equal(tables.wrappedRootKeys.size, 0);
    service.mode = "denies";
    await refuses(tables, entry("main", kind), "ROOT_KEYS_DENIED");
    service.mode = "works";
    const { vault } = await openWith(tables, entry("main", kind), fixture.deps());
    service.mode = "away";
    const record = await vault.sealCredential(sealContext, bytes("secret"));
    assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"));
    assert.equal(await vault.isHealthy(), true);
    const [report] = await vault.examineKeyServices();
    assert.match(
      report?.notices.map(({ level, detail }) => `${level}: ${detail}`).join() ?? "",
      /^fail: .*doesn't respond/,
    );
    service.mode = "works";
  });
}

test("rotates from any kind to any other, and nothing needs the old key afterwards", async () => {
  const kinds = ["literal", ...serviceKinds] as const;
  for (const from of kinds) {
    for (const to of kinds) {
      const [old, next] = [from, to].map((kind, at) =>
        kind === "literal" ? literal(`k${at}`) : entry(`k${at}`, kind),
      );
      const tables = emptyTables();
      const before = await openWith(tables, `${old}`, fixture.deps());
      const record = await before.vault.sealCredential(sealContext, bytes("secret"));
      const { vault } = await openWith(tables, `${next},${old}`, fixture.deps());
      assert.equal((await vault.rotate()).remaining, 0);
      const after = await openWith(tables, `${next}`, fixture.deps());
      assert.deepEqual(await after.vault.openCredential(sealContext, record), bytes("secret"), `${from} to ${to}`);
    }
  }
});

test("a rotation wraps the root key again with the newest version of the service's key, and keeps the root key", async () => {
  const tables = emptyTables();
  const { vault, held } = await openWith(tables, entry("main", "transit"), fixture.deps());
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  const before = tables.wrappedRootKeys.get("main");
  await vault.rotate();
  const after = tables.wrappedRootKeys.get("main");
  assert.notDeepEqual(after?.wrapped, before?.wrapped);
  await held.rewrap("absent");
  const { vault: again } = await openWith(tables, entry("main", "transit"), fixture.deps());
  assert.deepEqual(await again.openCredential(sealContext, record), bytes("secret"));
});

test("never makes a second key under an id that was used, whatever happened to the row", async () => {
  const tables = emptyTables();
  await openWith(tables, literal("main"), fixture.deps());
  assert.match(await refuses(tables, entry("main", "azure"), "KEY_MISSING"), /an id of its own/);
  const other = emptyTables();
  await openWith(other, entry("main", "gcpkms"), fixture.deps());
  const { vault } = await openWith(other, entry("main", "gcpkms"), fixture.deps());
  other.wrappedRootKeys.clear();
  const [report] = await vault.examineKeyServices();
  assert.match(JSON.stringify(report?.notices), /the wrapped key is gone/);
  await refuses(other, entry("main", "gcpkms"), "KEY_MISSING");
});

test("refuses a row of another deployment, of another key id, or of another service", async () => {
  const [one, other] = [emptyTables(), emptyTables()];
  await openWith(one, `${entry("main", "awskms")},${entry("next", "awskms")}`, fixture.deps());
  await openWith(other, entry("main", "awskms"), fixture.deps());
  const row = one.wrappedRootKeys.get("main");
  const foreign = other.wrappedRootKeys.get("main");
  const next = one.wrappedRootKeys.get("next");
  assert.ok(row !== undefined && foreign !== undefined && next !== undefined);
  for (const wrong of [foreign, { ...next, rootKeyId: "main" }]) {
    one.wrappedRootKeys.set("main", wrong);
    await refuses(one, entry("main", "awskms"), "KEY_WRONG");
  }
  one.wrappedRootKeys.set("main", row);
  const message = await refuses(one, entry("main", "gcpkms"), "KEY_WRONG");
  assert.match(message, /wrapped with another: awskms:arn/);
  one.wrappedRootKeys.set("main", { ...row, service: "canary <script>" });
  await refuses(one, entry("main", "gcpkms"), "KEY_WRONG");
});

test("a service that returns another key than it wrapped is noticed before anything is sealed", async () => {
  const { transit } = fixture.services;
  const tables = emptyTables();
  const deps = fixture.deps();
  const send: typeof deps.send = async (request) => {
    const response = await deps.send(request);
    if (response === null || !request.url.includes("/decrypt/")) return response;
    const body = { data: { plaintext: Buffer.alloc(32, 7).toString("base64") } };
    return { status: 200, bytes: Buffer.from(JSON.stringify(body)) };
  };
  await assert.rejects(openWith(tables, `main:${fixture.services.references.transit}`, { ...deps, send }), {
    code: "KEY_WRONG",
  });
  assert.equal(tables.wrappedRootKeys.size, 0);
  assert.ok(transit.asked.length > 0);
});
