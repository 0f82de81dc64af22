import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceClient, ServiceError } from "@svc/contract";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";
import { presentProfile } from "../../../src/domain/service-clients/service-clients.ts";
import { openFixture, registration } from "./fixture.ts";

async function rejectsWith(work: Promise<unknown>, code: string): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, "nothing was refused");
  assert.equal(error.code, code);
  return error;
}

test("shows the key once and stores it nowhere", async (context) => {
  const { clients, store, events } = await openFixture(context);
  const { client, key, keyId } = await clients.create(registration);
  assert.match(key, /^svc_live_[0-9A-Za-z]{48}$/);
  const kept = JSON.stringify([await clients.list(), await store.serviceClients.findByKeyId(keyId), await events()]);
  assert.equal(kept.includes(key) || kept.includes(key.slice(19)), false);
  assert.ok((await events()).some(({ type, subject }) => type === "service_client.created" && subject === client.id));
});

test("the profile shows the public part of the calling key, and no key material", async (context) => {
  const { clients } = await openFixture(context);
  const { client, key, keyId } = await clients.create(registration);
  const profile = presentProfile({ client, keyId, tenants: null });
  assert.equal(profile.maskedKey, `${key.slice(0, 19)}…`);
  assert.deepEqual(profile.policy, { actions: ["doppler/*"] });
  assert.deepEqual([profile.appName, profile.logoUrl], [null, null]);
  const branded = { ...client, appName: "Harbor", logo: { url: "https://harbor.example/logo.png", id: "digest" } };
  const shown = presentProfile({ client: branded, keyId, tenants: { label: "eu" } });
  assert.deepEqual([shown.appName, shown.logoUrl], ["Harbor", "https://harbor.example/logo.png"]);
  assert.deepEqual([profile.tenants, profile.tenantLabel], [null, null]);
  assert.deepEqual([shown.tenants, shown.tenantLabel], [null, "eu"]);
  for (const each of [profile, shown]) assert.deepEqual(compileSchema(ServiceClient)(each), []);
});

test("reports every fault in a registration at once, and stores nothing", async (context) => {
  const { clients } = await openFixture(context);
  const error = await rejectsWith(
    clients.create({
      name: " x",
      allowedOrigins: ["https://ok.example", "https://a.example/path"],
      allowedReturnUrls: ["http://a.example"],
      allowedActions: ["*"],
      requireConfirmed: false,
      settleByState: false,
      allowImport: false,
    }),
    "INVALID_REQUEST",
  );
  const pointers = (error.errors ?? []).map(({ pointer }) => pointer);
  assert.deepEqual(pointers, ["/name", "/allowedOrigins/1", "/allowedReturnUrls/0", "/allowedActions/0"]);
  assert.match(error.detail, /https:\/\/a\.example/);
  assert.deepEqual(await clients.list(), []);
});

test("names are 1 to 100 printable characters", async (context) => {
  const { clients } = await openFixture(context);
  for (const name of [
    "",
    " ",
    "a\u0000",
    "a\nb",
    "a\u202eb",
    "a\u{e0041}b",
    "\u3164",
    "x".repeat(101),
    "scl_mine",
    " a",
    "\ud800",
  ]) {
    await rejectsWith(clients.create({ ...registration, name }), "INVALID_REQUEST");
  }
  for (const name of ["a", "Ümläut & Söhne", "x".repeat(100)]) await clients.create({ ...registration, name });
});

test("stores a pattern that no action matches, with a warning", async (context) => {
  const { clients } = await openFixture(context);
  const made = await clients.create({ ...registration, allowedActions: ["doppler/*", "github/*"] });
  assert.deepEqual(made.warnings, ["no action in this version matches github/*"]);
  assert.deepEqual(made.client.allowedActions, ["doppler/*", "github/*"]);
  assert.deepEqual((await clients.update(made.client.id, { allowedActions: ["doppler/none"] })).warnings, [
    "no action in this version matches doppler/none",
  ]);
});

test("warns about lists that allow nothing and about a name that another client has", async (context) => {
  const { clients } = await openFixture(context);
  const nothing = { ...registration, allowedActions: [], allowedOrigins: [] };
  assert.deepEqual((await clients.create(nothing)).warnings, [
    "no action is allowed: an empty list allows nothing",
    "without an allowed origin and a return URL, this client can't create Connect sessions",
  ]);
  assert.deepEqual((await clients.create(registration)).warnings, [
    "another service client is also named app: use their ids",
  ]);
});

test("finds a client by id and by an unambiguous name", async (context) => {
  const { clients } = await openFixture(context);
  const first = await clients.create(registration);
  assert.equal((await clients.find("app")).id, first.client.id);
  const second = await clients.create(registration);
  await rejectsWith(clients.find("app"), "NOT_FOUND");
  assert.equal((await clients.find(second.client.id)).id, second.client.id);
  await rejectsWith(clients.find("unknown"), "NOT_FOUND");
});

test("an update replaces the given fields and keeps the rest", async (context) => {
  const { clients } = await openFixture(context);
  const { client } = await clients.create(registration);
  const updated = await clients.update(client.id, { allowedOrigins: [], requireConfirmed: true });
  assert.deepEqual(updated.client, { ...client, allowedOrigins: [], requireConfirmed: true });
  await rejectsWith(clients.update(client.id, { allowedOrigins: ["x"] }), "INVALID_REQUEST");
});

