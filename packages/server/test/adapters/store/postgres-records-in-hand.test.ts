/** Records that PostgreSQL lost while this process kept running are written again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../../tools/postgres/index.ts";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import type { KeyClaim } from "../../../src/domain/idempotency/port.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { sampleEvent, verify } from "../../domain/journal/fixture.ts";
import { keyedExecution, makeConnectedTenant, sampleExecution, type Place } from "./samples.ts";
import { freed, succeeded, unknown } from "./settlement-samples.ts";
import { testSeals } from "../../test-seals.ts";

let database: TestDatabase;
let store: Store;
let admin: Client;
before(async () => {
  database = await testDatabase();
  store = await openStore({ seals: testSeals, url: database.serverUrl, nowMs: Date.now, migrate: true, serve: true });
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await store.close();
  await database.drop();
});

const atDispatch = { at: 2000, settleAfter: 9000 };
const accepted = { from: "accepted", ownerId: "owner_a", fence: 0 } as const;

function useOf({ id, clientId }: ExecutionRow) {
  return sampleEvent(clientId, 1, { id: `evt_${id}`, type: "credential.used", data: { executionId: id } });
}

async function usesIn(clientId: string): Promise<unknown[]> {
  assert.equal((await verify(store, clientId)).ok, true);
  return (await usesOf(clientId)).map(({ data }) => data["executionId"]);
}

async function usesOf(clientId: string): Promise<AuditEvent[]> {
  return (await store.audit.page(clientId, 0, 100)).filter(({ type }) => type === "credential.used");
}

/** Resets the database to before the last claim of a client, with an empty chain. */
async function lose({ id, clientId }: ExecutionRow): Promise<void> {
  await admin.query("begin");
  // Without the triggers that reject this.
  await admin.query("set local session_replication_role = replica");
  await admin.query("delete from executions where id = $1", [id]);
  await admin.query("delete from idempotency_keys where execution_id = $1", [id]);
  await admin.query("delete from journal where client_id = $1", [clientId]);
  await admin.query("update journal_heads set seq = 0, hash = anchor_hash, public_seq = 0 where client_id = $1", [
    clientId,
  ]);
  await admin.query("commit");
}

test("settling a read restores its record and audit event, and the chain continues", async () => {
  const place = await makeConnectedTenant(store);
  const row = sampleExecution(place, { effect: "read" });
  await store.executions.claim(row, null, useOf(row));
  await lose(row);
  assert.equal(await store.executions.settle(row, accepted, succeeded), true);
  const found = await store.executions.find(place.clientId, place.tenantId, row.id);
  assert.deepEqual([found?.status, found?.completedAt], [succeeded.status, succeeded.completedAt]);
  assert.deepEqual(await usesIn(place.clientId), [row.id]);
  assert.equal(await store.executions.settle(row, accepted, succeeded), false);
});

test("doesn't dispatch a lost write, and settling it claims and frees its key", async () => {
  const place = await makeConnectedTenant(store);
  const { row, claim } = keyedExecution(place);
  await store.executions.claim(row, claim, useOf(row));
  await lose(row);
  assert.equal(await store.executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, atDispatch), false);
  assert.equal(await store.executions.settle(row, accepted, freed), true);
  const found = await store.executions.findKey(claim);
  assert.deepEqual([found?.key.state, found?.execution?.id, found?.execution?.status], ["freed", row.id, "failed"]);
  assert.deepEqual(await usesIn(place.clientId), [row.id]);
  const next = keyedExecution(place, { idempotencyKey: claim.key });
  const again = await store.executions.claim(next.row, next.claim);
  assert.equal(again.kind === "claimed" ? again.row.attempt : 0, 2);
});

