/** Executions from dispatch to resolution, and their lists. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionRow, Settlement } from "../../../src/domain/records/record.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import {
  addTenant,
  keyedExecution,
  makeConnectedTenant,
  makeConnection,
  makeTenant,
  sampleExecution,
} from "./samples.ts";
import type { Place } from "./samples.ts";
import { freed, succeeded, unknown } from "./settlement-samples.ts";

const handOver = { at: 2000, settleAfter: 40_000 };

export function executionCases(store: () => Store): void {
  const found = (row: ExecutionRow) => store().executions.find(row.clientId, row.tenantId, row.id);
  const claimed = async (place: Place) => {
    const made = keyedExecution(place);
    await store().executions.claim(made.row, made.claim);
    return made;
  };
  const dispatched = async (place: Place) => {
    const made = await claimed(place);
    await store().executions.dispatch(made.row, { ownerId: "owner_a", fence: 0 }, handOver);
    return made;
  };
  const keyState = async (claim: Parameters<Store["idempotency"]["find"]>[0]) =>
    (await store().idempotency.find(claim))?.state;

  test("dispatches once, for its owner and fence, and records it", async () => {
    const { row } = await claimed(await makeConnectedTenant(store()));
    const dispatch = (ownerId: string, fence: number) => store().executions.dispatch(row, { ownerId, fence }, handOver);
    assert.equal(await dispatch("owner_b", 0), false);
    assert.equal(await dispatch("owner_a", 1), false);
    assert.deepEqual(await found(row), row);
    const wins = await Promise.all(Array.from({ length: 20 }, () => dispatch("owner_a", 0)));
    assert.equal(wins.filter(Boolean).length, 1);
    const written = { ...row, status: "dispatched", fence: 1, dispatchedAt: 2000, settleAfter: 40_000 };
    assert.deepEqual(await found(row), written);
  });

  test("doesn't dispatch through an inactive or missing connection", async () => {
    const ends: Record<string, (row: ExecutionRow) => Promise<unknown>> = {
      disconnected: ({ clientId, tenantId, connectionId }) =>
        store().connections.disconnect(clientId, tenantId, connectionId, 1500, "operator"),
      condemned: ({ connectionId }) => store().connections.markNeedsReconnect(connectionId, 1, 1500, { by: "system" }),
      "deleted with its tenant": ({ clientId, tenantId }) =>
        store().tenants.remove(clientId, tenantId, 1500, false, "operator"),
    };
    for (const [name, end] of Object.entries(ends)) {
      const { row } = await claimed(await makeConnectedTenant(store()));
      await end(row);
      assert.equal(await store().executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, handOver), false, name);
      assert.deepEqual(await found(row), row, name);
    }
    const { row } = await claimed(await makeTenant(store()));
    assert.equal(await store().executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, handOver), false);
  });

  test("doesn't dispatch a settled record", async () => {
    const { row } = await claimed(await makeConnectedTenant(store()));
    await store().executions.settle(row, { from: "accepted", ownerId: "owner_a", fence: 0 }, freed);
    assert.equal(await store().executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, handOver), false);
  });

  test("settles record and key once", async () => {
    const { row, claim } = await dispatched(await makeConnectedTenant(store()));
    const settle = (from: "accepted" | "dispatched", ownerId: string, fence: number) =>
      store().executions.settle(row, { from, ownerId, fence }, succeeded);
    assert.equal(await settle("accepted", "owner_a", 1), false);
    assert.equal(await settle("dispatched", "owner_b", 1), false);
    assert.equal(await settle("dispatched", "owner_a", 0), false);
    assert.equal(await keyState(claim), "running");
    assert.equal(await settle("dispatched", "owner_a", 1), true);
    assert.equal(await settle("dispatched", "owner_a", 1), false);
    const { releasesKey: _releasesKey, ...written } = succeeded;
    const row2 = { ...row, ...written, fence: 1, dispatchedAt: 2000, settleAfter: 0 };
    assert.deepEqual(await found(row), row2);
    assert.equal(await keyState(claim), "done");
  });

  test("a failure without effect frees the key; an unknown outcome doesn't", async () => {
    const place = await makeConnectedTenant(store());
    const refused = await claimed(place);
    await store().executions.settle(refused.row, { from: "accepted", ownerId: "owner_a", fence: 0 }, freed);
    assert.equal(await keyState(refused.claim), "freed");
    assert.equal((await found(refused.row))?.retryAfterSeconds, 2);
    const lost = await dispatched(place);
    await store().executions.settle(lost.row, { from: "dispatched", ownerId: "owner_a", fence: 1 }, unknown);
    assert.equal(await keyState(lost.claim), "done");
    assert.equal((await found(lost.row))?.status, "outcome_unknown");
  });

  test("settles a read without a key", async () => {
    const row = sampleExecution(await makeConnectedTenant(store()));
    await store().executions.claim(row, null);
    const expect = { from: "accepted", ownerId: "owner_a", fence: 0 } as const;
    assert.equal(await store().executions.settle(row, expect, succeeded), true);
    assert.deepEqual((await found(row))?.summaryOutput, { saved: true });
  });

  test("keeps the first late response of a settled record and changes nothing else", async () => {
    const { row } = await dispatched(await makeConnectedTenant(store()));
    const late = { verdict: "succeeded", providerStatus: 200, receivedAt: 9 } as const;
    await store().executions.recordLateResponse(row, late);
    assert.equal((await found(row))?.lateResponse, null);
    await store().executions.settle(row, { from: "dispatched", ownerId: "owner_a", fence: 1 }, unknown);
    const settled = await found(row);
    await store().executions.recordLateResponse(row, late);
    await store().executions.recordLateResponse(row, { ...late, verdict: "failed" });
    assert.deepEqual(await found(row), { ...settled, lateResponse: late });
  });

  test("an unknown outcome is resolved once, and keeps its key", async () => {
    const { row, claim } = await dispatched(await makeConnectedTenant(store()));
    const resolve = (outcome: "succeeded" | "failed") =>
      store().executions.resolve(
        row.clientId,
        row.tenantId,
        row.id,
        {
          outcome,
          note: "seen at the provider",
          resolvedAt: 5,
          resolvedBy: "key:abc",
        },
        "operator",
      );
    assert.equal((await resolve("failed"))?.changed, false);
    await store().executions.settle(row, { from: "dispatched", ownerId: "owner_a", fence: 1 }, unknown);
    const results = await Promise.all([resolve("succeeded"), resolve("failed"), resolve("succeeded")]);
    const changed = results.flatMap((result) => (result?.changed === true ? [result.row] : []));
    assert.equal(changed.length, 1);
    assert.equal(changed[0]?.status, changed[0]?.resolution?.outcome);
    assert.deepEqual(await found(row), changed[0]);
    for (const result of results) assert.deepEqual(result?.row, changed[0]);
    assert.equal(await keyState(claim), "done");
    const other = await makeConnectedTenant(store());
    const resolution = { outcome: "failed", note: "", resolvedAt: 5, resolvedBy: "x" } as const;
    assert.equal(await store().executions.resolve(other.clientId, row.tenantId, row.id, resolution, "operator"), null);
  });

  test("doesn't find another tenant's record", async () => {
    const row = sampleExecution(await makeConnectedTenant(store()));
    await store().executions.claim(row, null);
    const other = await makeConnectedTenant(store());
    assert.equal(await store().executions.find(other.clientId, row.tenantId, row.id), null);
    assert.equal(await store().executions.find(row.clientId, other.tenantId, row.id), null);
  });

  test("lists by each field, and continues after a row", async () => {
    const place = await makeConnectedTenant(store());
    const otherId = `other_${place.tenantId}`;
    await makeConnection(store(), place, { id: otherId });
    // Text that JSON escapes, or that a statement might misread.
    const oddText = 'the "key" \\ %s %% <word id> \u{1} ü';
    const ended = async (row: ExecutionRow, settlement: Settlement): Promise<ExecutionRow> => {
      const { releasesKey: _releasesKey, ...written } = settlement;
      await store().executions.claim(row, null);
      await store().executions.settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, settlement);
      return { ...row, ...written };
    };
    const rows = [
      await ended(sampleExecution(place, { createdAt: 1, connectionId: otherId }), {
        ...freed,
        providerRequestId: oddText,
        providerStatus: 200,
      }),
      await ended(sampleExecution(place, { createdAt: 2 }), succeeded),
      sampleExecution(place, { createdAt: 2, actionId: "secrets.get" }),
      sampleExecution(place, { createdAt: 3, idempotencyKey: oddText, summaryInput: { [oddText]: oddText } }),
    ];
    for (const row of rows.slice(2)) await store().executions.claim(row, null);
    // Records of another tenant or client are in none of the lists.
    const sibling = { clientId: place.clientId, tenantId: await addTenant(store(), place.clientId) };
    await store().executions.claim(sampleExecution(sibling, { createdAt: 2 }), null);
    await store().executions.claim(sampleExecution(await makeConnectedTenant(store()), { createdAt: 2 }), null);
    type Query = Parameters<Store["executions"]["list"]>[2];
    const all: Query = {
      connectionId: null,
      status: null,
      actionId: null,
      idempotencyKey: null,
      after: null,
      limit: 10,
    };
    const list = async (query: Partial<Query>) =>
      (await store().executions.list(place.clientId, place.tenantId, { ...all, ...query })).rows;
    for (const status of [null, "accepted", "dispatched", "succeeded", "failed", "outcome_unknown"] as const) {
      for (const connectionId of [null, otherId]) {
        const fits = (row: ExecutionRow) =>
          (status === null || row.status === status) && (connectionId === null || row.connectionId === connectionId);
        assert.deepEqual(await list({ status, connectionId }), rows.filter(fits).toReversed());
      }
    }
    const newestFirst = rows.toReversed();
    assert.deepEqual(await list({}), newestFirst);
    assert.deepEqual(await list({ after: newestFirst[1] ?? null }), newestFirst.slice(2));
    assert.deepEqual(await list({ connectionId: otherId }), [rows[0]]);
    assert.deepEqual(await list({ status: "succeeded" }), [rows[1]]);
    assert.deepEqual(await list({ actionId: "secrets.get" }), [rows[2]]);
    assert.deepEqual(await list({ idempotencyKey: oddText }), [rows[3]]);
    const page = await store().executions.list(place.clientId, place.tenantId, { ...all, limit: 3 });
    assert.deepEqual(page, { rows: newestFirst.slice(0, 3), more: true });
  });
}
