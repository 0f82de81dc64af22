/** No dispatch passes a fence that is closed, and nothing is concluded from what such a database doesn't show. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import { judgeFence } from "../../../src/domain/failover/judge.ts";
import type { FenceStore } from "../../../src/domain/failover/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
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

/** Claims writes. */
async function claimed(through: Store, place: Place, count: number): Promise<ExecutionRow[]> {
  const rows = Array.from({ length: count }, () => keyedExecution(place));
  for (const { row, claim } of rows) assert.equal((await through.executions.claim(row, claim)).kind, "claimed");
  return rows.map(({ row }) => row);
}

/** Dispatches claimed writes concurrently. @returns how many were dispatched. */
async function dispatch(through: Store, rows: readonly ExecutionRow[]): Promise<number> {
  const taken = await Promise.all(
    rows.map((row) =>
      through.executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, { at: 2000, settleAfter: 9000 }),
    ),
  );
  return taken.filter(Boolean).length;
}

/** Claims writes and dispatches them concurrently. @returns how many were dispatched. */
async function dispatched(through: Store, place: Place, count: number): Promise<number> {
  return await dispatch(through, await claimed(through, place, count));
}

/** What a dead owner left: a write and a read that are accepted, and a dispatched write. */
async function leftByTheDead(place: Place) {
  // Earlier tests leave some too.
  await sweep();
  const ownerId = newId("owner");
  const [write, read, sent] = [{}, { effect: "read" as const }, {}].map((change) =>
    keyedExecution(place, { ...change, ownerId }),
  );
  assert.ok(write !== undefined && read !== undefined && sent !== undefined);
  for (const { row, claim } of [write, read, sent]) await store.executions.claim(row, claim);
  const expect = { ownerId, fence: 0 };
  assert.equal(await store.executions.dispatch(sent.row, expect, { at: 2000, settleAfter: 9000 }), true);
  const statuses = async (): Promise<(string | undefined)[]> => {
    const rows = await Promise.all(
      [write, read, sent].map(({ row }) => store.executions.find(place.clientId, place.tenantId, row.id)),
    );
    return rows.map((row) => row?.status);
  };
  const keyState = async () => (await store.idempotency.find(write.claim))?.state;
  return { ownerId, write: write.row, statuses, keyState };
}

const sweep = () => store.executions.sweep({ silent: [], limit: 100 });

/** Changes the fence, and puts it back as it was. */
async function whileClosed(change: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await admin.query("select * from database_fence");
  await admin.query(change);
  try {
    await work();
  } finally {
    const { epoch, is_open: isOpen, timeline } = rows[0];
    await admin.query("update database_fence set epoch = $1, is_open = $2, timeline = $3", [epoch, isOpen, timeline]);
  }
}

