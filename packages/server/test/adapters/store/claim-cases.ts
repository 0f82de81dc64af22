/** Claims of executions: one of several concurrent callers wins. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { addTenant, keyedExecution, makeConnection, makeTenant, newId, record, sampleExecution } from "./samples.ts";
import { freed, succeeded } from "./settlement-samples.ts";

export function claimCases(store: () => Store): void {
  const accepted = { from: "accepted", ownerId: "owner_a", fence: 0 } as const;

  test("records a read without a key", async () => {
    const place = await makeTenant(store());
    const row = sampleExecution(place, { effect: "read" });
    assert.deepEqual(await store().executions.claim(row, null), { kind: "claimed", row });
    assert.deepEqual(await store().executions.find(place.clientId, place.tenantId, row.id), row);
  });

  test("writes record and key together, and finds both with one look-up", async () => {
    const { row, claim } = keyedExecution(await makeTenant(store()));
    assert.equal(await store().executions.findKey(claim), null);
    assert.deepEqual(await store().executions.claim(row, claim), { kind: "claimed", row });
    const found = await store().executions.findKey(claim);
    const key = { ...claim, state: "running", executionId: row.id, response: null, attempt: 1 };
    assert.deepEqual(found, { key, execution: row });
  });

  test("finds tenant, connection and credential with one look-up", async () => {
    const place = await makeTenant(store());
    const other = await makeTenant(store());
    const connection = await makeConnection(store(), place);
    const at = { ...place, connectionId: connection.id };
    assert.deepEqual(await store().executions.lookUp(at), { connection: { connection, record } });
    assert.deepEqual(await store().executions.lookUp({ ...at, connectionId: "con_none" }), { connection: null });
    assert.equal(await store().executions.lookUp({ ...at, tenantId: other.tenantId }), null);
    assert.equal(await store().executions.lookUp({ ...at, clientId: other.clientId }), null);
    const foreign = await store().executions.lookUp({ ...other, connectionId: connection.id });
    assert.deepEqual(foreign, { connection: null });
    await store().connections.disconnect(place.clientId, place.tenantId, connection.id, 3000, "operator");
    const ended = await store().executions.lookUp(at);
    assert.deepEqual([ended?.connection?.connection.status, ended?.connection?.record], ["disconnected", null]);
    await store().tenants.remove(place.clientId, place.tenantId, 4000, true, "operator");
    assert.equal(await store().executions.lookUp(at), null);
  });

  test("returns its own connection to each of many concurrent look-ups", async () => {
    const place = await makeTenant(store());
    const tenants = [
      place,
      { ...place, tenantId: await addTenant(store(), place.clientId) },
      await makeTenant(store()),
    ];
    const worlds = await Promise.all(
      tenants.map(async (of) => {
        return { of, connections: await Promise.all([1, 2].map(() => makeConnection(store(), of))) };
      }),
    );
    const ids = [
      ...worlds.flatMap(({ connections }) => connections.map(({ id }) => id)),
      "con_none",
      'with "quotes", {braces} and \\',
    ];
    const places = [...tenants, { ...place, tenantId: "ten_none" }, { ...place, tenantId: tenants[2]?.tenantId ?? "" }];
    const asked = places.flatMap((of) => ids.map((id) => ({ of, id })));
    const found = await Promise.all(asked.map(({ of, id }) => store().executions.lookUp({ ...of, connectionId: id })));
    const wanted = asked.map(({ of, id }) => {
      const world = worlds.find((each) => each.of.clientId === of.clientId && each.of.tenantId === of.tenantId);
      if (world === undefined) return null;
      const connection = world.connections.find((each) => each.id === id);
      return { connection: connection === undefined ? null : { connection, record } };
    });
    assert.deepEqual(found, wanted);
    assert.equal(found.filter((each) => (each?.connection ?? null) !== null).length, 3 * 2);
  });

  test("finds another operation's key, which has no execution", async () => {
    const { claim } = keyedExecution(await makeTenant(store()));
    await store().idempotency.claim(claim);
    const found = await store().executions.findKey(claim);
    assert.equal(found?.execution, null);
    assert.equal(found.key.attempt, 1);
  });

  test("lets one of fifty concurrent claims of a key win, and the others write nothing", async () => {
    const place = await makeTenant(store());
    const key = newId("idem");
    const claims = Array.from({ length: 50 }, () => keyedExecution(place, { idempotencyKey: key }));
    const results = await Promise.all(claims.map(({ row, claim }) => store().executions.claim(row, claim)));
    const won = results.flatMap((result) => (result.kind === "claimed" ? [result.row.id] : []));
    assert.equal(won.length, 1);
    const query = { connectionId: null, status: null, actionId: null, idempotencyKey: key, after: null, limit: 100 };
    const { rows } = await store().executions.list(place.clientId, place.tenantId, query);
    assert.deepEqual(
      rows.map((row) => row.id),
      won,
    );
    assert.equal((await store().executions.findKey({ ...place, key }))?.execution?.id, won[0]);
  });

  test("lets one of twenty claim a freed key, as the second attempt", async () => {
    const place = await makeTenant(store());
    const { row, claim } = keyedExecution(place);
    await store().executions.claim(row, claim);
    assert.equal(await store().executions.settle(row, accepted, freed), true);
    const other = keyedExecution(place, { idempotencyKey: claim.key });
    const reused = await store().executions.claim(other.row, { ...other.claim, fingerprint: "1.other" });
    assert.deepEqual(reused, { kind: "taken" });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => {
        const next = keyedExecution(place, { idempotencyKey: claim.key });
        return store().executions.claim(next.row, next.claim);
      }),
    );
    const won = results.flatMap((result) => (result.kind === "claimed" ? [result.row] : []));
    assert.deepEqual(
      won.map((winner) => winner.attempt),
      [2],
    );
    const found = await store().executions.findKey(claim);
    assert.equal(found?.key.attempt, 2);
    assert.deepEqual(found.execution, won[0]);
    assert.equal((await store().executions.find(place.clientId, place.tenantId, row.id))?.status, "failed");
  });

  test("a settled key stays with its first execution", async () => {
    const place = await makeTenant(store());
    const { row, claim } = keyedExecution(place);
    await store().executions.claim(row, claim);
    await store().executions.settle(row, accepted, succeeded);
    const next = keyedExecution(place, { idempotencyKey: claim.key });
    assert.deepEqual(await store().executions.claim(next.row, next.claim), { kind: "taken" });
    assert.equal((await store().executions.findKey(claim))?.execution?.id, row.id);
  });
}