test("a rotation overlaps for a day by default, and for at most seven", async (context) => {
  const { clients, clock, authenticate } = await openFixture(context);
  const { client, key } = await clients.create(registration);
  for (const overlapSeconds of [-1, 604_801, 1.5, Number.NaN]) {
    await rejectsWith(clients.rotateKey(client.id, { overlapSeconds }), "INVALID_REQUEST");
  }
  const rotated = await clients.rotateKey(client.id);
  assert.equal(rotated.oldExpireAt, clock.nowMs + 86_400_000);
  await authenticate([`Bearer ${key}`]);
  await authenticate([`Bearer ${rotated.key}`]);
  clock.nowMs += 86_400_000;
  await rejectsWith(authenticate([`Bearer ${key}`]), "UNAUTHENTICATED");
  assert.equal((await authenticate([`Bearer ${rotated.key}`])).keyId, rotated.keyId);
  const atOnce = await clients.rotateKey(client.id, { overlapSeconds: 0 });
  clock.nowMs += 1000;
  await rejectsWith(authenticate([`Bearer ${rotated.key}`]), "UNAUTHENTICATED");
  await authenticate([`Bearer ${atOnce.key}`]);
});

test("with several keys, the one to rotate must be named, and the others stay active", async (context) => {
  const { clients, authenticate, clock } = await openFixture(context);
  const { client, key } = await clients.create(registration);
  const ci = await clients.addKey(client.id, "ci");
  await rejectsWith(clients.addKey(client.id, "ci"), "INVALID_REQUEST");
  assert.match((await rejectsWith(clients.rotateKey(client.id), "INVALID_REQUEST")).detail, /default, ci|ci, default/);
  await rejectsWith(clients.rotateKey(client.id, { keyName: "none" }), "INVALID_REQUEST");
  const rotated = await clients.rotateKey(client.id, { keyName: "ci", overlapSeconds: 0 });
  clock.nowMs += 1000;
  await rejectsWith(authenticate([`Bearer ${ci.key}`]), "UNAUTHENTICATED");
  for (const active of [key, rotated.key])
    assert.equal((await authenticate([`Bearer ${active}`])).client.id, client.id);
});

test("revokes a key by id or by an unambiguous name, once", async (context) => {
  const { clients } = await openFixture(context);
  const { client } = await clients.create(registration);
  const { keyId } = await clients.addKey(client.id, "ci");
  assert.deepEqual(await clients.revokeKey(client.id, "ci"), { keyId });
  await rejectsWith(clients.revokeKey(client.id, keyId), "NOT_FOUND");
  await clients.rotateKey(client.id);
  await rejectsWith(clients.revokeKey(client.id, "default"), "INVALID_REQUEST");
});

test("does not revoke another client's key", async (context) => {
  const { clients, authenticate } = await openFixture(context);
  const { client } = await clients.create(registration);
  const other = await clients.create({ ...registration, name: "other" });
  await rejectsWith(clients.revokeKey(client.id, other.keyId), "NOT_FOUND");
  assert.equal((await authenticate([`Bearer ${other.key}`])).client.id, other.client.id);
});

test("a revoked client gets no new key and no change", async (context) => {
  const { clients } = await openFixture(context);
  const { client } = await clients.create(registration);
  assert.notEqual((await clients.revoke(client.id)).client.revokedAt, null);
  await rejectsWith(clients.addKey(client.id, "new"), "INVALID_REQUEST");
  await rejectsWith(clients.rotateKey(client.id), "INVALID_REQUEST");
  await rejectsWith(clients.update(client.id, { allowedActions: ["*/*"] }), "INVALID_REQUEST");
});

test("narrows a key to a label, even one that no tenant has yet, and a rotation keeps the label", async (context) => {
  const { clients, authenticate, clock, events } = await openFixture(context);
  const { client, key, keyId } = await clients.create(registration);
  const reachOf = async (text: string) => (await authenticate([`Bearer ${text}`])).tenants;
  assert.equal(await reachOf(key), null);
  await clients.updateKey(client.id, "default", { tenants: { label: "eu" } });
  clock.nowMs += 1000;
  assert.deepEqual(await reachOf(key), { label: "eu" });
  await clients.updateKey(client.id, keyId, { mayDecide: true });
  const rotated = await clients.rotateKey(client.id);
  assert.deepEqual(await reachOf(rotated.key), { label: "eu" });
  await clients.updateKey(client.id, rotated.keyId, { tenants: null });
  clock.nowMs += 1000;
  assert.equal(await reachOf(rotated.key), null);
  assert.deepEqual(
    (await events()).filter(({ type }) => type === "service_client.key_updated").map(({ data }) => data),
    [
      { keyId, tenantLabel: "eu" },
      { keyId, mayDecide: "on" },
      { keyId: rotated.keyId, tenants: "*" },
    ],
  );
});

test("refuses a label that no tenant can have, and changes nothing", async (context) => {
  const { clients, authenticate } = await openFixture(context);
  const { client, key } = await clients.create(registration);
  for (const label of ["", "EU", "-eu", "e u", "é", "a".repeat(64), "eu\n"]) {
    await rejectsWith(clients.updateKey(client.id, "default", { tenants: { label } }), "INVALID_REQUEST");
  }
  await clients.updateKey(client.id, "default", { mayDecide: true });
  assert.equal((await authenticate([`Bearer ${key}`])).tenants, null);
});