const closings: Readonly<Record<string, string>> = {
  "is closed": "update database_fence set is_open = false",
  "has another epoch": "update database_fence set epoch = epoch + 1",
  "names another timeline": "update database_fence set timeline = '000000FF'",
};
for (const [closing, change] of Object.entries(closings)) {
  test(`dispatches nothing while the fence ${closing}`, async () => {
    const place = await makeConnectedTenant(store);
    for (const count of [1, 5]) assert.equal(await dispatched(store, place, count), count);
    const left = [await claimed(store, place, 1), await claimed(store, place, 5)];
    await whileClosed(change, async () => {
      for (const rows of left) assert.equal(await dispatch(store, rows), 0);
    });
    assert.equal(await dispatched(store, place, 5), 5);
  });

  test(`claims no write, and reads as always, while the fence ${closing}`, async () => {
    const place = await makeConnectedTenant(store);
    const known = keyedExecution(place);
    await store.executions.claim(known.row, known.claim);
    const [write, read] = [keyedExecution(place), keyedExecution(place, { effect: "read" })];
    await whileClosed(change, async () => {
      const claim = async ({ row, claim: key }: typeof write) => (await store.executions.claim(row, key)).kind;
      assert.deepEqual(await Promise.all([claim(write), claim(write), claim(known)]), ["closed", "closed", "claimed"]);
      assert.equal(await claim(read), "claimed");
      assert.equal(await store.idempotency.find(write.claim), null);
    });
    assert.equal((await store.executions.claim(write.row, write.claim)).kind, "claimed");
  });

  test(`settles no accepted write of a dead owner as failed while the fence ${closing}`, async () => {
    const { write, statuses, keyState } = await leftByTheDead(await makeConnectedTenant(store));
    await whileClosed(change, async () => {
      assert.deepEqual(await sweep(), { failed: 1, unknown: 1 });
      assert.deepEqual(await statuses(), ["accepted", "failed", "outcome_unknown"]);
      assert.equal(await keyState(), "running");
      assert.deepEqual(await sweep(), { failed: 0, unknown: 0 });
    });
    assert.deepEqual(await sweep(), { failed: 1, unknown: 0 });
    assert.deepEqual(await statuses(), ["failed", "failed", "outcome_unknown"]);
    assert.equal(await keyState(), "freed");
    assert.equal((await store.executions.find(write.clientId, write.tenantId, write.id))?.errorCode, notSent);
  });

  test(`a process gives up no accepted write of its own while the fence ${closing}`, async () => {
    const { ownerId, write, statuses } = await leftByTheDead(await makeConnectedTenant(store));
    await whileClosed(change, async () => {
      assert.equal((await store.executions.openOf(ownerId)).includes(write.id), false);
      assert.deepEqual(await store.executions.giveUp(ownerId, [write.id]), { failed: 0, unknown: 0 });
    });
    assert.equal((await statuses())[0], "accepted");
    assert.ok((await store.executions.openOf(ownerId)).includes(write.id));
    assert.deepEqual(await store.executions.giveUp(ownerId, [write.id]), { failed: 1, unknown: 0 });
    await sweep();
  });

  test(`no proposal is executed, expires or is withdrawn while the fence ${closing}`, async () => {
    const place = await makeConnectedTenant(store);
    const { row } = keyedExecution(place);
    const key = sampleKey(place.clientId);
    await store.serviceClients.addKey(key, "operator");
    const make = async (change: Partial<ProposalRow>): Promise<ProposalRow> => {
      const proposal = sampleProposal(place, row.connectionId, { keyId: key.id, ...change });
      const { idempotencyKey: name, fingerprint } = proposal;
      const claim = { ...keyedExecution(place).claim, key: name, fingerprint };
      await store.proposals.create(proposal, claim, roomFor(9), "key:k");
      return proposal;
    };
    const [late, approved] = [await make({ expiresAt: 1 }), await make({})];
    await admin.query("update proposals set status = 'approved', next_at = 0 where id = $1", [approved.id]);
    const why = { code: "PLAN_STALE", detail: "" } as const;
    const statuses = async () =>
      await Promise.all(
        [late, approved].map(
          async ({ id }) => (await store.proposals.find(place.clientId, place.tenantId, id))?.status,
        ),
      );
    const turn = { limit: 100, leaseMs: 1, afterClient: "", busyClients: [] };
    await whileClosed(change, async () => {
      assert.equal(await store.proposals.endDue(100, why), 0);
      assert.deepEqual(await store.proposals.take(turn), []);
      assert.equal(await store.proposals.withdraw(approved, why), false);
      assert.deepEqual(await statuses(), ["pending", "approved"]);
    });
    assert.ok((await store.proposals.take(turn)).some(({ id }) => id === approved.id));
    assert.equal(await store.proposals.withdraw(approved, why), true);
    while ((await store.proposals.endDue(100, why)) > 0);
    assert.deepEqual(await statuses(), ["expired", "withdrawn"]);
  });
}

const notSent = "ACTION_NOT_DISPATCHED";

test("a process that has never accepted the database settles no accepted write as failed", async () => {
  const { statuses } = await leftByTheDead(await makeConnectedTenant(store));
  await whileClosed("update database_fence set timeline = '000000FF'", async () => {
    const later = await open();
    try {
      // Its own first look found another timeline. By now the row names the right one, but it hasn't been told.
      await admin.query("update database_fence set timeline = $1", [(await fenceOf(store).read()).facts.timeline]);
      assert.deepEqual(await later.executions.sweep({ silent: [], limit: 100 }), { failed: 1, unknown: 1 });
      assert.deepEqual(await statuses(), ["accepted", "failed", "outcome_unknown"]);
    } finally {
      await later.close();
    }
  });
  await sweep();
});

test("a sweep settles as usual without the standby that a dispatch requires", async () => {
  const strict = await open(true);
  try {
    const { statuses } = await leftByTheDead(await makeConnectedTenant(store));
    assert.deepEqual(await strict.executions.sweep({ silent: [], limit: 100 }), { failed: 2, unknown: 1 });
    assert.deepEqual(await statuses(), ["failed", "failed", "outcome_unknown"]);
  } finally {
    await strict.close();
  }
});

test("a dump that is restored into another database of the cluster isn't the accepted one", async () => {
  const rows = await claimed(store, await makeConnectedTenant(store), 1);
  await admin.query("update database_fence set database_oid = '1'");
  try {
    const later = await open();
    try {
      assert.equal(await dispatch(later, rows), 0);
      const reading = await fenceOf(later).read();
      assert.deepEqual(judgeFence(null, reading, false), {
        kind: "closed",
        reason: "another_database",
        mustClose: true,
      });
      assert.match(reading.facts.databaseOid, /^[1-9]\d*$/);
    } finally {
      await later.close();
    }
  } finally {
    await admin.query("update database_fence set database_oid = $1", [(await fenceOf(store).read()).facts.databaseOid]);
  }
});

