/** Renewals in one process: when one happens, how often the server is asked, and what each of its answers leads to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { vaultContext } from "../../src/connect/completion.ts";
import { VaultError } from "../../src/vault/errors.ts";
import { credentials, oauth, provider, sealedOf } from "./oauth-world.ts";
import { clock, hourMs, platform, scenes, tokenOf } from "./refresh-scene.ts";

const scene = scenes();

test("a token that is not due is used as it is; one that is due is renewed, stored and recorded", async () => {
  const { open, server, read, audited } = await scene(hourMs);
  assert.equal(tokenOf(await open()), "canary-access-1");
  assert.deepEqual(server.asked, []);
  clock.skewMs = hourMs - 70_000;
  server.scopes = ["things", "more"];
  assert.equal(tokenOf(await open()), "canary-access-2");
  const { connection, record } = await read();
  assert.deepEqual([connection.credentialVersion, connection.grantedScopes], [2, ["things", "more"]]);
  const place = vaultContext(connection, "credential");
  const kept = (await credentials.open(place, record ?? new Uint8Array())) as {
    refreshToken: string;
    issuedAt: number;
  };
  assert.equal(kept.refreshToken, "canary-refresh-2");
  assert.ok(platform.nowMs() - kept.issuedAt < 10_000);
  assert.equal(tokenOf(await open()), "canary-access-2");
  assert.deepEqual(server.asked, ["canary-refresh-1"]);
  const [event, ...others] = audited;
  assert.deepEqual(
    [event?.type, event?.actor, event?.data],
    ["credential.refreshed", "system", { provider: "acme", version: 2 }],
  );
  assert.equal(others.length, 0);
  assert.doesNotMatch(JSON.stringify(audited), /canary/);
});

test("a static credential, and one without a refresh token, are opened and nothing else", async () => {
  const { replica, server, read } = await scene(-1000);
  const sealed = sealedOf(await read());
  const auth = { ...oauth, kind: "static_credential" } as unknown as typeof sealed.auth;
  const state = await replica.live.open(
    { ...sealed, auth, provider: { ...provider, auth: [auth] } },
    platform.monotonicMs() + 1000,
  );
  assert.deepEqual([tokenOf(state), state.kind === "ready" && state.isRefreshable], ["canary-access-1", false]);
  const place = vaultContext((await read()).connection, "credential");
  const record = await credentials.seal(place, { ...server.issue(), refreshToken: null, expiresAt: 5 });
  const bare = await replica.live.open({ ...sealed, record }, platform.monotonicMs() + 1000);
  assert.deepEqual([tokenOf(bare), bare.kind === "ready" && bare.isRefreshable], ["canary-access-1", false]);
  assert.deepEqual(server.asked, []);
});

test("a record that does not open is told as such, by no text of it", async () => {
  const { replica, read } = await scene(hourMs);
  const state = await replica.live.open({ ...sealedOf(await read()), version: 9 }, platform.monotonicMs() + 1000);
  assert.deepEqual([state.kind, replica.faults], ["unreadable", ["unreadable"]]);
});

/** A scene in which the tenant has no key any more, which `meanwhile` comes before. */
async function keyless(leftMs: number) {
  const meanwhile = { run: () => Promise.resolve<unknown>(null) };
  const open = async () => {
    await meanwhile.run();
    throw new VaultError("TENANT_KEY_ABSENT");
  };
  const made = await scene(leftMs, () => ({ credentials: { ...credentials, open } }));
  const { clientId, tenantId } = made.place;
  return { ...made, meanwhile, removeTenant: () => made.store.tenants.remove(clientId, tenantId, 5000, true) };
}

test("a call whose tenant is deleted before its credential is opened finds it gone, and nobody is told", async () => {
  for (const leftMs of [hourMs, -1000]) {
    const { replica, open, meanwhile, removeTenant } = await keyless(leftMs);
    meanwhile.run = removeTenant;
    assert.deepEqual([tokenOf(await open()), replica.faults], ["gone", []]);
  }
});

test("a renewal whose tenant is deleted meanwhile finds it gone", async () => {
  const { replica, renew, meanwhile, removeTenant } = await keyless(hourMs);
  meanwhile.run = removeTenant;
  assert.deepEqual([tokenOf(await renew(1)), replica.faults], ["gone", []]);
});

test("a tenant's key that is gone while the tenant is there is a fault, which the operator is told of", async () => {
  const { replica, open, renew } = await keyless(hourMs);
  assert.deepEqual([tokenOf(await open()), replica.faults], ["unreadable", ["unreadable"]]);
  assert.deepEqual([tokenOf(await renew(1)), replica.faults], ["unavailable", ["unreadable", "RefreshFailed"]]);
});

test("fifty calls at expiry ask the server once, and all use the new token", async () => {
  const { replica, read, server } = await scene(-1000);
  const sealed = sealedOf(await read());
  const states = await Promise.all(
    Array.from({ length: 50 }, () => replica.live.open(sealed, platform.monotonicMs() + 5000)),
  );
  assert.deepEqual(new Set(states.map(tokenOf)), new Set(["canary-access-2"]));
  assert.deepEqual([server.granted, server.asked.length, server.isRevoked], [1, 1, false]);
  assert.equal(replica.inFlight.size, 0);
  // One who read the connection before all this finds the present credential, and asks nobody.
  assert.equal(tokenOf(await replica.live.open(sealed, platform.monotonicMs() + 5000)), "canary-access-2");
  assert.equal(server.asked.length, 1);
});

