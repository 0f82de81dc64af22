/** Claims with a cached connection: they succeed only if it is current and the key is new, or else write nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialUse } from "../../../src/domain/journal/entry.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import {
  addTenant,
  keyedExecution,
  makeConnectedTenant,
  makeConnection,
  makeTenant,
  newId,
  sampleExecution,
  type Place,
} from "./samples.ts";
import { freed, succeeded } from "./settlement-samples.ts";

const accepted = { from: "accepted", ownerId: "owner_a", fence: 0 } as const;

type Made = ReturnType<typeof keyedExecution>;

const useOf = ({ id, clientId, tenantId, connectionId }: ExecutionRow) => {
  const what = {
    connectionId,
    credentialVersion: 1,
    executionId: id,
    provider: "doppler",
    actionId: "a",
    effect: "read",
  };
  return credentialUse({ platform: { nowMs: () => 1000 }, newId }, { clientId, tenantId, ...what, actor: "key:k" });
};

export function recalledCases(store: () => Store): void {
  const claim = ({ row, claim: key }: { row: ExecutionRow; claim: Made["claim"] | null }, version = 1) =>
    store().executions.claim(row, key, useOf(row), version === 0 ? undefined : version);
  const unkeyed = (place: Place, change: Partial<ExecutionRow> = {}) => {
    return { row: sampleExecution(place, { effect: "read", ...change }), claim: null };
  };
  /** A connected tenant whose client has used a credential, so its journal has begun. */
  const begun = async (): Promise<Place> => {
    const place = await makeConnectedTenant(store());
    const row = sampleExecution(place, { effect: "read" });
    assert.equal((await store().executions.claim(row, null, useOf(row))).kind, "claimed");
    return place;
  };
  /** Counts what a claim would have written: the record, and the event of its use. */
  const traces = async ({ clientId, tenantId, id }: ExecutionRow): Promise<number> => {
    const events = await store().audit.page(clientId, 0, 1000);
    const uses = events.filter(({ data }) => data["execution"] === id).length;
    return uses + Number((await store().executions.find(clientId, tenantId, id)) !== null);
  };
  const assertStale = async (made: Parameters<typeof claim>[0], what: string): Promise<void> => {
    assert.deepEqual(await claim(made), { kind: "stale" }, what);
    assert.equal(await traces(made.row), 0, what);
  };

  test("claims if the connection is active and has the same version, with or without a key", async () => {
    const place = await begun();
    const keyed = keyedExecution(place);
    for (const made of [unkeyed(place), keyed]) {
      assert.deepEqual(await claim(made), { kind: "claimed", row: made.row });
      assert.equal(await traces(made.row), 2);
    }
    assert.equal((await store().executions.findKey(keyed.claim))?.execution?.id, keyed.row.id);
  });

  const ends: Readonly<Record<string, (place: Place, connectionId: string) => Promise<unknown>>> = {
    disconnected: ({ clientId, tenantId }, id) =>
      store().connections.disconnect(clientId, tenantId, id, 1500, "operator"),
    condemned: (_place, id) => store().connections.markNeedsReconnect(id, 1, 1500, { by: "system" }),
    "deleted with its tenant": ({ clientId, tenantId }) =>
      store().tenants.remove(clientId, tenantId, 1500, true, "operator"),
  };
  for (const [name, end] of Object.entries(ends)) {
    test(`a claim with a connection that was ${name} is stale and writes nothing`, async () => {
      const place = await begun();
      await end(place, sampleExecution(place).connectionId);
      const late = keyedExecution(place);
      await assertStale(unkeyed(place), name);
      await assertStale(late, name);
      assert.equal(await store().executions.findKey(late.claim), null);
    });
  }

  test("a claim with another credential version, or with a connection of another client or tenant, is stale", async () => {
    const place = await begun();
    const { connectionId } = sampleExecution(place);
    const renewed = (await makeConnection(store(), place, { credentialVersion: 2 })).id;
    const sibling = { ...place, tenantId: await addTenant(store(), place.clientId) };
    const stranger = await makeTenant(store());
    await assertStale(unkeyed(place, { connectionId: renewed }), "another version");
    await assertStale(keyedExecution(place, { connectionId: renewed }), "another version, with a key");
    await assertStale(unkeyed(place, { connectionId: "con_none" }), "no connection");
    await assertStale(unkeyed(sibling, { connectionId }), "another tenant's");
    await assertStale(keyedExecution(sibling, { connectionId }), "another tenant's, with a key");
    await assertStale(unkeyed(stranger, { connectionId }), "another client's");
    await assertStale(unkeyed({ ...place, clientId: stranger.clientId }, { connectionId }), "another client's tenant");
    assert.equal((await claim(unkeyed(place, { connectionId: renewed }), 2)).kind, "claimed");
  });

  test("a claim of a key that was ever claimed is stale, whatever its state", async () => {
    const place = await begun();
    for (const [name, settlement] of Object.entries({ running: null, done: succeeded, freed })) {
      const first = keyedExecution(place);
      await store().executions.claim(first.row, first.claim, useOf(first.row));
      if (settlement !== null) assert.ok(await store().executions.settle(first.row, accepted, settlement));
      await assertStale(keyedExecution(place, { idempotencyKey: first.claim.key }), name);
      const found = await store().executions.findKey(first.claim);
      assert.deepEqual([found?.key.state, found?.key.attempt, found?.execution?.id], [name, 1, first.row.id]);
    }
  });

  test("decides each of several concurrent claims by its own connection", async () => {
    const place = await begun();
    const made = [unkeyed(place), unkeyed(place), keyedExecution(place), unkeyed(place), keyedExecution(place)];
    const others = [unkeyed(place), keyedExecution(place)];
    const results = await Promise.all([...made.map((one) => claim(one)), ...others.map((one) => claim(one, 2))]);
    assert.deepEqual(
      results.map(({ kind }) => kind),
      [...made.map(() => "claimed"), ...others.map(() => "stale")],
    );
    const found = await Promise.all([...made, ...others].map(({ row }) => traces(row)));
    assert.deepEqual(found, [2, 2, 2, 2, 2, 0, 0]);
  });

  test("a client's first claim writes all or nothing", async () => {
    const recalled = keyedExecution(await makeConnectedTenant(store()));
    const first = await claim(recalled);
    assert.equal(await traces(recalled.row), first.kind === "claimed" ? 2 : 0);
    assert.equal((await store().executions.findKey(recalled.claim)) !== null, first.kind === "claimed");
    const plain = keyedExecution(await makeConnectedTenant(store()));
    const held = await store().executions.claim(plain.row, plain.claim, useOf(plain.row));
    assert.deepEqual(held, { kind: "claimed", row: plain.row });
    assert.equal(await traces(plain.row), 2);
  });

  test("concurrent claims succeed or fail independently, and the chain has an event for each success", async () => {
    const place = await begun();
    const gone = (await makeConnection(store(), place, { credentialVersion: 2 })).id;
    const ended = (await makeConnection(store(), place)).id;
    await store().connections.disconnect(place.clientId, place.tenantId, ended, 1500, "operator");
    const sibling = { ...place, tenantId: await addTenant(store(), place.clientId) };
    const { connectionId: foreign } = sampleExecution(place);
    const used = keyedExecution(place);
    await store().executions.claim(used.row, used.claim, useOf(used.row));
    const free = keyedExecution(place);
    await store().executions.claim(free.row, free.claim, useOf(free.row));
    assert.ok(await store().executions.settle(free.row, accepted, freed));
    const fresh = keyedExecution(place);
    const made = [
      { made: unkeyed(place), version: 1, kind: "claimed" },
      { made: unkeyed(place), version: 2, kind: "stale" },
      { made: keyedExecution(place), version: 2, kind: "stale" },
      { made: unkeyed(place, { connectionId: gone }), version: 1, kind: "stale" },
      { made: keyedExecution(place), version: 1, kind: "claimed" },
      { made: keyedExecution(place, { connectionId: gone }), version: 1, kind: "stale" },
      { made: unkeyed(place, { connectionId: ended }), version: 1, kind: "stale" },
      { made: keyedExecution(place, { connectionId: ended }), version: 1, kind: "stale" },
      { made: unkeyed(sibling, { connectionId: foreign }), version: 1, kind: "stale" },
      { made: keyedExecution(sibling, { connectionId: foreign }), version: 1, kind: "stale" },
      { made: keyedExecution(place, { idempotencyKey: used.claim.key }), version: 1, kind: "stale" },
      { made: keyedExecution(place, { idempotencyKey: free.claim.key }), version: 1, kind: "stale" },
      { made: unkeyed(place, { connectionId: gone }), version: 0, kind: "claimed" },
      { made: keyedExecution(place, { idempotencyKey: used.claim.key }), version: 0, kind: "taken" },
      { made: fresh, version: 0, kind: "claimed" },
    ];
    const results = await Promise.all(made.map((each) => claim(each.made, each.version)));
    assert.deepEqual(
      results.map(({ kind }) => kind),
      made.map(({ kind }) => kind),
    );
    for (const each of made) assert.equal(await traces(each.made.row), each.kind === "claimed" ? 2 : 0);
  });
}
