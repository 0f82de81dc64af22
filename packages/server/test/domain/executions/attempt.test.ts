/**
 * Attempts that hit an internal fault or lose their lease: each record is settled, and no dispatch means no request.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sweepAsDead } from "../../adapters/store/samples.ts";
import { answered, makeWorld, ownerId, type World } from "./world.ts";
import { codeOfResult } from "./result-code.ts";

async function inWorld(prove: (world: World) => Promise<void>): Promise<void> {
  const world = await makeWorld();
  try {
    await prove(world);
  } finally {
    await world.close();
  }
}

/** Runs a request. @returns its code, or `succeeded`. */
async function codeOf(world: World, key: string): Promise<string> {
  return codeOfResult(await world.run(key));
}

const broken = () => {
  throw new RangeError("a message with canary-credential in it");
};

const breakages: Readonly<Record<string, (world: World) => void>> = {
  "a credential that cannot be opened": (world) => {
    const open = () => Promise.resolve({ kind: "unreadable" } as const);
    world.deps = { ...world.deps, credentials: { ...world.deps.credentials, open } };
  },
  "a vault that fails": (world) => {
    const open = () => Promise.reject(new Error("canary-credential"));
    world.deps = { ...world.deps, credentials: { ...world.deps.credentials, open } };
  },
  "a credential that no header can carry": (world) => {
    world.deps = { ...world.deps, transport: { open: broken } };
  },
  "a lease that has ended before the change": (world) => {
    world.leaseHolds = false;
  },
  "a lease that ends during the probe": (world) => {
    world.read = () => {
      world.leaseHolds = false;
      return answered(200, []);
    };
  },
};

for (const [what, breakIt] of Object.entries(breakages)) {
  test(`sends nothing and releases the key: ${what}`, () =>
    inWorld(async (world) => {
      const { deps, read } = world;
      breakIt(world);
      assert.equal(await codeOf(world, "k"), "ACTION_NOT_DISPATCHED");
      const [row] = await world.rows("k");
      assert.deepEqual([row?.status, row?.dispatchedAt], ["failed", null]);
      assert.equal(world.sent.length, 0);
      assert.doesNotMatch(JSON.stringify([row, world.defects]), /canary/);
      Object.assign(world, { deps, read, leaseHolds: true });
      assert.equal(await codeOf(world, "k"), "succeeded");
      assert.equal(world.sent.length, 1);
    }));
}

test("sends nothing and releases the key if the lease ends between the dispatch and the first byte", () =>
  inWorld(async (world) => {
    const { dispatch } = world.store.executions;
    const { deps } = world;
    const store = {
      ...deps.store,
      dispatch: async (...args: Parameters<typeof dispatch>) => {
        const done = await dispatch(...args);
        world.leaseHolds = false;
        return done;
      },
    };
    world.deps = { ...deps, store };
    assert.equal(await codeOf(world, "k"), "ACTION_NOT_DISPATCHED");
    const [row] = await world.rows("k");
    assert.equal(row?.status, "failed");
    assert.notEqual(row.dispatchedAt, null);
    assert.equal(world.sent.length, 0);
    Object.assign(world, { deps, leaseHolds: true });
    assert.equal(await codeOf(world, "k"), "succeeded");
    assert.equal(world.sent.length, 1);
  }));

test("records the response as a late response if a sweep was faster, and keeps the sweep's status", () =>
  inWorld(async (world) => {
    world.change = async () => {
      const swept = await sweepAsDead(world.store, ownerId);
      assert.equal(swept.unknown, 1);
      return answered(200);
    };
    assert.equal(await codeOf(world, "k"), "ACTION_OUTCOME_UNKNOWN");
    const [row] = await world.rows("k");
    assert.deepEqual([row?.status, row?.lateResponse?.verdict], ["outcome_unknown", "succeeded"]);
    assert.equal(await codeOf(world, "k"), "ACTION_OUTCOME_UNKNOWN");
    assert.equal(world.sent.length, 1);
  }));

test("does not send the change if a sweep was faster", () =>
  inWorld(async (world) => {
    world.read = async () => {
      await sweepAsDead(world.store, ownerId);
      return answered(200, []);
    };
    assert.equal(await codeOf(world, "k"), "ACTION_NOT_DISPATCHED");
    assert.equal(world.sent.length, 0);
  }));

test("returns the refusal even if the connection cannot be marked as needs_reconnect", () =>
  inWorld(async (world) => {
    world.change = () => answered(401);
    world.deps = { ...world.deps, markNeedsReconnect: () => Promise.reject(new Error("canary-credential")) };
    assert.equal(await codeOf(world, "k"), "PROVIDER_UNAUTHORIZED");
    assert.equal(await codeOf(world, "k"), "PROVIDER_UNAUTHORIZED");
    assert.equal(world.sent.length, 1);
    assert.deepEqual(world.defects, ["NeedsReconnectNotRecorded"]);
  }));

test("stays in flight until its record is settled, whether or not its caller waits", () =>
  inWorld(async (world) => {
    const { inFlight } = world.deps;
    const recorded: unknown[] = [];
    world.change = () => {
      for (const running of inFlight) {
        recorded.push(running.then(async () => (await world.rows("k"))[0]?.status));
      }
      return answered(200);
    };
    assert.equal(await codeOf(world, "k"), "succeeded");
    assert.deepEqual([await Promise.all(recorded), inFlight.size], [["succeeded"], 0]);
  }));
