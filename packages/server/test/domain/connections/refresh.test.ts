/** Refreshes in one process: their timing, the number of requests, and the effect of each response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { vaultContext } from "../../../src/domain/connections/sealed-credential.ts";
import { VaultError } from "../../../src/domain/vault/errors.ts";
import { credentials, oauth, provider, sealedOf } from "./oauth-fixture.ts";
import { clock, hourMs, platform, fixtures, readToken } from "./refresh-fixture.ts";

const makeFixture = fixtures();

test("uses a token that is not due unchanged; refreshes, stores and audits one that is due", async () => {
  const { open, server, read, audited } = await makeFixture(hourMs);
  assert.equal(readToken(await open()), "canary-access-1");
  assert.deepEqual(server.asked, []);
  clock.skewMs = hourMs - 70_000;
  server.scopes = ["things", "more"];
  assert.equal(readToken(await open()), "canary-access-2");
  const { connection, record } = await read();
  assert.deepEqual([connection.credentialVersion, connection.grantedScopes], [2, ["things", "more"]]);
  const context = vaultContext(connection);
  const kept = (await credentials.open(context, record ?? new Uint8Array())) as {
    refreshToken: string;
    issuedAt: number;
  };
  assert.equal(kept.refreshToken, "canary-refresh-2");
  assert.ok(platform.nowMs() - kept.issuedAt < 10_000);
  assert.equal(readToken(await open()), "canary-access-2");
  assert.deepEqual(server.asked, ["canary-refresh-1"]);
  const [event, ...others] = await audited();
  assert.deepEqual(
    [event?.type, event?.actor, event?.data],
    ["credential.refreshed", "system", { provider: "acme", version: 2 }],
  );
  assert.equal(others.length, 0);
  assert.doesNotMatch(JSON.stringify(await audited()), /canary/);
});

test("only opens a static credential, or one without a refresh token", async () => {
  const { replica, server, read } = await makeFixture(-1000);
  const sealed = sealedOf(await read());
  const auth = { ...oauth, kind: "static_credential" } as unknown as typeof sealed.auth;
  const state = await replica.live.open(
    { ...sealed, auth, provider: { ...provider, auth: [auth] } },
    platform.monotonicMs() + 1000,
  );
  assert.deepEqual([readToken(state), state.kind === "ready" && state.isRefreshable], ["canary-access-1", false]);
  const context = vaultContext((await read()).connection);
  const record = await credentials.seal(context, { ...server.issue(), refreshToken: null, expiresAt: 5 });
  const bare = await replica.live.open({ ...sealed, record }, platform.monotonicMs() + 1000);
  assert.deepEqual([readToken(bare), bare.kind === "ready" && bare.isRefreshable], ["canary-access-1", false]);
  assert.deepEqual(server.asked, []);
});

test("reports a record that does not open, without any of its text", async () => {
  const { replica, read } = await makeFixture(hourMs);
  const state = await replica.live.open({ ...sealedOf(await read()), version: 9 }, platform.monotonicMs() + 1000);
  assert.deepEqual([state.kind, replica.faults], ["unreadable", ["unreadable"]]);
});

/** A fixture whose tenant has no key once `meanwhile` has run. */
async function keyless(leftMs: number) {
  const meanwhile = { run: () => Promise.resolve<unknown>(null) };
  const open = async () => {
    await meanwhile.run();
    throw new VaultError("TENANT_KEY_ABSENT");
  };
  const made = await makeFixture(leftMs, () => ({ credentials: { ...credentials, open } }));
  const { clientId, tenantId } = made.place;
  return {
    ...made,
    meanwhile,
    removeTenant: () => made.store.tenants.remove(clientId, tenantId, 5000, true, "operator"),
  };
}

test("reports `gone`, and no fault, if the tenant is deleted before the credential is opened", async () => {
  for (const leftMs of [hourMs, -1000]) {
    const { replica, open, meanwhile, removeTenant } = await keyless(leftMs);
    meanwhile.run = removeTenant;
    assert.deepEqual([readToken(await open()), replica.faults], ["gone", []]);
  }
});

