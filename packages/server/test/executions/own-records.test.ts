/** What a process does with its own records: those it works on stay, those it lost hold of are settled, at any age. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createInHand } from "../../src/executions/in-hand.ts";
import { createOwnerWatch } from "../../src/executions/owner-watch.ts";
import { sweepOnce, type SweepDeps } from "../../src/executions/sweeper.ts";
import { StoreError } from "../../src/store/errors.ts";
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
    sessionExpired: () => assert.fail("no session is here"),
    clock: fixedClock(Date.now() + 400 * 86_400_000),
    platform: deps.platform,
    ownerId: () => ownerId,
    inHand: deps.inHand,
    onSettled: ({ failed, unknown }, whose) => settled.push(`${whose}: ${failed} failed, ${unknown} unknown`),
  };
  const watch = createOwnerWatch({ silentMs: 5000, pauseMaxMs: 1500 });
  const sweep = async (): Promise<string[]> => {
    await sweepOnce(sweepDeps, watch);
    return settled.splice(0);
  };
  try {
    await use(world, sweep);
  } finally {
    await world.close();
  }
}

const statusOf = async (world: World, key: string) => (await world.rows(key))[0]?.status;

test("a record in hand is not swept, however long its provider takes and whatever the clock says", () =>
  within(async (world, sweep) => {
    let answer = (): void => undefined;
    world.change = () => new Promise((resolve) => (answer = () => resolve(answered(200))));
    const running = world.run("slow");
    while (world.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await sweep(), []);
    assert.equal(await statusOf(world, "slow"), "dispatched");
    answer();
    assert.equal((await running).kind, "answered");
    assert.equal(await statusOf(world, "slow"), "succeeded");
    assert.deepEqual(await sweep(), []);
  }));

test("a settlement that could not be written in time is kept, and is written when the store answers again", () =>
  within(async (world, sweep) => {
    let isAway = true;
    const settle: typeof world.store.executions.settle = async (...args) => {
      if (isAway) throw new StoreError("AWAY", false);
      return await world.store.executions.settle(...args);
    };
    world.deps = { ...world.deps, store: { ...world.store.executions, settle } };
    const told = await world.run("kept");
    assert.equal(told.kind, "refused", "its caller is not told more than is recorded");
    assert.deepEqual(await sweep(), [], "it is in hand");
    assert.equal(await statusOf(world, "kept"), "dispatched");
    isAway = false;
    assert.deepEqual(await sweep(), []);
    assert.equal(await statusOf(world, "kept"), "succeeded");
    assert.equal(world.deps.inHand.has((await world.rows("kept"))[0]?.id ?? ""), false);
  }));

test("a record that nobody works on any more is settled by its own process", () =>
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

test("sessions end by a confirmed time only", async () => {
  const swept: number[] = [];
  const deps = {
    executions: { sweep: () => Promise.resolve({ failed: 0, unknown: 0 }), openOf: () => Promise.resolve([]) },
    owners: { living: () => Promise.resolve([]) },
    idempotency: { freeOfDeadOwners: () => Promise.resolve(0) },
    connectSessions: { sweep: (nowMs: number) => Promise.resolve(swept.push(nowMs)) },
    platform: { uptimeMs: () => 1 },
    ownerId: () => "a",
    inHand: createInHand(),
  } as unknown as SweepDeps;
  const watch = createOwnerWatch({ silentMs: 1, pauseMaxMs: 1 });
  await sweepOnce({ ...deps, clock: jumpedClock }, watch);
  assert.deepEqual(swept, []);
  await sweepOnce({ ...deps, clock: fixedClock(77) }, watch);
  assert.deepEqual(swept, [77]);
});

test("unwritten settlements are tried until each is written, and others wait while the store is away", async () => {
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