test("a key that another process has claimed since stays with it, and only its execution is dispatched", async () => {
  const place = await makeConnectedTenant(store);
  const first = keyedExecution(place);
  await store.executions.claim(first.row, first.claim);
  await lose(first.row);
  const second = keyedExecution(place, { idempotencyKey: first.claim.key });
  assert.equal((await store.executions.claim(second.row, second.claim)).kind, "claimed");
  assert.equal(await store.executions.dispatch(first.row, { ownerId: "owner_a", fence: 0 }, atDispatch), false);
  assert.equal(await store.executions.settle(first.row, accepted, freed), true);
  const found = await store.executions.find(place.clientId, place.tenantId, first.row.id);
  assert.equal(found?.status, "failed");
  const key = await store.executions.findKey(first.claim);
  assert.deepEqual([key?.key.state, key?.key.executionId], ["running", second.row.id]);
  assert.equal(await store.executions.dispatch(second.row, { ownerId: "owner_a", fence: 0 }, atDispatch), true);
  assert.equal(await store.executions.dispatch(first.row, { ownerId: "owner_a", fence: 0 }, atDispatch), false);
});

test("doesn't rewrite a record that another process owns", async () => {
  const place = await makeConnectedTenant(store);
  const { row, claim } = keyedExecution(place);
  await store.executions.claim(row, claim, useOf(row));
  await admin.query("update executions set fence = fence + 1, status = 'failed' where id = $1", [row.id]);
  assert.equal(await store.executions.settle(row, accepted, succeeded), false);
  assert.deepEqual(await usesIn(place.clientId), [row.id]);
});

const sent = { from: "dispatched", ownerId: "owner_a", fence: 1 } as const;

async function dispatched(place: Place) {
  const { row, claim } = keyedExecution(place);
  await store.executions.claim(row, claim, useOf(row));
  assert.equal(await store.executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, atDispatch), true);
  return { row, claim };
}

async function keyAndRecord(claim: KeyClaim) {
  const found = await store.executions.findKey(claim);
  return [found?.key.state, found?.execution?.status, found?.execution?.dispatchedAt];
}

test("restores an outcome whose record was lost after its dispatch", async () => {
  const { row, claim } = await dispatched(await makeConnectedTenant(store));
  await lose(row);
  assert.equal(await store.executions.settle(row, sent, succeeded), true);
  assert.deepEqual(await keyAndRecord(claim), ["done", "succeeded", atDispatch.at]);
  assert.deepEqual(await usesIn(row.clientId), [row.id]);
});

test("restores an outcome whose dispatch was lost over the accepted record", async () => {
  const { row, claim } = await dispatched(await makeConnectedTenant(store));
  await admin.query("update executions set status = 'accepted', fence = 0, dispatched_at = null where id = $1", [
    row.id,
  ]);
  assert.equal(await store.executions.settle(row, sent, succeeded), true);
  assert.deepEqual(await keyAndRecord(claim), ["done", "succeeded", atDispatch.at]);
});

test("restores what the dispatch stored for looks, and the looks for an unknown outcome", async () => {
  const kept = { actionVersion: "v1", facts: { version: "7" }, digests: { value: "1.digest" } };
  const losses: readonly ((row: ExecutionRow) => Promise<unknown>)[] = [
    lose,
    ({ id }) =>
      admin.query(
        `update executions set status = 'accepted', fence = 0, dispatched_at = null, action_version = null, facts = null,
         digests = null where id = $1`,
        [id],
      ),
  ];
  for (const loseRecord of losses) {
    const { row, claim } = keyedExecution(await makeConnectedTenant(store));
    await store.executions.claim(row, claim, useOf(row));
    await store.executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, { ...atDispatch, sent: kept });
    await loseRecord(row);
    assert.equal(await store.executions.settle(row, sent, unknown), true);
    assert.deepEqual((await store.looks.find(row.clientId, row.id))?.sent, kept);
    const leased = await store.looks.takeOne(row.clientId, row.id, 1000);
    assert.ok(leased !== null && leased !== "busy");
  }
});

test("restores a settlement by evidence, without its digests", async () => {
  const { row, claim } = keyedExecution(await makeConnectedTenant(store));
  const kept = { actionVersion: "v1", facts: null, digests: { value: "1.digest" } };
  await store.executions.claim(row, claim, useOf(row));
  await store.executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, { ...atDispatch, sent: kept });
  await lose(row);
  const evidence = { basis: "marker", at: 2500 } as const;
  assert.equal(await store.executions.settle(row, sent, { ...succeeded, evidence }), true);
  const found = await store.looks.find(row.clientId, row.id);
  assert.deepEqual([found?.execution.settlement, found?.sent.digests], [evidence, {}]);
});