test("reports `gone` if the tenant is deleted during the refresh", async () => {
  const { replica, refresh, meanwhile, removeTenant } = await keyless(hourMs);
  meanwhile.run = removeTenant;
  assert.deepEqual([readToken(await refresh(1)), replica.faults], ["gone", []]);
});

test("a missing key of an existing tenant is a fault, which is reported to the operator", async () => {
  const { replica, open, refresh } = await keyless(hourMs);
  assert.deepEqual([readToken(await open()), replica.faults], ["unreadable", ["unreadable"]]);
  assert.deepEqual([readToken(await refresh(1)), replica.faults], ["unavailable", ["unreadable", "RefreshFailed"]]);
});

test("fifty calls at expiry call the server once, and all use the new token", async () => {
  const { replica, read, server } = await makeFixture(-1000);
  const sealed = sealedOf(await read());
  const states = await Promise.all(
    Array.from({ length: 50 }, () => replica.live.open(sealed, platform.monotonicMs() + 5000)),
  );
  assert.deepEqual(new Set(states.map(readToken)), new Set(["canary-access-2"]));
  assert.deepEqual([server.granted, server.asked.length, server.isRevoked], [1, 1, false]);
  assert.equal(replica.inFlight.size, 0);
  // A caller that read the connection before all this finds the current credential, without a request.
  assert.equal(readToken(await replica.live.open(sealed, platform.monotonicMs() + 5000)), "canary-access-2");
  assert.equal(server.asked.length, 1);
});

test("a refresh continues after its callers have left, and a stop can wait for it", async () => {
  const { replica, read, server } = await makeFixture(-1000);
  let respond = (): void => undefined;
  server.onRequest = () => new Promise<void>((resolve) => (respond = resolve));
  const state = await replica.live.open(sealedOf(await read()), platform.monotonicMs() + 200);
  assert.equal(state.kind, "unavailable");
  assert.equal(replica.inFlight.size, 1);
  respond();
  await Promise.all(replica.inFlight);
  assert.equal((await read()).connection.credentialVersion, 2);
});

test("repeats a lost request once with the same refresh token, and never again in that refresh", async () => {
  const { open, server, read, replica } = await makeFixture(-1000);
  server.moves = ["lose request", "lose request", "lose request"];
  assert.equal(readToken(await open()), "unavailable");
  assert.deepEqual(server.asked, ["canary-refresh-1", "canary-refresh-1"]);
  assert.equal(readToken(await open()), "unavailable", "the server gets no request for a moment");
  assert.equal(server.asked.length, 2);
  clock.sleptMs = 1100;
  assert.equal(readToken(await open()), "unavailable");
  assert.equal(server.asked.length, 3, "an earlier unanswered request makes this the repetition");
  clock.sleptMs = 5000;
  assert.equal(readToken(await open()), "canary-access-2");
  assert.deepEqual([(await read()).connection.status, replica.faults], ["active", []]);
});

test("the second request makes up for one lost request", async () => {
  const { open, server } = await makeFixture(-1000);
  server.moves = ["lose request"];
  assert.equal(readToken(await open()), "canary-access-2");
  assert.equal(server.asked.length, 2);
});

test("a request that was never sent is not repeated, and counts as no attempt", async () => {
  const { open, server } = await makeFixture(-1000);
  server.moves = ["unreachable", "lose request", "response"];
  assert.equal(readToken(await open()), "unavailable");
  assert.equal(server.asked.length, 1);
  clock.sleptMs = 2000;
  assert.equal(readToken(await open()), "canary-access-2", "both attempts are left");
  assert.equal(server.asked.length, 3);
});

test("invalid_grant marks the refused version as needing reconnection, and is audited with its code", async () => {
  const { open, server, read, audited } = await makeFixture(-1000);
  server.isRevoked = true;
  assert.equal(readToken(await open()), "refused");
  assert.equal((await read()).connection.status, "needs_reconnect");
  assert.deepEqual(
    (await audited()).map(({ type, data }) => [type, data["code"]]),
    [["connection.needs_reconnect", "invalid_grant"]],
  );
});

