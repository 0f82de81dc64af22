/** Tests of an OAuth connection: a valid credential, one refresh after a 401, and one more probe. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { ProviderFailureCode } from "@svc/provider-kit";
import { createListedOrigins } from "../../../src/domain/catalog/listed-origins.ts";
import { strategyFor } from "../../../src/domain/auth-kinds/table.ts";
import { createConnections } from "../../../src/domain/connections/connections.ts";
import type { RefreshDeps } from "../../../src/domain/connections/refresh-work.ts";
import type { Identify } from "../../../src/domain/provider-calls/identify.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { sampleClient } from "../../adapters/store/samples.ts";
import { oauth, provider } from "./oauth-fixture.ts";
import { clock, hourMs, platform, fixtures } from "./refresh-fixture.ts";

const makeFixture = fixtures();

/** A fixture whose provider checks the token, or refuses everything with `script.code`. */
async function createProbe(leftMs: number, change?: (store: Store) => Partial<RefreshDeps>) {
  const made = await makeFixture(leftMs, change);
  const { store, server, replica, place, connectionId } = made;
  const script: { code: ProviderFailureCode | null; probes: number } = { code: null, probes: 0 };
  const identify: Identify = (subject, credential, deadlineMs) => {
    assert.equal(subject.auth, oauth);
    assert.ok((deadlineMs ?? 0) > platform.monotonicMs(), "the probe has its own deadline");
    script.probes += 1;
    const { accessToken } = credential as { accessToken: string };
    if (script.code !== null) {
      const isInvalid = strategyFor(oauth.kind).isInvalid(script.code, subject.connectionId === connectionId);
      return Promise.resolve({ kind: isInvalid ? "refused" : "unsure", refusal: { code: script.code } });
    }
    if (server.accepts(accessToken))
      return Promise.resolve({ kind: "alive", account: { slug: "acme", name: "Acme" }, credentialExpiresAt: null });
    return Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } });
  };
  const connections = createConnections({
    store: store.connections,
    credentials: replica.live,
    identify,
    callTimeoutMs: 5000,
    provider: () => provider,
    origins: createListedOrigins(new Map()),
    cursors: { read: () => null, next: () => null, at: () => "" },
    platform,
  });
  const caller = { client: sampleClient({ id: place.clientId }), keyId: "k1", tenants: null };
  const status = async () => {
    const { connection } = await made.read();
    return [connection.status, connection.credentialVersion];
  };
  const run = () => connections.test(caller, place.tenantId, connectionId);
  const refuses = async (code: string) =>
    assert.rejects(run, (error) => error instanceof ServiceError && error.code === code);
  return { ...made, script, status, run, refuses };
}

/** Makes the provider refuse the first token. */
function endToken(server: { accepts: (accessToken: string) => boolean }): void {
  const { accepts } = server;
  server.accepts = (accessToken) => accessToken !== "canary-access-1" && accepts(accessToken);
}

test("refreshes an expired token before probing", async () => {
  const { run, status, script, server } = await createProbe(-1000);
  assert.equal((await run()).ok, true);
  assert.deepEqual([script.probes, server.asked.length, await status()], [1, 1, ["active", 2]]);
});

test("refreshes a refused token once and probes again", async () => {
  const { run, status, script, server } = await createProbe(hourMs);
  endToken(server);
  assert.equal((await run()).ok, true);
  assert.deepEqual([script.probes, server.asked.length, await status()], [2, 1, ["active", 2]]);
});

test("reports a second refusal as a result, and the refreshed connection needs reconnecting", async () => {
  const { run, status, script, server } = await createProbe(hourMs);
  script.code = "PROVIDER_UNAUTHORIZED";
  const result = await run();
  assert.deepEqual([result.ok, result.error?.code], [false, "PROVIDER_UNAUTHORIZED"]);
  assert.deepEqual([script.probes, server.asked.length, await status()], [2, 1, ["needs_reconnect", 2]]);
});

test("ignores a second refusal while another replica refreshes the token", async () => {
  const elsewhere = { begin: () => Promise.resolve<unknown>(null) };
  const made = await createProbe(hourMs, ({ credentialRefreshes }) => ({
    store: {
      ...credentialRefreshes,
      async store(...given) {
        const isStored = await credentialRefreshes.store(...given);
        assert.ok((await elsewhere.begin()) !== null);
        return isStored;
      },
    },
  }));
  const at = { ...made.place, connectionId: made.connectionId };
  elsewhere.begin = () => made.store.credentialRefreshes.take(at, 2, "elsewhere", 60_000);
  made.script.code = "PROVIDER_UNAUTHORIZED";
  await made.refuses("PROVIDER_UNREACHABLE");
  assert.deepEqual([made.script.probes, await made.status()], [2, ["active", 2]]);
});

test("a test reactivates a connection whose token can be refreshed", async () => {
  const { run, status, store, connectionId } = await createProbe(-1000);
  await store.connections.markNeedsReconnect(connectionId, 1, 5000, { by: "system" });
  assert.equal((await run()).ok, true);
  assert.deepEqual(await status(), ["active", 2]);
});

test("reports invalid_grant as a result, both before a probe and after a refused one", async () => {
  for (const [leftMs, probes] of [
    [-1000, 0],
    [hourMs, 1],
  ] as const) {
    const { run, status, script, server } = await createProbe(leftMs);
    server.isRevoked = true;
    const result = await run();
    assert.deepEqual([result.ok, result.error?.code, script.probes], [false, "PROVIDER_UNAUTHORIZED", probes]);
    assert.deepEqual(await status(), ["needs_reconnect", 1]);
  }
});

test("returns a 503 for an inconclusive test, and changes nothing", async () => {
  for (const leftMs of [-1000, hourMs]) {
    const { read, refuses, server } = await createProbe(leftMs);
    endToken(server);
    server.moves = ["lose request", "lose request"];
    const before = await read();
    await refuses("PROVIDER_UNREACHABLE");
    assert.deepEqual(await read(), before);
    clock.sleptMs += 6000;
  }
});

test("ignores a refusal that is not about the token", async () => {
  const { read, refuses, script, server } = await createProbe(hourMs);
  script.code = "PROVIDER_REJECTED";
  const before = await read();
  await refuses("PROVIDER_UNREACHABLE");
  assert.deepEqual([await read(), server.asked.length], [before, 0]);
});

test("reports a disconnection during the refresh, and a record that does not open", async () => {
  const gone = await createProbe(-1000);
  gone.server.onRequest = async () => {
    await gone.store.connections.disconnect(
      gone.place.clientId,
      gone.place.tenantId,
      gone.connectionId,
      9000,
      "operator",
    );
  };
  await gone.refuses("CONNECTION_NOT_ACTIVE");
  assert.deepEqual([gone.script.probes, (await gone.status())[0]], [0, "disconnected"]);
  const { replica, refuses } = await createProbe(hourMs);
  replica.live.open = () => Promise.resolve({ kind: "unreadable" });
  await refuses("PROVIDER_UNREACHABLE");
});
