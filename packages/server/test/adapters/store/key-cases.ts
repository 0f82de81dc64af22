/** Keys of operations other than executions, and the retention of all keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { keyedExecution, makeTenant, newId, sampleClaim } from "./samples.ts";
import { succeeded, unknown } from "./settlement-samples.ts";

export function keyCases(store: () => Store): void {
  const stateOf = async (scope: { clientId: string; tenantId: string; key: string }) =>
    (await store().idempotency.find(scope))?.state;

  test("lets one of fifty claim a key", async () => {
    const claim = sampleClaim(newId("scl"));
    const rows = await Promise.all(Array.from({ length: 50 }, () => store().idempotency.claim(claim)));
    const won = rows.filter((row) => row !== null);
    assert.deepEqual(won, [{ ...claim, state: "running", executionId: "", response: null, attempt: 1 }]);
  });

  test("replays a stored response and doesn't let the key be claimed again", async () => {
    const claim = sampleClaim(newId("scl"));
    const response = { status: 200, body: { ok: true, account: null } };
    await store().idempotency.claim(claim);
    await store().idempotency.keep(claim, "owner_b", response);
    assert.equal(await stateOf(claim), "running");
    await store().idempotency.keep(claim, claim.ownerId, response);
    const row = await store().idempotency.find(claim);
    assert.deepEqual([row?.state, row?.response], ["done", response]);
    await store().idempotency.release(claim, claim.ownerId);
    assert.equal(await stateOf(claim), "done");
    assert.equal(await store().idempotency.claim(claim), null);
  });

  test("lets one of twenty claim a freed key, for the same request only", async () => {
    const claim = sampleClaim(newId("scl"));
    await store().idempotency.claim(claim);
    await store().idempotency.release(claim, "owner_b");
    assert.equal(await stateOf(claim), "running");
    await store().idempotency.release(claim, claim.ownerId);
    assert.equal(await stateOf(claim), "freed");
    assert.equal(await store().idempotency.claim({ ...claim, fingerprint: "1.other" }), null);
    const rows = await Promise.all(Array.from({ length: 20 }, () => store().idempotency.claim(claim)));
    assert.deepEqual(
      rows.filter((row) => row !== null).map((row) => row.attempt),
      [2],
    );
  });

  test("keeps equal keys of different clients and tenants apart", async () => {
    const claim = sampleClaim(newId("scl"));
    assert.notEqual(await store().idempotency.claim(claim), null);
    assert.notEqual(await store().idempotency.claim({ ...claim, tenantId: newId("ten") }), null);
    assert.notEqual(await store().idempotency.claim({ ...claim, clientId: newId("scl") }), null);
    assert.equal(await store().idempotency.find({ ...claim, key: "other" }), null);
  });

  test("frees the keys of dead owners, but not those of living owners or executions", async () => {
    const place = await makeTenant(store());
    const [dead, living] = [newId("owner"), newId("owner")];
    for (const owner of [dead, living]) await store().owners.begin(owner);
    const left = sampleClaim(place.clientId, { ownerId: dead });
    const nobodys = sampleClaim(place.clientId, { ownerId: newId("owner") });
    const held = sampleClaim(place.clientId, { ownerId: living });
    for (const claim of [left, nobodys, held]) await store().idempotency.claim(claim);
    const execution = keyedExecution(place, { ownerId: dead });
    await store().executions.claim(execution.row, execution.claim);
    await store().owners.end(dead);
    assert.ok((await store().idempotency.releaseOfDeadOwners()) >= 2);
    assert.deepEqual([await stateOf(left), await stateOf(nobodys)], ["freed", "freed"]);
    assert.deepEqual([await stateOf(held), await stateOf(execution.claim)], ["running", "running"]);
  });

  test("prunes answers to tombstones and then tombstones, but no unresolved or running keys", async () => {
    const place = await makeTenant(store());
    const old = sampleClaim(place.clientId, { createdAt: 10 });
    const young = sampleClaim(place.clientId, { createdAt: 100 });
    const running = sampleClaim(place.clientId, { createdAt: 10 });
    for (const claim of [old, young, running]) await store().idempotency.claim(claim);
    for (const claim of [old, young]) await store().idempotency.keep(claim, "owner_a", { status: 200, body: "kept" });
    const open = keyedExecution(place, { createdAt: 10 });
    const done = keyedExecution(place, { createdAt: 10 });
    for (const { row, claim } of [open, done]) await store().executions.claim(row, claim);
    const mine = { from: "accepted", ownerId: "owner_a", fence: 0 } as const;
    await store().executions.settle(open.row, mine, unknown);
    await store().executions.settle(done.row, mine, succeeded);

    await store().idempotency.prune({ responsesBefore: 50, tombstonesBefore: 5, limit: 100 });
    const tombstone = await store().idempotency.find(old);
    assert.deepEqual([tombstone?.state, tombstone?.response], ["expired", null]);
    assert.equal(await stateOf(young), "done");
    assert.equal(await stateOf(running), "running");
    assert.equal(await stateOf(open.claim), "done");
    assert.equal(await stateOf(done.claim), "expired");
    assert.equal(await store().idempotency.claim(old), null);

    await store().idempotency.prune({ responsesBefore: 50, tombstonesBefore: 50, limit: 100 });
    assert.equal(await stateOf(old), undefined);
    assert.equal(await stateOf(open.claim), "done");
    assert.equal(await stateOf(young), "done");
  });

  test("prunes no more rows than the limit", async () => {
    const clientId = newId("scl");
    const claims = Array.from({ length: 5 }, () => sampleClaim(clientId, { createdAt: 1 }));
    for (const claim of claims) {
      await store().idempotency.claim(claim);
      await store().idempotency.release(claim, claim.ownerId);
    }
    assert.equal(await store().idempotency.prune({ responsesBefore: 2, tombstonesBefore: 0, limit: 3 }), 3);
    assert.equal(await store().idempotency.prune({ responsesBefore: 2, tombstonesBefore: 0, limit: 3 }), 2);
  });
}
