/** Two replicas on one PostgreSQL: one refresh per round, and a dead holder is replaced. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import type { TokenResult } from "../../../src/domain/oauth/port.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { until } from "../../adapters/store/poll.ts";
import { cuttingProxy } from "../../adapters/store/testing/cutting-proxy.ts";
import {
  clockedPlatform,
  limits,
  makeOAuthConnection,
  makeReplica,
  rotatingServer,
  sealedOf,
  type Clock,
} from "./oauth-fixture.ts";
import { readToken } from "./refresh-fixture.ts";
import { testSeals } from "../../test-seals.ts";

const clock: Clock = { skewMs: 0, sleptMs: 0 };
const platform = clockedPlatform(clock);
let database: TestDatabase | undefined;
let stores: Store[] = [];
before(async () => {
  database = await testDatabase();
  const { url } = database;
  const open = () => openStore({ seals: testSeals, url, nowMs: platform.nowMs, migrate: true, serve: true });
  stores = await Promise.all([open(), open()]);
});
after(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await database?.drop();
});

function getStore(n: number): Store {
  return stores[n] ?? assert.fail("The stores are not open.");
}

const soon = () => platform.monotonicMs() + 20_000;

test("twenty rounds of fifty calls at expiry on two replicas make one refresh per round, and no family is revoked", async () => {
  const server = rotatingServer(platform);
  const { read } = await makeOAuthConnection(getStore(0), server, platform, -1000);
  const replicas = [makeReplica(getStore(0), server, platform), makeReplica(getStore(1), server, platform)];
  for (let round = 1; round <= 20; round += 1) {
    const sealed = sealedOf(await read());
    const states = await Promise.all(
      Array.from({ length: 50 }, (_, n) => replicas[n % 2]?.live.open(sealed, soon()) ?? assert.fail()),
    );
    const tokens = new Set(states.map(readToken));
    assert.deepEqual(tokens, new Set([`canary-access-${round + 1}`]));
    assert.deepEqual([server.granted, server.asked.length, server.isRevoked], [round, round, false]);
    clock.skewMs += server.lifeMs + 1000;
  }
  assert.deepEqual(
    replicas.flatMap(({ faults }) => faults),
    [],
  );
});

test("replaces a replica that died under its lease after the lease ends, and rejects its late result", async () => {
  const server = rotatingServer(platform);
  const { read, connectionId } = await makeOAuthConnection(getStore(0), server, platform, -1000);
  const token = (accessToken: string): TokenResult => {
    const credential = {
      accessToken,
      refreshToken: `${accessToken}-r`,
      expiresAt: platform.nowMs() + 3_600_000,
      scopes: [],
    };
    return { kind: "granted", credential };
  };
  const short = { ...limits, leaseMs: 400, requestMs: 100 };
  let wake = (): void => undefined;
  let isRequested = false;
  const sleeping = {
    refresh: async () => {
      isRequested = true;
      await new Promise<void>((resolve) => (wake = resolve));
      return token("late");
    },
  };
  const requests: string[] = [];
  const awake = {
    refresh: (_subject: unknown, { refreshToken }: { refreshToken: string }) => {
      requests.push(refreshToken);
      return Promise.resolve(token("followed"));
    },
  };
  const dead = makeReplica(getStore(0), server, platform, { tokenEndpoint: sleeping, limits: short });
  const next = makeReplica(getStore(1), server, platform, { tokenEndpoint: awake, limits: short });
  const sealed = sealedOf(await read());
  const first = dead.live.open(sealed, soon());
  await until(() => Promise.resolve(isRequested));
  const startedMs = platform.monotonicMs();
  assert.equal(readToken(await next.live.open(sealed, soon())), "followed");
  assert.ok(platform.monotonicMs() - startedMs > 100, "it did not wait for the lease");
  assert.deepEqual(requests, ["canary-refresh-1"]);
  wake();
  assert.equal(readToken(await first), "followed", "the late one finds and uses the stored version");
  const { connection } = await read();
  assert.deepEqual([connection.id, connection.credentialVersion, connection.status], [connectionId, 2, "active"]);
});

test("ignores a late invalid_grant from a holder whose lease has ended", async () => {
  const server = rotatingServer(platform);
  const { read } = await makeOAuthConnection(getStore(0), server, platform, -1000);
  const short = { ...limits, leaseMs: 200, requestMs: 100 };
  let wake = (): void => undefined;
  const refused: TokenResult = { kind: "refused", error: "invalid_grant" };
  const late = { refresh: () => new Promise<TokenResult>((resolve) => (wake = () => resolve(refused))) };
  const dead = makeReplica(getStore(0), server, platform, { tokenEndpoint: late, limits: short });
  let respond = (): void => undefined;
  server.onRequest = () => new Promise<void>((resolve) => (respond = resolve));
  const next = makeReplica(getStore(1), server, platform, { limits: { ...limits, leaseMs: 20_000 } });
  const sealed = sealedOf(await read());
  const first = dead.live.open(sealed, soon());
  const second = next.live.open(sealed, soon());
  await until(() => Promise.resolve(server.asked.length === 1));
  wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await read()).connection.status, "active");
  respond();
  assert.deepEqual([readToken(await second), readToken(await first)], ["canary-access-2", "canary-access-2"]);
});

test("takes, records, stores and marks once, and reports it, if the store's response is lost", async () => {
  const proxy = await cuttingProxy(database?.url ?? "");
  const store = await openStore({
    seals: testSeals,
    url: proxy.url,
    nowMs: platform.nowMs,
    migrate: true,
    serve: true,
  });
  const refreshes = store.credentialRefreshes;
  try {
    const server = rotatingServer(platform);
    const { place, connectionId, read } = await makeOAuthConnection(store, server, platform, -1000);
    const taking = (holder: string, version: number) =>
      refreshes.take({ ...place, connectionId }, version, holder, 60_000);
    proxy.loseResponseTo("commit");
    assert.equal((await taking("first", 1))?.fence, 1);
    const lease = { connectionId, holder: "first", fence: 1 };
    proxy.loseResponseTo('update "credential_refreshes"');
    assert.equal(await refreshes.recordRequest(lease, 1, 5000, 60_000), true);
    proxy.loseResponseTo("commit");
    const refreshed = { record: Uint8Array.of(7), grantedScopes: [], at: 6000 };
    assert.equal(await refreshes.store(lease, 1, refreshed), true);
    assert.equal((await taking("second", 2))?.fence, 2);
    proxy.loseResponseTo("commit");
    assert.equal(await refreshes.markNeedsReconnect({ ...lease, holder: "second", fence: 2 }, 2, 7000), true);
    assert.equal(proxy.lost(), 4);
    const { connection, record } = await read();
    assert.deepEqual([connection.status, connection.credentialVersion], ["needs_reconnect", 2]);
    assert.deepEqual(record && new Uint8Array(record), Uint8Array.of(7));
  } finally {
    await store.close();
    await proxy.close();
  }
});