test("a renewal goes on when its callers have left, and a stop can wait for it", async () => {
  const { replica, read, server } = await scene(-1000);
  let answer = (): void => undefined;
  server.onRequest = () => new Promise<void>((resolve) => (answer = resolve));
  const state = await replica.live.open(sealedOf(await read()), platform.monotonicMs() + 200);
  assert.equal(state.kind, "unavailable");
  assert.equal(replica.inFlight.size, 1);
  answer();
  await Promise.all(replica.inFlight);
  assert.equal((await read()).connection.credentialVersion, 2);
});

test("a lost answer is followed by the same refresh token once more, and never again in that renewal", async () => {
  const { open, server, read, replica } = await scene(-1000);
  server.moves = ["lose request", "lose request", "lose request"];
  assert.equal(tokenOf(await open()), "unavailable");
  assert.deepEqual(server.asked, ["canary-refresh-1", "canary-refresh-1"]);
  assert.equal(tokenOf(await open()), "unavailable", "the server is left alone for a moment");
  assert.equal(server.asked.length, 2);
  clock.sleptMs = 1100;
  assert.equal(tokenOf(await open()), "unavailable");
  assert.equal(server.asked.length, 3, "an unanswered request of before makes this the once more");
  clock.sleptMs = 5000;
  assert.equal(tokenOf(await open()), "canary-access-2");
  assert.deepEqual([(await read()).connection.status, replica.faults], ["active", []]);
});

test("one lost request is made up for by the second", async () => {
  const { open, server } = await scene(-1000);
  server.moves = ["lose request"];
  assert.equal(tokenOf(await open()), "canary-access-2");
  assert.equal(server.asked.length, 2);
});

test("a request that never left is not repeated, and leaves no doubt behind", async () => {
  const { open, server } = await scene(-1000);
  server.moves = ["unreachable", "lose request", "answer"];
  assert.equal(tokenOf(await open()), "unavailable");
  assert.equal(server.asked.length, 1);
  clock.sleptMs = 2000;
  assert.equal(tokenOf(await open()), "canary-access-2", "both tries are left");
  assert.equal(server.asked.length, 3);
});

test("invalid_grant condemns the version that was refused, and is recorded by its code", async () => {
  const { open, server, read, audited } = await scene(-1000);
  server.isRevoked = true;
  assert.equal(tokenOf(await open()), "refused");
  assert.equal((await read()).connection.status, "needs_reconnect");
  assert.deepEqual(
    audited.map(({ type, data }) => [type, data["code"]]),
    [["credential.refresh_refused", "invalid_grant"]],
  );
});

test("an app that is set up wrongly, and every fault, condemn nothing; a token that is still good is used", async () => {
  for (const move of ["invalid_client", "unreachable", "lose request"] as const) {
    const { open, server, read, audited } = await scene(30_000);
    server.moves = [move, move, move];
    assert.equal(tokenOf(await open()), "canary-access-1", move);
    const asks = server.asked.length;
    assert.equal(tokenOf(await open()), "canary-access-1");
    assert.equal(server.asked.length, asks, "it is not asked at every call");
    clock.skewMs = 31_000;
    clock.sleptMs = 31_000;
    server.moves = ["unreachable"];
    assert.equal(tokenOf(await open()), "unavailable", "expired, it is not used");
    assert.deepEqual([(await read()).connection.status, (await read()).connection.credentialVersion], ["active", 1]);
    const codes = audited.map(({ data }) => data["code"]);
    assert.deepEqual(codes, move === "invalid_client" ? ["other"] : []);
    clock.sleptMs += 5000;
    server.moves = [];
    assert.equal(tokenOf(await open()), "canary-access-2");
  }
});

test("a token endpoint that throws is a fault, by name alone", async () => {
  const { open, replica, read } = await scene(-1000, () => ({
    tokenEndpoint: { refresh: () => Promise.reject(new Error("canary-refresh-1")) },
  }));
  assert.equal(tokenOf(await open()), "unavailable");
  assert.deepEqual(new Set(replica.faults), new Set(["TokenEndpointFailed"]));
  assert.equal((await read()).connection.status, "active");
});

test("a call whose token is still good waits some seconds for a slow server, no longer", async () => {
  const { replica, read, server } = await scene(30_000);
  let answer = (): void => undefined;
  server.onRequest = () => new Promise<void>((resolve) => (answer = resolve));
  const sealed = sealedOf(await read());
  const first = replica.live.open(sealed, platform.monotonicMs() + 60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock.sleptMs = 5000;
  assert.equal(tokenOf(await replica.live.open(sealed, platform.monotonicMs() + 60_000)), "canary-access-1");
  answer();
  assert.equal(tokenOf(await first), "canary-access-2");
});

test("after a refusal a renewal is forced, whatever is left of the token; a newer version is just used", async () => {
  const { renew, open, server } = await scene(hourMs);
  assert.equal(tokenOf(await open()), "canary-access-1");
  assert.equal(tokenOf(await renew(1)), "canary-access-2");
  assert.equal(tokenOf(await renew(1)), "canary-access-2");
  assert.equal(server.asked.length, 1);
});
