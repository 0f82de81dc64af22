/** The console's dashboard on any engine: its counts and the names that it shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Settlement } from "../../../src/domain/records/record.ts";
import type { OutcomeCount } from "../../../src/domain/operators/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import * as samples from "./samples.ts";
import { freed, succeeded, unknown } from "./settlement-samples.ts";

/** A time of day that no other case uses. */
const noonMs = Date.UTC(2020, 0, 1, 12);
const hour = { fromMs: noonMs, untilMs: noonMs + 3_600_000 };

/** Accepts an execution at a time and settles it, if there is a settlement. */
async function executed(
  store: Store,
  place: samples.Place,
  { at, tookMs, settlement, ownerId = "owner_a" }: ExecutedAs,
): Promise<void> {
  const { row, claim } = samples.keyedExecution(place, { createdAt: at, ownerId });
  await store.executions.claim(row, claim);
  if (settlement === null) return;
  await store.executions.dispatch(row, { ownerId, fence: 0 }, { at, settleAfter: 0 });
  const mine = { from: "dispatched", ownerId, fence: 1 } as const;
  await store.executions.settle(row, mine, { ...settlement, completedAt: at + tookMs });
}

type ExecutedAs = { at: number; tookMs: number; settlement: Settlement | null; ownerId?: string };

const sorted = (counts: readonly OutcomeCount[]): string[] =>
  counts.map(({ provider, status, tookUpToMs, count }) => `${provider} ${status} ${tookUpToMs} ${count}`).sort();

/** Registers the cases. */
export function dashboardCases(store: () => Store): void {
  test("counts a time span's executions by provider, outcome and duration, and no others", async () => {
    const place = await samples.makeConnectedTenant(store());
    for (const [offsetMs, tookMs, settlement] of [
      [-1, 5, succeeded],
      [0, 5, succeeded],
      [1, 10, succeeded],
      [2, 11, succeeded],
      [3, 700, freed],
      [4, 90_000, unknown],
      [5, 0, null],
      [3_600_000, 5, succeeded],
    ] as const) {
      await executed(store(), place, { at: noonMs + offsetMs, tookMs, settlement });
    }
    assert.deepEqual(sorted(await store().dashboard.outcomes(hour, 100)), [
      "doppler accepted 0 1",
      "doppler failed 750 1",
      "doppler outcome_unknown 3600000 1",
      "doppler succeeded 10 2",
      "doppler succeeded 20 1",
    ]);
    assert.equal(await store().dashboard.accepted(hour, 100), 6);
  });

  test("stops counting at its limit, newest first", async () => {
    assert.equal(await store().dashboard.accepted(hour, 4), 4);
    const newest = await store().dashboard.outcomes(hour, 2);
    assert.deepEqual(sorted(newest), ["doppler accepted 0 1", "doppler outcome_unknown 3600000 1"]);
  });

  test("an open execution is left behind if its process has ended, and in hand while it runs", async () => {
    const place = await samples.makeConnectedTenant(store());
    const before = (await store().dashboard.work(1000)).executions;
    const [running, gone] = [samples.newId("own"), samples.newId("own")];
    const { processes } = await store().dashboard.work(1000);
    for (const ownerId of [running, gone]) {
      await store().owners.begin(ownerId);
      await executed(store(), place, { at: noonMs + 9_000_000, tookMs: 0, settlement: null, ownerId });
    }
    await store().owners.end(gone);
    const after = await store().dashboard.work(1000);
    assert.equal(after.processes, processes + 1);
    assert.deepEqual(after.executions, { running: before.running + 2, orphaned: before.orphaned + 1 });
    assert.equal((await store().dashboard.work(1)).executions.running, 1);
    await samples.sweepAsDead(store(), running);
  });

  test("counts and lists a connection that needs its user", async () => {
    const place = await samples.makeTenant(store());
    const before = await store().dashboard.needReconnect(100);
    await samples.makeConnection(store(), place);
    const { id } = await samples.makeConnection(store(), place, { status: "needs_reconnect" });
    assert.equal(await store().dashboard.needReconnect(100), before + 1);
    assert.equal(await store().dashboard.needReconnect(before + 1), before + 1);
    const filter = { clientId: place.clientId, tenantId: null, provider: null, status: "needs_reconnect" } as const;
    const { rows } = await store().overview.connections({ ...filter, after: null, limit: 10 });
    assert.deepEqual(
      rows.map((row) => row.id),
      [id],
    );
  });

  test("counts a token refresh as held until its lease expires or is released", async () => {
    const place = await samples.makeTenant(store());
    const { id: connectionId } = await samples.makeConnection(store(), place);
    const refreshes = async () => (await store().dashboard.work(1000)).refreshes;
    const before = await refreshes();
    const take = async (leaseMs: number) => {
      const holder = samples.newId("own");
      const taken = await store().credentialRefreshes.take({ ...place, connectionId }, 1, holder, leaseMs);
      const fence = taken?.fence ?? null;
      assert.ok(fence !== null);
      return { connectionId, holder, fence };
    };
    const held = await take(60_000);
    assert.deepEqual(await refreshes(), { ...before, held: before.held + 1 });
    await store().credentialRefreshes.release(held, true);
    assert.deepEqual(await refreshes(), before);
    const late = await take(0);
    assert.deepEqual(await refreshes(), { ...before, expired: before.expired + 1 });
    await store().credentialRefreshes.release(late, true);
  });

  test("finds names for ids of every kind, and reports whether another client has the same name", async () => {
    const place = await samples.makeConnectedTenant(store());
    const [one, twin] = [samples.sampleClient({ name: "same" }), samples.sampleClient({ name: "same" })];
    const key = samples.sampleKey(one.id, { name: "production" });
    await store().serviceClients.create(one, key, "operator");
    await store().serviceClients.create(twin, samples.sampleKey(twin.id), "operator");
    const connectionId = `con_of_${place.tenantId}`;
    const names = await store().overview.names({
      clients: [place.clientId, one.id, one.id, "scl_none"],
      tenants: [place.tenantId, ""],
      connections: [connectionId],
      keys: [key.id],
      operators: [],
    });
    assert.equal(names.clients.get(place.clientId)?.isShared, false);
    assert.deepEqual(names.clients.get(one.id), { name: "same", isShared: true });
    assert.equal(names.clients.size, 2);
    assert.equal(names.tenants.get(place.tenantId)?.displayName, "Acme");
    assert.deepEqual(names.connections.get(connectionId), { accountName: "Acme", provider: "doppler" });
    assert.equal(names.keys.get(key.id), "production");
  });
}
