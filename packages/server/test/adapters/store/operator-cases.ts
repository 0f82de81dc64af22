/** Operator tokens and sessions, and the operator's view of all clients, on any engine. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperatorSessionRow, OperatorTokenRow, ExecutionFilter } from "../../../src/domain/operators/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import * as samples from "./samples.ts";
import { unknown } from "./settlement-samples.ts";

function sampleToken(change: Partial<OperatorTokenRow> = {}): OperatorTokenRow {
  const id = samples.newId("tok");
  const times = { createdAt: 1000, expiresAt: null, revokedAt: null, lastUsedAt: null };
  return { id, name: "ada", role: "admin", hash: `1.${id}`, ...times, ...change };
}

function sampleSession(tokenId: string, change: Partial<OperatorSessionRow> = {}): OperatorSessionRow {
  return { hash: samples.newId("hash"), tokenId, createdAt: 5000, seenAt: 5000, endsAt: 9000, ...change };
}

const anyExecution = {
  clientId: null,
  tenantId: null,
  connectionId: null,
  provider: null,
  actionId: null,
  status: null,
  since: null,
  until: null,
  after: null,
  limit: 100,
  lookAtMax: 1000,
};

/** Registers the cases. */
export function operatorCases(store: () => Store): void {
  test("stores, finds and lists tokens, newest first, and ends only their own sessions when revoked", async () => {
    const [ada, bob] = [sampleToken({ createdAt: 1000 }), sampleToken({ createdAt: 2000, expiresAt: 7000 })];
    for (const token of [ada, bob]) await store().operators.create(token, "operator");
    assert.deepEqual(await store().operators.find(bob.id), bob);
    assert.equal(await store().operators.find("nobody"), null);
    const page = await store().operators.list({ after: null, limit: 1 });
    assert.deepEqual(page, { rows: [bob], more: true });
    assert.deepEqual((await store().operators.list({ after: bob, limit: 5 })).rows, [ada]);
    assert.equal(await store().operators.setRole(bob.id, "viewer", "operator"), true);
    assert.equal((await store().operators.find(bob.id))?.role, "viewer");
    assert.equal(await store().operators.setRole("nobody", "viewer", "operator"), false);
    const [hers, his] = [sampleSession(ada.id), sampleSession(bob.id)];
    for (const session of [hers, his]) await store().operators.begin(session, 0);
    assert.equal(await store().operators.revoke(ada.id, 6000, "operator"), true);
    assert.equal(await store().operators.revoke(ada.id, 6001, "operator"), false);
    assert.equal((await store().operators.find(ada.id))?.revokedAt, 6000);
    assert.equal(await store().operators.setRole(ada.id, "viewer", "operator"), false);
    assert.equal(await store().operators.session([hers.hash]), null);
    assert.deepEqual((await store().operators.session(["x", his.hash]))?.session, his);
    await store().operators.end(his.hash);
    assert.equal(await store().operators.session([his.hash]), null);
    assert.equal(await store().operators.session([]), null);
  });

  test("a session counts as a use of its token, and expired ones are deleted when one begins", async () => {
    const token = sampleToken();
    await store().operators.create(token, "operator");
    const old = sampleSession(token.id, { seenAt: 4000 });
    const ended = sampleSession(token.id, { endsAt: 5000 });
    for (const session of [old, ended]) await store().operators.begin(session, 0);
    const fresh = sampleSession(token.id);
    await store().operators.begin(fresh, 4000);
    assert.equal(await store().operators.session([old.hash, ended.hash]), null);
    await store().operators.seen(fresh, 6000);
    const found = await store().operators.session([fresh.hash]);
    assert.deepEqual([found?.session.seenAt, found?.token.lastUsedAt], [6000, 6000]);
  });

  test("shows operators the tenants, connections and executions of every client, page by page", async () => {
    const places = [await samples.makeConnectedTenant(store()), await samples.makeConnectedTenant(store())];
    const [one, other] = places;
    assert.ok(one !== undefined && other !== undefined);
    const { overview } = store();
    const mine = (rows: readonly { clientId: string }[]): string[] =>
      rows.map(({ clientId }) => clientId).filter((id) => places.some(({ clientId }) => clientId === id));
    const tenants = await overview.tenants({ clientId: null, externalId: null, label: null, after: null, limit: 100 });
    assert.equal(new Set(mine(tenants.rows)).size, 2);
    const ofOne = await overview.tenants({
      clientId: one.clientId,
      externalId: null,
      label: null,
      after: null,
      limit: 100,
    });
    assert.deepEqual(
      ofOne.rows.map(({ id }) => id),
      [one.tenantId],
    );
    const filter = { clientId: null, tenantId: null, provider: null, status: null };
    const first = await overview.connections({ ...filter, after: null, limit: 1 });
    assert.equal(first.more, true);
    const rest = await overview.connections({ ...filter, after: first.rows[0] ?? null, limit: 100 });
    assert.deepEqual(mine([...first.rows, ...rest.rows]).sort(), places.map(({ clientId }) => clientId).sort());
    const dead = await overview.connections({ ...filter, status: "needs_reconnect", after: null, limit: 100 });
    assert.deepEqual(dead.rows, []);
    const clients = await overview.clients({ after: null, limit: 100 });
    const keys = clients.rows.find(({ client }) => client.id === one.clientId)?.keys;
    assert.deepEqual(
      keys?.map(({ clientId }) => clientId),
      [one.clientId],
    );
    assert.ok((await overview.clientNames(100)).some(({ id }) => id === other.clientId));
  });

  test("shows a connection with its own last use and last rejection", async () => {
    const place = await samples.makeTenant(store());
    const [used, idle] = [await samples.makeConnection(store(), place), await samples.makeConnection(store(), place)];
    const event = { clientId: place.clientId, tenantId: place.tenantId, actor: "system", data: {} };
    const append = (type: string, subject: string, at: number) =>
      store().audit.append({ ...event, id: samples.newId("evt"), type, subject, at });
    await append("connection.needs_reconnect", used.id, 3000);
    await append("credential.used", used.id, 3100);
    await append("credential.used", used.id, 3200);
    await append("connection.tested", used.id, 3300);
    await append("connection.needs_reconnect", "another", 3400);
    const found = await store().overview.connection(used.id);
    assert.deepEqual([found?.lastUsedAt, found?.lastRefusedAt], [3200, 3000]);
    const other = await store().overview.connection(idle.id);
    assert.deepEqual([other?.lastUsedAt, other?.lastRefusedAt], [null, null]);
  });

  test("finds executions by every filter, and reports where a search stopped early", async () => {
    const [place, other] = [await samples.makeConnectedTenant(store()), await samples.makeConnectedTenant(store())];
    const ids: string[] = [];
    for (const [index, of] of [place, place, place, other].entries()) {
      const { row, claim } = samples.keyedExecution(of, { createdAt: 10_000 + index });
      await store().executions.claim(row, claim);
      ids.push(row.id);
    }
    const [first = "", second = "", third = "", theirs = ""] = ids;
    const found = async (change: Partial<ExecutionFilter>): Promise<string[]> => {
      const { rows } = await store().overview.executions({ ...anyExecution, ...change });
      return rows.map(({ id }) => id).filter((id) => ids.includes(id));
    };
    assert.deepEqual(await found({}), [theirs, third, second, first]);
    assert.deepEqual(await found({ clientId: other.clientId }), [theirs]);
    assert.deepEqual(await found({ ...place }), [third, second, first]);
    assert.deepEqual(await found({ since: 10_001, until: 10_003 }), [third, second]);
    assert.deepEqual(await found({ connectionId: `con_of_${place.tenantId}` }), [third, second, first]);
    assert.deepEqual(await found({ actionId: "secrets.get" }), []);
    assert.deepEqual(await found({ provider: "github" }), []);
    assert.deepEqual(await found({ status: "succeeded" }), []);
    const rare = { ...anyExecution, clientId: place.clientId, lookAtMax: 2 };
    const look = await store().overview.executions(rare);
    assert.deepEqual([look.rows.map(({ id }) => id), look.lookedTo], [[third], { createdAt: 10_002, id: third }]);
    const further = await store().overview.executions({ ...rare, after: look.lookedTo });
    assert.deepEqual(
      [further.rows.map(({ id }) => id), further.lookedTo],
      [[second, first], { createdAt: 10_000, id: first }],
    );
  });

  test("a search in a tenant or on a connection also stops early and resumes", async () => {
    const place = await samples.makeConnectedTenant(store());
    const rows = [20_000, 20_000, 20_001].map((createdAt) => samples.sampleExecution(place, { createdAt }));
    for (const row of rows) await store().executions.claim(row, null);
    const [first, second, third] = rows;
    for (const filter of [{ ...place }, { connectionId: first?.connectionId ?? "" }]) {
      const rare = { ...anyExecution, ...filter, actionId: "secrets.none", lookAtMax: 2 };
      const look = await store().overview.executions(rare);
      assert.deepEqual([look.rows, look.lookedTo], [[], { createdAt: 20_000, id: second?.id }]);
      const all = { ...anyExecution, ...filter, after: look.lookedTo };
      assert.deepEqual((await store().overview.executions(all)).rows, [first]);
      const begun = await store().overview.executions({ ...anyExecution, ...filter, lookAtMax: 2 });
      assert.deepEqual([begun.rows, begun.lookedTo?.id], [[third, second], second?.id]);
    }
  });

  test("finds an execution whose time is up to a second before or after its id's", async () => {
    const place = await samples.makeConnectedTenant(store());
    const made = (idAt: number, createdAt: number) =>
      samples.sampleExecution(place, { id: samples.executionId(idAt), createdAt });
    const [early, late] = [made(39_500, 40_000), made(40_500, 40_000)];
    for (const row of [early, late]) await store().executions.claim(row, null);
    const within = { ...anyExecution, clientId: place.clientId, since: 40_000, until: 40_001 };
    assert.deepEqual((await store().overview.executions(within)).rows, [late, early]);
    const always = { ...within, since: 0, until: 8.64e15 };
    assert.deepEqual((await store().overview.executions(always)).rows, [late, early]);
  });

  test("finds unknown outcomes, however old", async () => {
    const place = await samples.makeConnectedTenant(store());
    const { row, claim } = samples.keyedExecution(place, { createdAt: 1 });
    await store().executions.claim(row, claim);
    await store().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 2, settleAfter: 0 });
    const mine = { from: "dispatched", ownerId: row.ownerId, fence: 1 } as const;
    await store().executions.settle(row, mine, unknown);
    const newer = samples.keyedExecution(place, { createdAt: 20_000 });
    await store().executions.claim(newer.row, newer.claim);
    const asked = { ...anyExecution, status: "outcome_unknown" as const, lookAtMax: 1 };
    const { rows, lookedTo } = await store().overview.executions(asked);
    assert.deepEqual([rows.map(({ id }) => id), lookedTo], [[row.id], null]);
    const found = async (change: Partial<ExecutionFilter>): Promise<number> =>
      (await store().overview.executions({ ...asked, ...change })).rows.length;
    const { provider, actionId, connectionId } = row;
    assert.equal(await found({ ...place, provider, actionId, connectionId, since: 1, until: 2 }), 1);
    for (const other of [
      { tenantId: "ten_other" },
      { connectionId: "con_other" },
      { provider: "other" },
      { since: 2 },
    ]) {
      assert.equal(await found(other), 0);
    }
    assert.equal((await store().overview.execution(row.id))?.status, "outcome_unknown");
  });
}
