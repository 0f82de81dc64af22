/** Webhook host names: resolved by the name servers only, without blocking a thread. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createWebhookNames } from "../../../src/adapters/egress/names.ts";
import { silentZone, startNameServer, type Zone } from "./name-server.ts";
import { until } from "./raw-server.ts";

async function namesOf(t: TestContext, zone: Zone = {}, serverTimeoutMs = 3_600_000) {
  const server = await startNameServer(t, zone);
  const lookup = createWebhookNames({ serverTimeoutMs, servers: [server.address] });
  const never = new AbortController().signal;
  const addressesOf = async (name: string): Promise<string[]> =>
    (await lookup(name, never)).map(({ address }) => address);
  return { server, lookup, addressesOf };
}

test("returns every address of a name, and none for a name without addresses", async (t) => {
  const { addressesOf } = await namesOf(t, { "hooks.acme.io": ["20.30.40.50", "20.30.40.51"], "empty.acme.io": [] });
  assert.deepEqual(await addressesOf("hooks.acme.io"), ["20.30.40.50", "20.30.40.51"]);
  assert.deepEqual(await addressesOf("empty.acme.io"), []);
  assert.deepEqual(await addressesOf("unknown.acme.io"), []);
});

test("resolves localhost to this host without a name server", async (t) => {
  const { server, addressesOf } = await namesOf(t, { localhost: ["20.30.40.50"] });
  for (const name of ["localhost", "localhost.", "hooks.localhost"]) {
    assert.deepEqual(await addressesOf(name), ["127.0.0.1", "::1"], name);
  }
  assert.equal(server.asked.length, 0);
  assert.deepEqual(await addressesOf("notlocalhost"), []);
  assert.equal(server.asked.length, 2);
});

test("queries a silent name server once for each kind of address, and gives up at its timeout", async (t) => {
  const { server, addressesOf } = await namesOf(t, {}, 300);
  assert.deepEqual(await addressesOf(`a.${silentZone}`), []);
  assert.deepEqual(server.asked, [`a.${silentZone}`, `a.${silentZone}`]);
});

test("aborts a lookup without affecting others", { timeout: 60_000 }, async (t) => {
  const { server, lookup, addressesOf } = await namesOf(t, { "hooks.acme.io": ["20.30.40.50"] });
  const given = new AbortController();
  const silent = lookup(`b.${silentZone}`, given.signal);
  await until(() => server.asked.length === 2);
  const other = addressesOf("hooks.acme.io");
  given.abort();
  assert.deepEqual(await silent, []);
  assert.deepEqual(await other, ["20.30.40.50"]);
  await assert.rejects(lookup("hooks.acme.io", given.signal));
});

test("never uses the system's resolver, even while lookups are pending", async (t) => {
  const { server, lookup } = await namesOf(t);
  const given = new AbortController();
  const silent = Array.from({ length: 20 }, (_, n) => lookup(`${n}.${silentZone}`, given.signal));
  await until(() => server.asked.length === 40);
  assert.ok(!process.getActiveResourcesInfo().includes("GetAddrInfoReqWrap"));
  given.abort();
  await Promise.all(silent);
});
