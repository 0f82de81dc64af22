/** Tenants: their external ids, their keys, and their deletion. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import {
  addTenant,
  responses,
  keyedExecution,
  makeConnectedTenant,
  makeConnection,
  makeSession,
  makeTenant,
  sampleClaim,
  sampleConnection,
  sampleTenant,
  record,
} from "./samples.ts";
import { succeeded, unknown } from "./settlement-samples.ts";

const everyTenant = { externalId: null, label: null, reach: null, after: null } as const;

export function tenantCases(store: () => Store): void {
  test("creates a tenant once per key, and stores the response", async () => {
    const { clientId } = await makeTenant(store());
    const tenant = sampleTenant(clientId);
    const claim = sampleClaim(clientId);
    assert.deepEqual(await store().tenants.create(tenant, claim, responses, "operator"), { kind: "created" });
    assert.deepEqual(await store().tenants.find(clientId, tenant.id), tenant);
    const again = await store().tenants.create(sampleTenant(clientId), claim, responses, "operator");
    assert.equal(again.kind, "key_taken");
    if (again.kind !== "key_taken") return;
    assert.equal(again.row.state, "done");
    assert.deepEqual(again.row.response, responses.created);
  });

  test("answers with the tenant that already has the external id, and stores the response", async () => {
    const { clientId } = await makeTenant(store());
    const tenant = sampleTenant(clientId);
    await store().tenants.create(tenant, sampleClaim(clientId), responses, "operator");
    const claim = sampleClaim(clientId);
    const twin = sampleTenant(clientId, { externalId: tenant.externalId });
    assert.deepEqual(await store().tenants.create(twin, claim, responses, "operator"), {
      kind: "exists",
      tenantId: tenant.id,
    });
    assert.deepEqual((await store().idempotency.find(claim))?.response, responses.exists(tenant.id));
    assert.equal(await store().tenants.find(clientId, twin.id), null);
  });

  test("creates one tenant for twenty concurrent requests with one external id, and all get it", async () => {
    const { clientId } = await makeTenant(store());
    const { externalId } = sampleTenant(clientId);
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        store().tenants.create(sampleTenant(clientId, { externalId }), sampleClaim(clientId), responses, "operator"),
      ),
    );
    assert.equal(results.filter((result) => result.kind === "created").length, 1);
    const [living] = (await store().tenants.list(clientId, { ...everyTenant, externalId, limit: 5 })).rows;
    const named = results.flatMap((result) => (result.kind === "exists" ? [result.tenantId] : []));
    assert.deepEqual(new Set(named), new Set([living?.id]));
    assert.equal(named.length, 19);
  });

  test("creates one tenant for twenty concurrent requests with one key", async () => {
    const { clientId } = await makeTenant(store());
    const claim = sampleClaim(clientId);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => store().tenants.create(sampleTenant(clientId), claim, responses, "operator")),
    );
    const kinds = results.map((result) => result.kind).sort();
    assert.deepEqual(kinds, ["created", ...Array.from({ length: 19 }, () => "key_taken")]);
  });

  test("doesn't find another client's tenant", async () => {
    const { tenantId } = await makeTenant(store());
    const { clientId: stranger } = await makeTenant(store());
    assert.equal(await store().tenants.find(stranger, tenantId), null);
    assert.equal(await store().tenants.update(stranger, tenantId, { displayName: "x" }, "operator"), null);
    assert.equal(await store().tenants.remove(stranger, tenantId, 5, true, "operator"), "absent");
    assert.equal((await store().tenants.list(stranger, { ...everyTenant, limit: 50 })).rows.length, 1);
  });

  test("pages newest first, ties by id, and continues where a page ended", async () => {
    const { clientId, tenantId } = await makeTenant(store());
    await store().tenants.remove(clientId, tenantId, 5, true, "operator");
    const made = [];
    for (const createdAt of [1, 2, 2, 2, 3]) {
      const tenant = sampleTenant(clientId, { createdAt });
      await store().tenants.create(tenant, sampleClaim(clientId), responses, "operator");
      made.unshift(tenant);
    }
    const first = await store().tenants.list(clientId, { ...everyTenant, limit: 2 });
    assert.deepEqual(first, { rows: made.slice(0, 2), more: true });
    const after = first.rows[1] ?? null;
    const second = await store().tenants.list(clientId, { ...everyTenant, after, limit: 3 });
    assert.deepEqual(second, { rows: made.slice(2), more: false });
  });

  test("a rename changes only the name", async () => {
    const { clientId, tenantId } = await makeTenant(store());
    const before = await store().tenants.find(clientId, tenantId);
    const change = { displayName: "New" };
    assert.deepEqual(await store().tenants.update(clientId, tenantId, change, "operator"), { ...before, ...change });
  });

  test("sets, changes and removes a label, and nothing else", async () => {
    const { clientId, tenantId } = await makeTenant(store());
    const before = await store().tenants.find(clientId, tenantId);
    assert.equal(before?.label, null);
    for (const label of ["eu", "us", null]) {
      assert.deepEqual(await store().tenants.update(clientId, tenantId, { label }, "operator"), { ...before, label });
      assert.deepEqual(await store().tenants.find(clientId, tenantId), { ...before, label });
    }
  });

  test("lists by label and by reach, newest first, and continues where a page ended", async () => {
    const { clientId, tenantId: unlabeled } = await makeTenant(store());
    const add = (createdAt: number, label: string) =>
      addTenant(store(), clientId, { createdAt: 1000 + createdAt, label, externalId: `${label}-${createdAt}` });
    const [eu1, us, eu2, eu3] = [await add(1, "eu"), await add(2, "us"), await add(3, "eu"), await add(4, "eu")];
    const other = await makeTenant(store());
    await addTenant(store(), other.clientId, { label: "eu" });
    const listed = async (change: object) => {
      const query = { ...everyTenant, limit: 10, ...change };
      return (await store().tenants.list(clientId, query)).rows.map(({ id }) => id);
    };
    assert.deepEqual(await listed({}), [eu3, eu2, us, eu1, unlabeled]);
    assert.deepEqual(await listed({ label: "eu" }), [eu3, eu2, eu1]);
    assert.deepEqual(await listed({ reach: { label: "eu" } }), [eu3, eu2, eu1]);
    assert.deepEqual(await listed({ reach: { label: "EU" } }), []);
    assert.deepEqual(await listed({ reach: { ids: [us, unlabeled] } }), [us, unlabeled]);
    assert.deepEqual(await listed({ reach: { ids: [us, eu1] }, label: "eu" }), [eu1]);
    assert.deepEqual(await listed({ reach: { label: "us" }, label: "eu" }), []);
    assert.deepEqual(await listed({ reach: { label: "eu" }, externalId: "eu-1" }), [eu1]);
    assert.deepEqual(await listed({ reach: { label: "eu" }, externalId: "us-2" }), []);
    assert.deepEqual(await listed({ label: "us", externalId: "eu-1" }), []);
    const first = await store().tenants.list(clientId, { ...everyTenant, reach: { label: "eu" }, limit: 2 });
    assert.deepEqual([first.rows.map(({ id }) => id), first.more], [[eu3, eu2], true]);
    assert.deepEqual(await listed({ reach: { label: "eu" }, after: first.rows[1] }), [eu1]);
    await store().tenants.update(clientId, eu2, { label: null }, "operator");
    await store().tenants.remove(clientId, eu3, 5000, true, "operator");
    assert.deepEqual(await listed({ reach: { label: "eu" } }), [eu1]);
  });

  test("deleting a tenant deletes everything that could act, and releases its external id", async () => {
    const place = await makeTenant(store());
    const { clientId, tenantId } = place;
    const connection = await makeConnection(store(), place);
    const open = await makeSession(store(), place, { status: "opened", completion: "confirmed" });
    const pending = { connection: sampleConnection(place), record, at: 2000, completionCodeHash: "c", confirmBy: 9000 };
    assert.equal(await store().connectSessions.awaitConfirmation(open, pending), true);
    await store().vault.createTenantKey({ tenantId, wrapped: record, rootKeyId: "k1" });
    const externalId = (await store().tenants.find(clientId, tenantId))?.externalId ?? "";

    assert.equal(await store().tenants.remove(clientId, tenantId, 5000, false, "operator"), "removed");
    assert.equal(await store().tenants.remove(clientId, tenantId, 5001, false, "operator"), "absent");
    assert.equal(await store().tenants.find(clientId, tenantId), null);
    assert.equal((await store().tenants.find(clientId, tenantId, { deleted: true }))?.deletedAt, 5000);
    assert.equal(await store().tenants.update(clientId, tenantId, { displayName: "x" }, "operator"), null);
    const left = await store().connections.findWithCredential(clientId, tenantId, connection.id);
    assert.equal(left?.connection.status, "disconnected");
    assert.equal(left.record, null);
    assert.equal((await store().connectSessions.findById(open))?.status, "cancelled");
    assert.equal(await store().connectSessions.pendingCompletion(open), null);
    assert.equal(await store().vault.tenantKey(tenantId), null);

    for (let round = 0; round < 2; round += 1) {
      const next = sampleTenant(clientId, { externalId });
      assert.equal((await store().tenants.create(next, sampleClaim(clientId), responses, "operator")).kind, "created");
      assert.equal(await store().tenants.remove(clientId, next.id, 6000, false, "operator"), "removed");
    }
  });

  test("appends a deletion's events in its commit, and none if it is rejected", async () => {
    const place = await makeConnectedTenant(store());
    const { clientId, tenantId } = place;
    const active = await makeConnection(store(), place);
    const before = await makeConnection(store(), place);
    await store().connections.disconnect(clientId, tenantId, before.id, 2500, "operator");
    const open = await makeSession(store(), place);
    const { row, claim } = keyedExecution(place);
    await store().executions.claim(row, claim);
    await store().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 2000, settleAfter: 9000 });
    const setUp = (await store().audit.page(clientId, 0, 100)).length;
    const entries = async () =>
      (await store().audit.page(clientId, setUp, 10)).map(
        ({ type, subject, actor, data }) => `${type} ${subject} ${actor} ${String(data["provider"] ?? "")}`,
      );
    assert.equal(await store().tenants.remove(clientId, tenantId, 5, false, "key:a"), "unresolved");
    assert.deepEqual(await entries(), []);
    const noActor = undefined as never;
    await assert.rejects(store().tenants.remove(clientId, tenantId, 5, true, noActor), "without its entries, nothing");
    assert.notEqual(await store().tenants.find(clientId, tenantId), null);
    assert.equal(await store().tenants.remove(clientId, tenantId, 5, true, "key:a"), "removed");
    const [deleted, ...ended] = await entries();
    assert.equal(deleted, `tenant.deleted ${tenantId} key:a `);
    assert.deepEqual(
      ended.sort(),
      [
        `connect_session.cancelled ${open} key:a `,
        ...[active.id, row.connectionId].map((id) => `connection.disconnected ${id} key:a doppler`),
      ].sort(),
    );
  });

  test("doesn't delete a tenant with dispatched or unknown executions, unless forced", async () => {
    const place = await makeConnectedTenant(store());
    const { clientId, tenantId } = place;
    const { row, claim } = keyedExecution(place);
    await store().executions.claim(row, claim);
    await store().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 2000, settleAfter: 9000 });
    assert.equal(await store().tenants.remove(clientId, tenantId, 5, false, "operator"), "unresolved");
    assert.notEqual(await store().tenants.find(clientId, tenantId), null);
    const mine = { from: "dispatched", ownerId: row.ownerId, fence: 1 } as const;
    await store().executions.settle(row, mine, unknown);
    assert.equal(await store().tenants.remove(clientId, tenantId, 5, false, "operator"), "unresolved");
    assert.equal(await store().tenants.remove(clientId, tenantId, 5, true, "operator"), "removed");
    assert.equal((await store().executions.find(clientId, tenantId, row.id))?.status, "outcome_unknown");

    const settled = await makeTenant(store());
    const done = keyedExecution(settled);
    await store().executions.claim(done.row, done.claim);
    await store().executions.settle(done.row, { from: "accepted", ownerId: "owner_a", fence: 0 }, succeeded);
    assert.equal(await store().tenants.remove(settled.clientId, settled.tenantId, 5, false, "operator"), "removed");
  });
}
