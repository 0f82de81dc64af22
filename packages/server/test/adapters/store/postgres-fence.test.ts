/** No dispatch passes a fence that is closed or has another epoch or timeline, alone or in a batch. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../../tools/postgres/index.ts";
import type { FenceStore } from "../../../src/domain/failover/port.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import type { Store } from "../../../src/domain/store/port.ts";
import { sampleEvent } from "../../domain/audit/fixture.ts";
import { roomFor, sampleProposal } from "./agent-samples.ts";
import { keyedExecution, makeConnectedTenant, newId, sampleKey, type Place } from "./samples.ts";
import { testSeals } from "../../test-seals.ts";

let database: TestDatabase;
let store: Store;
let admin: Client;
before(async () => {
  database = await testDatabase();
  store = await open();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await store.close();
  await database.drop();
});

const open = (requireSyncReplication = false): Promise<Store> =>
  openStore({
    seals: testSeals,
    url: database.serverUrl,
    nowMs: Date.now,
    migrate: true,
    serve: true,
    requireSyncReplication,
  });

function fenceOf({ fence }: Store): FenceStore {
  assert.ok(fence !== null);
  return fence;
}

/** Claims writes and dispatches them concurrently. @returns how many were dispatched. */
async function dispatched(through: Store, place: Place, count: number): Promise<number> {
  const rows = Array.from({ length: count }, () => keyedExecution(place));
  for (const { row, claim } of rows) await through.executions.claim(row, claim);
  const taken = await Promise.all(
    rows.map(({ row }) =>
      through.executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, { at: 2000, settleAfter: 9000 }),
    ),
  );
  return taken.filter(Boolean).length;
}

const closings: Readonly<Record<string, string>> = {
  "is closed": "update database_fence set is_open = false",
  "has another epoch": "update database_fence set epoch = epoch + 1",
  "names another timeline": "update database_fence set timeline = '000000FF'",
};
for (const [closing, change] of Object.entries(closings)) {
  test(`dispatches nothing while the fence ${closing}`, async () => {
    const place = await makeConnectedTenant(store);
    const { rows } = await admin.query("select * from database_fence");
    for (const count of [1, 5]) assert.equal(await dispatched(store, place, count), count);
    await admin.query(change);
    try {
      for (const count of [1, 5]) assert.equal(await dispatched(store, place, count), 0);
    } finally {
      const { epoch, is_open: isOpen, timeline } = rows[0];
      await admin.query("update database_fence set epoch = $1, is_open = $2, timeline = $3", [epoch, isOpen, timeline]);
    }
    assert.equal(await dispatched(store, place, 5), 5);
  });
}

test("a server that starts on another timeline dispatches nothing", async () => {
  const place = await makeConnectedTenant(store);
  await admin.query("update database_fence set timeline = '000000FF'");
  const later = await open();
  try {
    assert.equal(await dispatched(later, place, 1), 0);
  } finally {
    await later.close();
    await admin.query("update database_fence set timeline = $1", [(await fenceOf(store).read()).facts.timeline]);
  }
});

test("dispatches nothing without a synchronous standby if one is required", async () => {
  const strict = await open(true);
  try {
    const place = await makeConnectedTenant(strict);
    for (const count of [1, 5]) assert.equal(await dispatched(strict, place, count), 0);
  } finally {
    await strict.close();
  }
});

test("confirms nothing without a synchronous standby or in another epoch", async () => {
  const fence = fenceOf(store);
  const { epoch } = (await fence.read()).row;
  for (const known of [epoch, epoch + 1]) assert.equal(await fence.confirm(known), false);
});

test("accepting opens the fence in the next epoch, refuses older keys and is audited once", async () => {
  const fence = fenceOf(store);
  const place = await makeConnectedTenant(store);
  const { row, claim } = keyedExecution(place, { createdAt: 1000 });
  await store.executions.claim(row, claim);
  await fence.close((await fence.read()).row.epoch, "went_back");
  const closed = await fence.read();
  assert.deepEqual([closed.row.isOpen, closed.row.reason], [false, "went_back"]);
  const key = sampleKey(place.clientId);
  await store.serviceClients.addKey(key);
  const waiting = sampleProposal(place, row.connectionId, { keyId: key.id });
  const proposalKey = { ...claim, key: waiting.idempotencyKey, fingerprint: waiting.fingerprint };
  await store.proposals.create(waiting, proposalKey, roomFor(9), sampleEvent(place.clientId, 1, { id: newId("evt") }));
  const acceptance = {
    keys: { before: 5000, undatedUntil: 9000 },
    eventOf: (reopened: number) => sampleEvent("", 1, { id: "evt_accepted", data: { reopened } }),
    withdrawnEventOf: ({ id, clientId, status }: ProposalRow) =>
      sampleEvent(clientId, 1, { id: newId("evt"), type: `proposal.${status}`, subject: id }),
  };
  assert.ok(((await fence.accept(closed, acceptance)) ?? 0) >= 1);
  const reopened = await store.executions.find(place.clientId, place.tenantId, row.id);
  assert.equal(reopened?.status, "dispatched");
  assert.equal(await fence.accept(closed, acceptance), null);
  const trail = (await store.audit.page(place.clientId, 0, 100)).filter(({ subject }) => subject === waiting.id);
  assert.deepEqual(
    trail.map(({ type }) => type),
    ["proposal.withdrawn"],
  );
  assert.deepEqual(await store.restores.keyExpiry(), { before: 5000, undatedUntil: 9000 });
  const opened = await fence.read();
  assert.deepEqual([opened.row.isOpen, opened.row.epoch], [true, closed.row.epoch + 1]);
  assert.equal(await dispatched(store, place, 1), 0);
  fence.setEpoch(opened.row.epoch);
  assert.equal(await dispatched(store, place, 1), 1);
});
