/** Looks: what a dispatch stores for them, when it is dropped, and how looks are leased, kept and settled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { looksMax, type ExecutionRow } from "../../../src/domain/records/record.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { completedAt, look, lookSteps, nothingSent, notApplied, sent, settling } from "./look-steps.ts";
import { addTenant, makeConnectedTenant, makeConnection, sweepAsDead } from "./samples.ts";
import { freed, succeeded, unknown } from "./settlement-samples.ts";

export function lookCases(store: () => Store): void {
  const { found, dispatched, settle, unknownOne, leased, same, takeAll, resolution, eventsOf } = lookSteps(store);

  test("a dispatch stores version, facts and digests in its commit, and no record shows them", async () => {
    const row = await dispatched(await makeConnectedTenant(store()));
    const { execution, sent: kept } = await found(row);
    assert.deepEqual(kept, sent);
    assert.doesNotMatch(JSON.stringify(execution), /canary-digest/);
    const plain = await dispatched(await makeConnectedTenant(store()), nothingSent);
    assert.deepEqual((await found(plain)).sent, nothingSent);
  });

  const ends: Readonly<Record<string, (row: ExecutionRow) => Promise<unknown>>> = {
    "a response that succeeds": (row) => settle(row, succeeded),
    "a response that fails": (row) => settle(row, { ...succeeded, status: "failed", errorCode: "PROVIDER_REJECTED" }),
    "a response that frees the key": (row) => settle(row, freed),
    "evidence within the call": (row) =>
      settle(row, {
        ...succeeded,
        looks: [settling.look],
        evidence: { basis: "marker", at: 6000 },
      }),
    "later evidence for it": async (row) => {
      await settle(row, unknown);
      assert.notEqual(await store().looks.settle(await leased(row), settling, "system"), null);
    },
    "later evidence against it": async (row) => {
      await settle(row, unknown);
      assert.notEqual(await store().looks.settle(await leased(row), notApplied, "system"), null);
    },
    "a resolution": async (row) => {
      await settle(row, unknown);
      await store().executions.resolve(row.clientId, row.tenantId, row.id, resolution, "operator");
    },
    "the deletion of its tenant": async ({ clientId, tenantId }) => {
      await store().tenants.remove(clientId, tenantId, 4000, true, "operator");
    },
    "the deletion of its tenant after an unknown outcome": async (row) => {
      await settle(row, unknown);
      await store().tenants.remove(row.clientId, row.tenantId, 4000, true, "operator");
    },
  };
  for (const [end, run] of Object.entries(ends)) {
    test(`drops the digests after ${end}`, async () => {
      const row = await dispatched(await makeConnectedTenant(store()));
      assert.deepEqual((await found(row)).sent.digests, sent.digests);
      await run(row);
      const { sent: kept } = await found(row);
      assert.deepEqual(kept.digests, {});
      assert.deepEqual(kept.facts, sent.facts);
    });
  }

  test("keeps the digests of an unknown outcome, however it became unknown", async () => {
    const row = await unknownOne();
    assert.deepEqual((await found(row)).sent.digests, sent.digests);
    const ownerId = `owner_of_${row.id}`;
    await store().owners.begin(ownerId);
    const abandoned = await dispatched(await makeConnectedTenant(store()), sent, { ownerId });
    await sweepAsDead(store(), ownerId);
    const { execution, sent: kept } = await found(abandoned);
    assert.deepEqual([execution.status, kept.digests], ["outcome_unknown", sent.digests]);
    await leased(abandoned);
  });

  test("schedules looks for unknown outcomes of actions with evidence, starting after five seconds", async () => {
    const place = await makeConnectedTenant(store());
    const row = await unknownOne(place);
    const without = await unknownOne(place, nothingSent);
    assert.equal(await store().looks.takeOne(without.clientId, without.id, 30_000), null);
    const { executionId, clientId, connectionId, sinceMs, made, nextAtMs, isPaused } = await leased(row);
    assert.deepEqual([executionId, clientId, connectionId], [row.id, row.clientId, row.connectionId]);
    assert.deepEqual([sinceMs, made, nextAtMs, isPaused], [completedAt, 0, completedAt + 5000, false]);
    const soon = await dispatched(await makeConnectedTenant(store()));
    await settle(soon, { ...unknown, completedAt: Date.now() });
    assert.ok(!(await takeAll()).some((one) => one.executionId === soon.id), "not yet due");
  });

  test("leases a look once, under a fence that grows", async () => {
    const row = await unknownOne();
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => store().looks.takeOne(row.clientId, row.id, 30_000)),
    );
    const won = tries.filter((one) => one !== null && one !== "busy");
    assert.equal(won.length, 1);
    assert.equal(tries.filter((one) => one === "busy").length, 9);
    const [first] = won;
    assert.ok(first !== undefined);
    assert.notEqual(await store().looks.keep(first, null, same(first)), null);
    const second = await leased(row);
    assert.equal(second.fence, first.fence + 1);
    assert.equal(await store().looks.keep(first, look, same(first)), null, "its lease was lost");
    assert.equal(await store().looks.settle(first, settling, "system"), null);
    assert.deepEqual((await found(row)).execution.looks, []);
  });

  test("takes one look per service client and turn, and never two for one connection", async () => {
    await takeAll();
    const places = await Promise.all([makeConnectedTenant(store()), makeConnectedTenant(store())]);
    const rows = [];
    for (const place of places) for (let n = 0; n < 3; n += 1) rows.push(await unknownOne(place));
    const first = await store().looks.take({ limit: 10, leaseMs: 30_000, afterClient: "", busyClients: [] });
    assert.deepEqual(new Set(first.map(({ clientId }) => clientId)), new Set(places.map(({ clientId }) => clientId)));
    assert.equal(first.length, 2);
    assert.deepEqual(await store().looks.take({ limit: 10, leaseMs: 30_000, afterClient: "", busyClients: [] }), []);
    // Another connection of a client isn't delayed.
    const [place] = places;
    assert.ok(place !== undefined);
    const tenantId = await addTenant(store(), place.clientId);
    await makeConnection(store(), { ...place, tenantId }, { id: `con_of_${tenantId}` });
    const beside = await unknownOne({ ...place, tenantId });
    const [next] = await store().looks.take({ limit: 10, leaseMs: 30_000, afterClient: "", busyClients: [] });
    assert.equal(next?.executionId, beside.id);
    for (const one of first) await store().looks.keep(one, null, "ended");
    assert.equal((await takeAll()).length, 2);
  });

  test("gives no turn to a service client that has its share of looks", async () => {
    await takeAll();
    const places = await Promise.all([makeConnectedTenant(store()), makeConnectedTenant(store())]);
    for (const place of places) await unknownOne(place);
    const [one = "", other = ""] = places.map(({ clientId }) => clientId);
    const taken = await store().looks.take({ limit: 50, leaseMs: 30_000, afterClient: "", busyClients: [one] });
    const turns = taken.map(({ clientId }) => clientId);
    assert.deepEqual([turns.includes(one), turns.includes(other)], [false, true]);
    assert.equal((await takeAll()).filter(({ clientId }) => clientId === one).length, 1);
  });

  test("starts each turn with the client after the last one", async () => {
    await takeAll();
    const places = await Promise.all([makeConnectedTenant(store()), makeConnectedTenant(store())]);
    for (const place of places) await unknownOne(place);
    const [first, second] = places.map(({ clientId }) => clientId).sort();
    assert.ok(first !== undefined && second !== undefined);
    // Looks for what other tests left may become due meanwhile.
    const taken = await store().looks.take({ limit: 50, leaseMs: 30_000, afterClient: first, busyClients: [] });
    const turns = taken.map(({ clientId }) => clientId).filter((id) => id === first || id === second);
    assert.deepEqual(turns, [second, first]);
  });

  test("shares due looks among replicas that take them concurrently", async () => {
    await takeAll();
    const own = new Set<string>();
    for (let n = 0; n < 6; n += 1) own.add((await unknownOne()).id);
    const all = (await Promise.all([takeAll(2), takeAll(2), takeAll(2)])).flat();
    const taken = all.filter(({ executionId }) => own.has(executionId));
    assert.equal(taken.length, 6);
    assert.equal(new Set(taken.map(({ executionId }) => executionId)).size, 6);
  });

  test("keeps the newest looks and the schedule", async () => {
    const row = await unknownOne();
    for (let n = 0; n < looksMax + 5; n += 1) {
      const one = await leased(row);
      const next = { sinceMs: 1, made: n, nextAtMs: n === 3 ? null : 9000 + n, isPaused: n % 2 === 0 };
      const kept = await store().looks.keep(one, { ...look, at: n }, next);
      assert.equal(kept?.looks.at(-1)?.at, n);
      const again = await leased(row);
      assert.deepEqual(same(again), next);
      await store().looks.keep(again, null, same(again));
    }
    const { looks } = (await found(row)).execution;
    assert.deepEqual([looks.length, looks[0]?.at, looks.at(-1)?.at], [looksMax, 5, looksMax + 4]);
    await store().looks.keep(await leased(row), look, "ended");
    assert.equal(await store().looks.takeOne(row.clientId, row.id, 30_000), null);
    assert.equal((await found(row)).execution.status, "outcome_unknown");
  });

  test("counts the outstanding looks", async () => {
    const before = await store().looks.open();
    const row = await unknownOne();
    assert.equal(await store().looks.open(), before + 1);
    const one = await leased(row);
    await store().looks.keep(one, null, { ...same(one), nextAtMs: null });
    assert.equal(await store().looks.open(), before);
  });

  test("settles once, with an event and an audit event, and leaves the key unchanged", async () => {
    const row = await unknownOne();
    const one = await leased(row);
    const results = await Promise.all([
      store().looks.settle(one, settling, "system"),
      store().looks.settle(one, notApplied, "system"),
    ]);
    const [settled, ...others] = results.filter((each) => each !== null);
    assert.ok(settled !== undefined && others.length === 0);
    const { execution } = await found(row);
    assert.deepEqual(execution, settled);
    const { basis, at } = settled.status === "succeeded" ? settling : notApplied;
    assert.deepEqual(execution.settlement, { basis, at });
    assert.equal(execution.completedAt, completedAt);
    assert.equal(await store().looks.takeOne(row.clientId, row.id, 30_000), null, "its looks have ended");
    const key = { clientId: row.clientId, tenantId: row.tenantId, key: row.idempotencyKey };
    assert.equal((await store().idempotency.find(key))?.state, "done");
    assert.deepEqual(await eventsOf(row), ["action_execution.outcome_unknown", "action_execution.settled"]);
    const audited = await store().audit.page(row.clientId, 0, 10);
    assert.deepEqual(
      audited.filter(({ subject }) => subject === row.id).map(({ type, subject }) => [type, subject]),
      [
        ["action_execution.outcome_unknown", row.id],
        ["action_execution.settled", row.id],
      ],
    );
  });

  test("of a concurrent resolution and settlement, one takes effect and the other changes nothing", async () => {
    for (let n = 0; n < 10; n += 1) {
      const row = await unknownOne();
      const one = await leased(row);
      const [settled, resolved] = await Promise.all([
        store().looks.settle(one, settling, "system"),
        store().executions.resolve(row.clientId, row.tenantId, row.id, resolution, "operator"),
      ]);
      assert.equal((settled !== null) !== (resolved?.changed === true), true);
      const { execution } = await found(row);
      assert.equal(execution.status, settled === null ? "failed" : "succeeded");
      assert.equal(execution.settlement === null, settled === null);
      assert.equal(execution.resolution === null, settled !== null);
    }
  });

  test("a look that finishes after a resolution stores nothing", async () => {
    const row = await unknownOne();
    const one = await leased(row);
    await store().executions.resolve(row.clientId, row.tenantId, row.id, resolution, "operator");
    assert.equal(await store().looks.keep(one, look, same(one)), null);
    assert.equal(await store().looks.settle(one, settling, "system"), null);
    assert.deepEqual((await found(row)).execution.looks, []);
    assert.equal(await store().looks.takeOne(row.clientId, row.id, 1), null);
  });

  test("doesn't settle against a late response that it hasn't seen", async () => {
    const row = await unknownOne();
    const one = await leased(row);
    const late = { verdict: "succeeded", providerStatus: 200, receivedAt: 9 } as const;
    await store().executions.recordLateResponse(row, late);
    assert.equal(await store().looks.settle(one, notApplied, "system"), null);
    const seen = { ...settling, sawLateResponse: true };
    assert.equal((await store().looks.settle(one, seen, "system"))?.status, "succeeded");
  });

  test("reports a late response that contradicts evidence, and changes nothing else", async () => {
    const contradictions = { succeeded: notApplied, failed: settling } as const;
    for (const [verdict, as] of Object.entries(contradictions)) {
      const row = await unknownOne();
      await store().looks.settle(await leased(row), as, "system");
      const before = (await found(row)).execution;
      const late = { verdict: verdict as "succeeded" | "failed", providerStatus: null, receivedAt: 9 };
      assert.equal(await store().executions.recordLateResponse(row, late), true);
      assert.deepEqual((await found(row)).execution, { ...before, lateResponse: late });
      assert.equal((await eventsOf(row)).at(-1), "action_execution.contradicted");
      assert.equal((await store().audit.page(row.clientId, 0, 10)).at(-1)?.type, "action_execution.contradicted");
      assert.equal(await store().executions.recordLateResponse(row, late), false, "only the first");
    }
  });

  test("doesn't report a late response that agrees, proves nothing, or follows a resolution", async () => {
    for (const verdict of ["succeeded", "unknown"] as const) {
      const row = await unknownOne();
      await store().looks.settle(await leased(row), settling, "system");
      const late = { verdict, providerStatus: null, receivedAt: 9 };
      assert.equal(await store().executions.recordLateResponse(row, late), false);
    }
    const row = await unknownOne();
    await store().executions.resolve(row.clientId, row.tenantId, row.id, resolution, "operator");
    const late = { verdict: "succeeded", providerStatus: null, receivedAt: 9 } as const;
    assert.equal(await store().executions.recordLateResponse(row, late), false);
  });

  test("a disconnected connection's looks are due immediately", async () => {
    const disconnections: readonly ((row: ExecutionRow) => Promise<unknown>)[] = [
      ({ clientId, tenantId, connectionId }) =>
        store().connections.disconnect(clientId, tenantId, connectionId, 4000, "operator"),
      ({ clientId, tenantId }) =>
        store().connections.disconnectAll({ clientId, tenantId, provider: null }, 4000, "operator"),
      ({ clientId, tenantId }) => store().tenants.remove(clientId, tenantId, 4000, true, "operator"),
    ];
    for (const disconnect of disconnections) {
      await takeAll();
      const row = await unknownOne();
      const one = await leased(row);
      await store().looks.keep(one, null, { ...same(one), nextAtMs: null });
      // Looks that other tests left may become due meanwhile.
      const own = async () =>
        (await takeAll()).filter(({ clientId }) => clientId === row.clientId).map(({ executionId }) => executionId);
      assert.deepEqual(await own(), []);
      await disconnect(row);
      assert.deepEqual(await own(), [row.id]);
    }
  });
}