test("a misconfigured app, and every fault, change nothing; a valid token is still used", async () => {
  for (const move of ["invalid_client", "unreachable", "lose request"] as const) {
    const { open, server, read, audited } = await makeFixture(30_000);
    server.moves = [move, move, move];
    assert.equal(readToken(await open()), "canary-access-1", move);
    const before = server.asked.length;
    assert.equal(readToken(await open()), "canary-access-1");
    assert.equal(server.asked.length, before, "not every call sends a request");
    clock.skewMs = 31_000;
    clock.sleptMs = 31_000;
    server.moves = ["unreachable"];
    assert.equal(readToken(await open()), "unavailable", "expired, it is not used");
    assert.deepEqual([(await read()).connection.status, (await read()).connection.credentialVersion], ["active", 1]);
    const codes = (await audited()).map(({ data }) => data["code"]);
    assert.deepEqual(codes, move === "invalid_client" ? ["other"] : []);
    clock.sleptMs += 5000;
    server.moves = [];
    assert.equal(readToken(await open()), "canary-access-2");
  }
});

test("a token endpoint that throws is a fault, reported by name only", async () => {
  const { open, replica, read } = await makeFixture(-1000, () => ({
    tokenEndpoint: { refresh: () => Promise.reject(new Error("canary-refresh-1")) },
  }));
  assert.equal(readToken(await open()), "unavailable");
  assert.deepEqual(new Set(replica.faults), new Set(["TokenEndpointFailed"]));
  assert.equal((await read()).connection.status, "active");
});

test("a call whose token is still valid waits for a slow server for a few seconds at most", async () => {
  const { replica, read, server } = await makeFixture(30_000);
  let respond = (): void => undefined;
  server.onRequest = () => new Promise<void>((resolve) => (respond = resolve));
  const sealed = sealedOf(await read());
  const first = replica.live.open(sealed, platform.monotonicMs() + 60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock.sleptMs = 5000;
  assert.equal(readToken(await replica.live.open(sealed, platform.monotonicMs() + 60_000)), "canary-access-1");
  respond();
  assert.equal(readToken(await first), "canary-access-2");
});

test("a refusal forces a refresh, however long the token is still valid; a newer version is used directly", async () => {
  const { refresh, open, server } = await makeFixture(hourMs);
  assert.equal(readToken(await open()), "canary-access-1");
  assert.equal(readToken(await refresh(1)), "canary-access-2");
  assert.equal(readToken(await refresh(1)), "canary-access-2");
  assert.equal(server.asked.length, 1);
});

test("a refresh that this machine couldn't send changes nothing, and the next call tries again at once", async () => {
  const { open, refresh, server, read, audited } = await makeFixture(-1000);
  server.moves = ["local", "local"];
  assert.equal(readToken(await open()), "local");
  assert.equal(readToken(await refresh(1)), "local");
  const { connection } = await read();
  assert.deepEqual([connection.status, connection.credentialVersion, await audited()], ["active", 1, []]);
  assert.equal(readToken(await open()), "canary-access-2");
  assert.equal(server.asked.length, 3);
});

test("a token that is due but valid is used meanwhile", async () => {
  const { open, server } = await makeFixture(hourMs);
  clock.skewMs = hourMs - 70_000;
  server.moves = ["local"];
  assert.equal(readToken(await open()), "canary-access-1");
  assert.equal(readToken(await open()), "canary-access-2");
});

test("a refresh that this machine couldn't send doesn't end the back-off from the authorization server's faults", async () => {
  const { open, server } = await makeFixture(-1000);
  server.moves = ["unreachable", "local", "unreachable"];
  assert.equal(readToken(await open()), "unavailable");
  clock.sleptMs += 1500;
  assert.equal(readToken(await open()), "local");
  assert.equal(readToken(await open()), "unavailable");
  // The second fault in a row.
  clock.sleptMs += 1500;
  assert.equal(readToken(await open()), "unavailable");
  assert.equal(server.asked.length, 3);
});
