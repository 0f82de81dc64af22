/** A credential's use is appended to the chain in the same commit as the execution's claim. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { keyedExecution, sampleClient, sampleExecution, sampleKey } from "../../adapters/store/samples.ts";
import { freed } from "../../adapters/store/settlement-samples.ts";
import { cuttingProxy } from "../../adapters/store/testing/cutting-proxy.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { engines, sampleEvent, verify, type Database } from "./fixture.ts";
import { testSeals } from "../../test-seals.ts";

const place = { clientId: "scl_use", tenantId: "ten_1" };

async function createClient({ serviceClients }: Store): Promise<void> {
  await serviceClients.create(sampleClient({ id: place.clientId }), sampleKey(place.clientId), "operator");
}

function createUse(executionId: string) {
  return sampleEvent(place.clientId, 1, { id: `evt_${executionId}`, type: "credential.used", data: { executionId } });
}

for (const [name, make] of Object.entries(engines)) {
  describe(`${name}: uses`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await make();
      store = await database.open();
      await createClient(store);
    });
    after(async () => {
      await store.close();
      await database.drop();
    });
    const uses = async () => (await readUses(store)).map(({ data }) => data["executionId"]);

    test("a read and a write each append one use; a caller whose key is taken appends none", async () => {
      const read = sampleExecution(place);
      await store.executions.claim(read, null, createUse(read.id));
      const first = keyedExecution(place);
      await store.executions.claim(first.row, first.claim, createUse(first.row.id));
      const loser = keyedExecution(place, { idempotencyKey: first.row.idempotencyKey });
      assert.equal((await store.executions.claim(loser.row, loser.claim, createUse(loser.row.id))).kind, "taken");
      assert.deepEqual(await uses(), [read.id, first.row.id]);
    });

    test("a reused key appends one use per claim, and a caller whose key is taken appends none", async () => {
      const first = keyedExecution(place);
      await store.executions.claim(first.row, first.claim, createUse(first.row.id));
      await store.executions.settle(first.row, { from: "accepted", ownerId: "owner_a", fence: 0 }, freed);
      const retries = Array.from({ length: 8 }, () => keyedExecution(place, { idempotencyKey: first.claim.key }));
      const results = await Promise.all(
        retries.map(({ row, claim }) => store.executions.claim(row, claim, createUse(row.id))),
      );
      const won = results.flatMap((result) => (result.kind === "claimed" ? [result.row] : []));
      assert.deepEqual(
        won.map(({ attempt }) => attempt),
        [2],
      );
      assert.deepEqual((await uses()).slice(-2), [first.row.id, won[0]?.id]);
      assert.equal((await verify(store, place.clientId)).ok, true);
    });

    test("rolls back the claim if its use can't be appended", async () => {
      const { row, claim } = keyedExecution(place);
      // The first can't be serialized, and only the database refuses the second.
      for (const at of [Number.NaN, 1.5]) {
        await assert.rejects(store.executions.claim(row, claim, { ...createUse(row.id), at }));
        assert.equal(await store.executions.find(place.clientId, place.tenantId, row.id), null);
      }
      assert.equal((await store.executions.claim(row, claim, createUse(row.id))).kind, "claimed");
    });

    test("concurrent claims by one client create one unbroken chain", async () => {
      const made = Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? keyedExecution(place) : { row: sampleExecution(place), claim: null },
      );
      // Other events for the same client at the same time are appended by other statements.
      const others = Array.from({ length: 10 }, (_, n) => sampleEvent(place.clientId, n, { id: `evt_beside_${n}` }));
      await Promise.all([
        ...made.map(({ row, claim }) => store.executions.claim(row, claim, createUse(row.id))),
        ...others.map((event) => store.audit.append(event)),
      ]);
      const found = new Set(await uses());
      assert.ok(made.every(({ row }) => found.has(row.id)));
      assert.equal((await verify(store, place.clientId)).ok, true);
    });
  });
}

test("concurrent single claims by several replicas append to one chain, and each key belongs to one replica", async () => {
  const database = await engines.PostgreSQL();
  const replicas = await Promise.all(Array.from({ length: 4 }, () => database.open()));
  const [store] = replicas;
  assert.ok(store !== undefined);
  await createClient(store);
  try {
    const rounds = 40;
    const claimedByReplica = await Promise.all(
      replicas.map(async (replica, number) => {
        let claimed = 0;
        // One after another, so that each is sent on its own.
        for (let round = 0; round < rounds; round += 1) {
          const own = round % 2 === 0;
          const { row, claim } = keyedExecution(place, {
            idempotencyKey: own ? `${number}-${round}` : `shared-${round}`,
          });
          const result = await replica.executions.claim(row, claim, createUse(row.id));
          claimed += Number(result.kind === "claimed");
        }
        return claimed;
      }),
    );
    const total = (rounds / 2) * replicas.length + rounds / 2;
    assert.equal(
      claimedByReplica.reduce((sum, claimed) => sum + claimed, 0),
      total,
    );
    assert.equal((await readUses(store)).length, total);
    assert.equal((await verify(store, place.clientId)).ok, true);
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()));
    await database.drop();
  }
});

test("appends one use if the database's response to a claim was lost", async () => {
  const database = await engines.PostgreSQL();
  const proxy = await cuttingProxy(database.url);
  const store = await openStore({ seals: testSeals, url: proxy.url, nowMs: Date.now, migrate: true, serve: true });
  try {
    await createClient(store);
    const { row, claim } = keyedExecution(place);
    const read = sampleExecution(place);
    proxy.loseResponseTo("executions.claim");
    assert.equal((await store.executions.claim(row, claim, createUse(row.id))).kind, "claimed");
    proxy.loseResponseTo("executions.claim");
    assert.equal((await store.executions.claim(read, null, createUse(read.id))).kind, "claimed");
    assert.equal(proxy.lost(), 2);
    const events = await readUses(store);
    assert.deepEqual(
      events.map(({ data }) => data["executionId"]),
      [row.id, read.id],
    );
  } finally {
    await store.close();
    await proxy.close();
    await database.drop();
  }
});

async function readUses(store: Store): Promise<AuditEvent[]> {
  const events = await store.audit.page(place.clientId, 0, 1000);
  return events.filter(({ type }) => type === "credential.used");
}
