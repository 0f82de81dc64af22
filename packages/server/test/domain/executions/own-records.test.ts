/** A process's sweep of its own records: it leaves those in hand alone, and settles the others, whatever their age. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInHand, createOwnerWatch, type SweepDeps, sweepOnce } from "../../../src/domain/executions/sweeper.ts";
import { StoreError } from "../../../src/adapters/store/errors.ts";
import { fixedClock, jumpedClock } from "../clock/fixed.ts";
import { answered, makeWorld, ownerId, type World } from "./world.ts";

async function within(use: (world: World, sweep: () => Promise<string[]>) => Promise<void>): Promise<void> {
  const world = await makeWorld();
  const { store, deps } = world;
  const settled: string[] = [];
  const sweepDeps: SweepDeps = {
    executions: store.executions,
    owners: store.owners,
    idempotency: store.idempotency,
    connectSessions: { sweep: () => Promise.resolve(0) },
    onExpired: (sessions) => assert.equal(sessions, 0),
    connections: { sweepExpiry: () => Promise.resolve(0) },
    clock: fixedClock(Date.now() + 400 * 86_400_000),
    platform: deps.platform,
    ownerId: () => ownerId,
    inHand: deps.inHand,
    onSettled: ({ failed, unknown }, whose) => settled.push(`${whose}: ${failed} failed, ${unknown} unknown`),
  };
  const watch = createOwnerWatch({ silentMs: 5000, pauseMaxMs: 1500 });
  const sweep = async (): Promise<string[]> => {
    await sweepOnce({ ...sweepDeps, executions: world.store.executions }, watch);
    return settled.splice(0);
  };
  try {
    await use(world, sweep);
  } finally {
    await world.close();
  }
}

const statusOf = async (world: World, key: string) => (await world.rows(key))[0]?.status;

test("does not sweep a record in hand, however long the provider takes and whatever the clock says", () =>
  within(async (world, sweep) => {
    let respond = (): void => undefined;
    world.change = () => new Promise((resolve) => (respond = () => resolve(answered(200))));
    const running = world.run("slow");
    while (world.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await sweep(), []);
    assert.equal(await statusOf(world, "slow"), "dispatched");
    respond();
    assert.equal((await running).kind, "answered");
    assert.equal(await statusOf(world, "slow"), "succeeded");
    assert.deepEqual(await sweep(), []);
  }));

test("keeps a settlement that could not be written, and writes it when the store answers again", () =>
  within(async (world, sweep) => {
    let isAway = true;
    const settle: typeof world.store.executions.settle = async (...args) => {
      if (isAway) throw new StoreError("AWAY", false);
      return await world.store.executions.settle(...args);
    };
    world.deps = { ...world.deps, store: { ...world.store.executions, settle } };
    const told = await world.run("kept");
    assert.equal(told.kind, "refused", "its caller learns no more than is recorded");
    assert.deepEqual(await sweep(), [], "it is in hand");
    assert.equal(await statusOf(world, "kept"), "dispatched");
    isAway = false;
    assert.deepEqual(await sweep(), []);
    assert.equal(await statusOf(world, "kept"), "succeeded");
    assert.equal(world.deps.inHand.has((await world.rows("kept"))[0]?.id ?? ""), false);
  }));

test("settles its own record once it is no longer in hand", () =>
  within(async (world, sweep) => {
    const claim: typeof world.store.executions.claim = async (...args) => {
      await world.store.executions.claim(...args);
      throw new StoreError("LOST", true);
    };
    world.deps = { ...world.deps, store: { ...world.store.executions, claim } };
    await assert.rejects(world.run("lost"));
    assert.equal(await statusOf(world, "lost"), "accepted");
    assert.deepEqual(await sweep(), ["own: 1 failed, 0 unknown"]);
    assert.equal(await statusOf(world, "lost"), "failed");
  }));

test("settles a record that a failover reopened with the outcome this process knows, and does not give it up", () =>
  within(async (world, sweep) => {
    const back = { id: "ex_back", status: "dispatched" };
    const steps: string[] = [];
    world.store = {
      ...world.store,
      executions: {
        ...world.store.executions,
        openOf: () => Promise.resolve(back.status === "dispatched" ? [back.id] : []),
        restoreLost() {
          steps.push("restored");
          back.status = "succeeded";
          return Promise.resolve(1);
        },
        giveUp(_ownerId, ids) {
          steps.push(`gave up ${ids.join()}`);
          return Promise.resolve({ failed: 0, unknown: ids.length });
        },
      },
    };
    assert.deepEqual(await sweep(), []);
    assert.deepEqual(steps, ["restored"]);
    assert.equal(back.status, "succeeded");
  }));

test("sessions and credentials expire only by a confirmed time", async () => {
  const swept: number[] = [];
  const expired: number[] = [];
  const deps = {
    executions: { sweep: () => Promise.resolve({ failed: 0, unknown: 0 }), openOf: () => Promise.resolve([]) },
    owners: { living: () => Promise.resolve([]) },
    idempotency: { releaseOfDeadOwners: () => Promise.resolve(0) },
    connectSessions: { sweep: (nowMs: number) => Promise.resolve(swept.push(nowMs)) },
    onExpired: (sessions: number) => void expired.push(sessions),
    connections: { sweepExpiry: (nowMs: number) => Promise.resolve(swept.push(nowMs)) },
    platform: { uptimeMs: () => 1 },
    ownerId: () => "a",
    inHand: createInHand(),
  } as unknown as SweepDeps;
  const watch = createOwnerWatch({ silentMs: 1, pauseMaxMs: 1 });
  await sweepOnce({ ...deps, clock: jumpedClock }, watch);
  assert.deepEqual(swept, []);
  await sweepOnce({ ...deps, clock: fixedClock(77) }, watch);
  assert.deepEqual([swept, expired], [[77, 77], [1]]);
});

test("retries unwritten settlements in order until each is written", async () => {
  const inHand = createInHand();
  const tried: string[] = [];
  const write = (id: string, fails: number) => async () => {
    tried.push(id);
    if (tried.filter((other) => other === id).length <= fails) throw new Error("away");
  };
  inHand.keepUnwritten("a", write("a", 2));
  inHand.keepUnwritten("b", write("b", 0));
  for (let round = 0; round < 3; round += 1) await inHand.writeUnwritten();
  assert.deepEqual(tried, ["a", "a", "a", "b"]);
  assert.deepEqual([inHand.has("a"), inHand.has("b")], [false, false]);
});
