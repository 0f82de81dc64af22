/** Answers of PostgreSQL that get lost on the way: the store recognizes what its first attempt wrote. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { keyedExecution, makeConnectedTenant, newId } from "./samples.ts";
import { succeeded, unknown } from "./settlement-samples.ts";
import { cuttingProxy } from "./testing/cutting-proxy.ts";
import { testSeals } from "../../test-seals.ts";

let database: TestDatabase;
/** A store whose connection is never cut. */
let other: Store;
const url = () => database.serverUrl;
const open = (databaseUrl: string) =>
  openStore({ seals: testSeals, url: databaseUrl, nowMs: Date.now, migrate: true, serve: true });
before(async () => {
  database = await testDatabase();
  other = await open(url());
});
after(async () => {
  await other.close();
  await database.drop();
});

const dispatching = { at: 2000, settleAfter: 9000 };

test("claims, dispatches and settles once if the response is lost", async () => {
  const proxy = await cuttingProxy(url());
  const store = await open(proxy.url);
  try {
    const { row, claim } = keyedExecution(await makeConnectedTenant(store));
    proxy.loseResponseTo("executions.claim");
    assert.deepEqual(await store.executions.claim(row, claim), { kind: "claimed", row });
    assert.equal(proxy.lost(), 1);
    proxy.loseResponseTo("executions.dispatch");
    assert.equal(await store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching), true);
    assert.equal(proxy.lost(), 2);
    assert.equal(await store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching), false);
    proxy.loseResponseTo("executions.settle");
    const expect = { from: "dispatched", ownerId: row.ownerId, fence: 1 } as const;
    assert.equal(await store.executions.settle(row, expect, succeeded), true);
    assert.equal(proxy.lost(), 3);
    assert.equal(await store.executions.settle(row, expect, succeeded), false);
    const found = await store.executions.findKey(claim);
    assert.deepEqual([found?.key.state, found?.execution?.status, found?.key.attempt], ["done", "succeeded", 1]);
  } finally {
    await store.close();
    await proxy.close();
  }
});

test("appends one event each if the response to a settlement by evidence or to an unknown outcome is lost", async () => {
  const proxy = await cuttingProxy(url());
  const store = await open(proxy.url);
  try {
    const settlements = [{ ...succeeded, evidence: { basis: "marker", at: 3000 } }, unknown] as const;
    for (const [index, settlement] of settlements.entries()) {
      const { row, claim } = keyedExecution(await makeConnectedTenant(store));
      await store.executions.claim(row, claim);
      const sent = { actionVersion: "v1", facts: null, digests: { value: "1.digest" } };
      await store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { ...dispatching, sent });
      proxy.loseResponseTo("commit");
      const expect = { from: "dispatched", ownerId: row.ownerId, fence: 1 } as const;
      assert.equal(await store.executions.settle(row, expect, settlement), true);
      assert.equal(proxy.lost(), index + 1);
      const all = { type: null, tenantId: null, afterSeq: 0, limit: 100 };
      const events = (await store.events.list(row.clientId, all)).rows.map(({ type }) => type);
      assert.equal(events.filter((type) => type.startsWith("action_execution.")).length, 1);
      const trail = await store.audit.page(row.clientId, 0, 10);
      assert.equal(trail.filter(({ type }) => type === "action_execution.settled").length, index === 0 ? 1 : 0);
      const look = await store.looks.takeOne(row.clientId, row.id, 1000);
      assert.equal(look === null, index === 0);
    }
  } finally {
    await store.close();
    await proxy.close();
  }
});

test("claims once with a cached connection if the response is lost", async () => {
  const proxy = await cuttingProxy(url());
  const store = await open(proxy.url);
  try {
    const { row, claim } = keyedExecution(await makeConnectedTenant(store));
    proxy.loseResponseTo("executions.claim");
    const claimed = await store.executions.claim(row, claim, undefined, 1);
    assert.deepEqual([claimed, proxy.lost()], [{ kind: "claimed", row }, 1]);
  } finally {
    await store.close();
    await proxy.close();
  }
});

test("claims, dispatches and settles a whole batch once if the response is lost", async () => {
  const proxy = await cuttingProxy(url());
  const store = await open(proxy.url);
  try {
    const place = await makeConnectedTenant(store);
    const made = Array.from({ length: 5 }, () => keyedExecution(place));
    proxy.loseResponseTo("executions.claim");
    const claimed = await Promise.all(made.map(({ row, claim }) => store.executions.claim(row, claim)));
    assert.ok(claimed.every(({ kind }) => kind === "claimed"));
    proxy.loseResponseTo("executions.dispatch");
    const dispatched = await Promise.all(
      made.map(({ row }) => store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching)),
    );
    assert.deepEqual(new Set(dispatched), new Set([true]));
    proxy.loseResponseTo("executions.settle");
    const expect = { from: "dispatched", ownerId: made[0]?.row.ownerId ?? "", fence: 1 } as const;
    const ended = await Promise.all(made.map(({ row }) => store.executions.settle(row, expect, succeeded)));
    assert.deepEqual([new Set(ended), proxy.lost()], [new Set([true]), 3]);
    for (const { claim } of made) {
      const found = await store.executions.findKey(claim);
      assert.deepEqual([found?.key.state, found?.execution?.status, found?.key.attempt], ["done", "succeeded", 1]);
    }
  } finally {
    await store.close();
    await proxy.close();
  }
});

test("reports no dispatch after a lost response if a sweep settled the record in between", async () => {
  const proxy = await cuttingProxy(url());
  const store = await open(proxy.url);
  try {
    const { row, claim } = keyedExecution(await makeConnectedTenant(store), { ownerId: newId("owner") });
    await store.executions.claim(row, claim);
    await other.executions.sweep({ silent: [], limit: 10 });
    proxy.loseResponseTo("executions.dispatch");
    assert.equal(await store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching), false);
    assert.equal(proxy.lost(), 1);
  } finally {
    await store.close();
    await proxy.close();
  }
});

test("throws without quoting anything if it cannot learn whether it dispatched", async () => {
  const proxy = await cuttingProxy(url());
  const store = await open(proxy.url);
  try {
    const { row, claim } = keyedExecution(await makeConnectedTenant(store));
    await store.executions.claim(row, claim);
    proxy.cutAll();
    await assert.rejects(
      store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching),
      (error: Error) => {
        assert.equal(error.name, "StoreError");
        assert.equal(error.cause, undefined);
        assert.ok(!error.message.includes(row.id));
        return true;
      },
    );
    const now = await other.executions.find(row.clientId, row.tenantId, row.id);
    assert.equal(now?.status, "accepted");
  } finally {
    await store.close();
    await proxy.close();
  }
});