/** Settles an accepted record like another process that considers its owner dead. */
async function endAsNeverSent({ id }: ExecutionRow): Promise<void> {
  await admin.query(
    "update executions set status = 'failed', fence = 1, dispatched_at = null, error_code = 'ACTION_NOT_DISPATCHED' where id = $1",
    [id],
  );
  await admin.query("update idempotency_keys set state = 'freed' where execution_id = $1", [id]);
}

test("replaces a wrong settlement as never sent, and takes its key back", async () => {
  const { row, claim } = await dispatched(await makeConnectedTenant(store));
  await endAsNeverSent(row);
  assert.equal((await keyAndRecord(claim))[0], "freed");
  assert.equal(await store.executions.settle(row, sent, succeeded), true);
  assert.deepEqual(await keyAndRecord(claim), ["done", "succeeded", atDispatch.at]);
});

test("replaces it even if the key was claimed since, and leaves the key with its new owner", async () => {
  const place = await makeConnectedTenant(store);
  const { row, claim } = await dispatched(place);
  await store.executions.settle(row, sent, succeeded);
  await endAsNeverSent(row);
  const second = keyedExecution(place, { idempotencyKey: claim.key });
  assert.equal((await store.executions.claim(second.row, second.claim)).kind, "claimed");
  assert.equal(await store.executions.restoreLost(), 1);
  const found = await store.executions.find(row.clientId, row.tenantId, row.id);
  assert.equal(found?.status, "succeeded");
  const key = await store.executions.findKey(claim);
  assert.deepEqual([key?.key.state, key?.key.executionId], ["running", second.row.id]);
});

test("the process that claimed a reopened record settles it as never sent", async () => {
  const place = await makeConnectedTenant(store);
  const { row, claim } = keyedExecution(place);
  await store.executions.claim(row, claim, useOf(row));
  await admin.query(
    "update executions set status = 'dispatched', fence = 1, dispatched_at = created_at where id = $1",
    [row.id],
  );
  assert.equal(await store.executions.settle(row, accepted, freed), true);
  assert.deepEqual((await keyAndRecord(claim)).slice(0, 2), ["freed", "failed"]);
});

test("keeps a settlement that says it was sent", async () => {
  const { row, claim } = await dispatched(await makeConnectedTenant(store));
  await admin.query("update executions set status = 'outcome_unknown', fence = fence + 1 where id = $1", [row.id]);
  assert.equal(await store.executions.settle(row, sent, succeeded), false);
  assert.equal((await keyAndRecord(claim))[1], "outcome_unknown");
});

test("restores all settlements that the database confirmed and lost", async () => {
  const place = await makeConnectedTenant(store);
  const gone = await dispatched(place);
  await store.executions.settle(gone.row, sent, succeeded);
  const kept = await dispatched(await makeConnectedTenant(store));
  await store.executions.settle(kept.row, sent, succeeded);
  const back = await dispatched(await makeConnectedTenant(store));
  await store.executions.settle(back.row, sent, succeeded);
  await lose(gone.row);
  await admin.query(
    "update executions set status = 'dispatched', completed_at = null, summary_output = 'null' where id = $1",
    [back.row.id],
  );
  assert.equal(await store.executions.restoreLost(), 2);
  for (const { claim } of [gone, kept, back]) {
    assert.deepEqual(await keyAndRecord(claim), ["done", "succeeded", atDispatch.at]);
  }
  assert.equal(await store.executions.restoreLost(), 0);
});

test("returns an event only once it is durable", async () => {
  const place = await makeConnectedTenant(store);
  // Other users of this PostgreSQL flush the log too, but hardly at every one of these moments.
  for (let round = 1; round <= 30; round += 1) {
    const row = sampleExecution(place, { effect: "read" });
    await store.executions.claim(row, null, useOf(row));
    const { rows } = await admin.query("select pg_current_wal_insert_lsn() as at");
    assert.equal((await usesOf(place.clientId)).length, round);
    const confirmed = await admin.query("select pg_current_wal_flush_lsn() >= $1::pg_lsn as yes", [rows[0].at]);
    assert.equal(confirmed.rows[0].yes, true);
  }
});
