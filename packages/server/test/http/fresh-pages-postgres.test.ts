/** Pages that are kept on PostgreSQL show nothing that is no longer so, to nobody but those who may see it. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../tools/postgres/index.ts";
import { makeFixture as makeWorld } from "../oauth/fixture.ts";
import { makeConnection, sampleExecution } from "../store/samples.ts";

/** A server on PostgreSQL whose listings are kept, and somebody else's connection to its database. */
async function keptListings(t: TestContext) {
  const database = await testDatabase();
  const world = await makeWorld(t, { apps: false, env: { SVC_DATABASE_URL: database.serverUrl } });
  const other = new Client({ connectionString: database.url });
  await other.connect();
  t.after(() => other.end());
  t.after(() => database.drop());
  const { owner, deployment } = world;
  const { store } = deployment;
  const connection = await makeConnection(store, owner);
  const execution = sampleExecution(owner, { connectionId: connection.id });
  await store.executions.claim(execution, null);
  const below = `/v1/tenants/${owner.tenantId}`;
  const listings = ["/v1/tenants", `${below}/connections`, `${below}/action-executions`];
  const show = async (path: string): Promise<string> => {
    const { status, body } = await world.call("GET", path);
    return status === 200 ? JSON.stringify(body) : String(status);
  };
  const change = `begin;
    update tenants set display_name = 'Changed' where id = '${owner.tenantId}';
    update connections set account_name = 'Changed' where id = '${connection.id}';
    update executions set action_id = 'Changed' where id = '${execution.id}'`;
  return { world, other, listings, show, change };
}

test("each listing shows what others commit at once, also of what was open when it was read, and nothing else", async (t) => {
  const { other, listings, show, change } = await keptListings(t);
  for (const path of listings) {
    const isChanged = async (): Promise<boolean> => /Changed/.test(await show(path));
    const look = async (): Promise<readonly boolean[]> => [await isChanged(), await isChanged(), await isChanged()];
    assert.match(await show(path), /createdAt/);
    assert.deepEqual(await look(), [false, false, false], path);
    await other.query(change);
    assert.deepEqual(await look(), [false, false, false], "what is not committed is not shown");
    await other.query("rollback");
    assert.deepEqual(await look(), [false, false, false]);
    await other.query(change);
    assert.deepEqual(await look(), [false, false, false]);
    await other.query("commit");
    assert.deepEqual(await look(), [true, true, true], `what is committed is shown: ${path}`);
    await other.query("update tenants set display_name = 'A'; update connections set account_name = 'A'");
    await other.query("update executions set action_id = 'A'");
  }
});

test("many who look while changes come see each that was committed before they looked", async (t) => {
  const { world, other, listings, show } = await keptListings(t);
  const [tenants = ""] = listings;
  for (let change = 0; change < 40; change += 1) {
    await other.query(`update tenants set display_name = 'Name ${change}.' where id = $1`, [world.owner.tenantId]);
    const looks = Array.from({ length: 1 + (change % 5) }, () => show(tenants));
    for (const shown of await Promise.all(looks)) assert.ok(shown.includes(`Name ${change}.`), shown);
  }
});

test("a page of nothing is shown while its tenant is there, and not after", async (t) => {
  const { world, other, show } = await keptListings(t);
  const path = `/v1/tenants/${world.owner.tenantId}/connections?status=disconnected`;
  for (let look = 0; look < 4; look += 1) assert.match(await show(path), /"connections":\[\]/);
  await other.query("update tenants set deleted_at = 1 where id = $1", [world.owner.tenantId]);
  assert.equal(await show(path), "404");
});

test("a stranger is shown nothing of it, and a revoked key neither", async (t) => {
  const { world, other, listings, show } = await keptListings(t);
  const [tenants = "", connections = ""] = listings;
  for (let look = 0; look < 4; look += 1) await show(connections);
  const stranger = await world.newOwner();
  for (let look = 0; look < 4; look += 1) {
    await show(connections);
    assert.equal((await world.call("GET", connections, undefined, stranger)).status, 404);
    const { body } = await world.call("GET", tenants, undefined, stranger);
    assert.ok(!JSON.stringify(body).includes(world.owner.tenantId));
  }
  await other.query("update service_keys set revoked_at = 1 where client_id = $1", [world.owner.clientId]);
  const deadline = Date.now() + 60_000;
  while ((await show(connections)) !== "401") {
    assert.ok(Date.now() < deadline, "the key was revoked");
    await delay(20);
  }
});