test("a server that starts on another timeline dispatches nothing", async () => {
  const rows = await claimed(store, await makeConnectedTenant(store), 1);
  await admin.query("update database_fence set timeline = '000000FF'");
  const later = await open();
  try {
    assert.equal(await dispatch(later, rows), 0);
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

test("accepting a database that lost nothing lets its accepted writes fail", async () => {
  const fence = fenceOf(store);
  const { statuses } = await leftByTheDead(await makeConnectedTenant(store));
  await fence.close((await fence.read()).row.epoch, "failed_over");
  const recorded = { type: "failover.accepted", data: {} } as const;
  assert.equal((await fence.accept(await fence.read(), { keys: null, recorded }))?.reopened, 0);
  await sweep();
  assert.equal((await statuses())[0], "accepted");
  fence.setEpoch((await fence.read()).row.epoch);
  await sweep();
  assert.equal((await statuses())[0], "failed");
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
  await store.serviceClients.addKey(key, "operator");
  const waiting = sampleProposal(place, row.connectionId, { keyId: key.id });
  const proposalKey = { ...claim, key: waiting.idempotencyKey, fingerprint: waiting.fingerprint };
  await store.proposals.create(waiting, proposalKey, roomFor(9), "key:k");
  const acceptance = {
    keys: { before: 5000, undatedUntil: 9000 },
    recorded: { type: "failover.accepted", data: {} },
  } as const;
  assert.ok(((await fence.accept(closed, acceptance))?.reopened ?? 0) >= 1);
  const reopened = await store.executions.find(place.clientId, place.tenantId, row.id);
  assert.equal(reopened?.status, "dispatched");
  assert.equal(await fence.accept(closed, acceptance), null);
  const trail = (await store.audit.page(place.clientId, 0, 100)).filter(({ subject }) => subject === waiting.id);
  assert.deepEqual(
    trail.map(({ type }) => type),
    ["proposal.created", "proposal.withdrawn"],
  );
  assert.deepEqual(await store.restores.keyExpiry(), { before: 5000, undatedUntil: 9000 });
  const opened = await fence.read();
  assert.deepEqual([opened.row.isOpen, opened.row.epoch], [true, closed.row.epoch + 1]);
  // Until it has seen the acceptance, this process settles nothing as never sent; what was reopened becomes unknown.
  await store.executions.sweep({ silent: [], limit: 100 });
  const settled = await store.executions.find(place.clientId, place.tenantId, row.id);
  assert.deepEqual([settled?.status, settled?.errorCode], ["outcome_unknown", "ACTION_OUTCOME_UNKNOWN"]);
  assert.equal((await store.idempotency.find(claim))?.state, "done");
  const { row: late, claim: lateClaim } = keyedExecution(place);
  assert.equal((await store.executions.claim(late, lateClaim)).kind, "closed");
  fence.setEpoch(opened.row.epoch);
  assert.equal(await dispatched(store, place, 1), 1);
});

test("works if the role may read no facts, and if it can no longer read them, dispatches nothing", async () => {
  const functions = ["pg_walfile_name(pg_lsn)", "pg_current_wal_insert_lsn()", "pg_control_system()"];
  const hide = async (from: Client) => {
    for (const name of functions) await from.query(`revoke execute on function ${name} from public`);
  };
  const other = await testDatabase();
  const owner = new Client({ connectionString: other.url });
  await owner.connect();
  try {
    await hide(owner);
    const hidden = await openStore({
      seals: testSeals,
      url: other.serverUrl,
      nowMs: Date.now,
      migrate: true,
      serve: true,
    });
    try {
      const place = await makeConnectedTenant(hidden);
      for (const count of [1, 5]) assert.equal(await dispatched(hidden, place, count), count);
      assert.deepEqual(await hidden.executions.sweep({ silent: [], limit: 100 }), { failed: 0, unknown: 6 });
      const rows = await claimed(hidden, place, 1);
      await owner.query("update database_fence set timeline = '00000001'");
      assert.equal(await dispatch(hidden, rows), 0);
    } finally {
      await hidden.close();
    }
  } finally {
    await owner.end();
    await other.drop();
  }
});

test("a revoked privilege is named, and readiness notices it", async () => {
  const other = await testDatabase();
  const owner = new Client({ connectionString: other.url });
  await owner.connect();
  const opened = await openStore({
    seals: testSeals,
    url: other.serverUrl,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  try {
    const place = await makeConnectedTenant(opened);
    await opened.ping();
    const role = new URL(other.serverUrl).username;
    await owner.query(`revoke insert on executions from "${role}"`);
    const named = {
      name: "StoreError",
      code: "NO_PRIVILEGE",
      fault: "the database user lacks a privilege on one of svc's tables or functions",
    };
    await assert.rejects(opened.ping(), named);
    await assert.rejects(dispatched(opened, place, 1), named);
    await owner.query(`grant insert on executions to "${role}"`);
    await opened.ping();
    assert.equal(await dispatched(opened, place, 1), 1);
  } finally {
    await opened.close();
    await owner.end();
    await other.drop();
  }
});
