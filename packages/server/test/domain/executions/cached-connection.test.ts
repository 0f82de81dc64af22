/** Executing with a cached connection: it saves the look-up, and never causes an outdated response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { ExecutionStore } from "../../../src/domain/executions/port.ts";
import { makeWorld, setThing, type World } from "./world.ts";

/** Calls to store and admission: the versions that claims expected, and whether each ended admission was claimed. */
type Calls = { lookUps: number; claims: (number | undefined)[]; admitted: number; ended: boolean[] };

/** Runs with the connection in the cache, and counts the calls from then on. */
async function withCachedConnection(prove: (world: World, calls: Calls) => Promise<void>): Promise<void> {
  const world = await makeWorld();
  try {
    assert.equal(await codeOf(world, "first"), "succeeded");
    const calls: Calls = { lookUps: 0, claims: [], admitted: 0, ended: [] };
    const { executions } = world.store;
    const lookUp: ExecutionStore["lookUp"] = (ref) => {
      calls.lookUps += 1;
      return executions.lookUp(ref);
    };
    const claim: ExecutionStore["claim"] = (row, key, use, cachedVersion) => {
      calls.claims.push(cachedVersion);
      return executions.claim(row, key, use, cachedVersion);
    };
    const admit = () => {
      calls.admitted += 1;
      return { end: (wasClaimed: boolean) => void calls.ended.push(wasClaimed) };
    };
    world.deps = { ...world.deps, store: { ...executions, lookUp, claim }, admit };
    await prove(world, calls);
  } finally {
    await world.close();
  }
}

async function codeOf(world: World, key: string): Promise<string> {
  try {
    const result = await world.run(key);
    return result.kind === "refused" ? result.error.code : result.replayed ? "replayed" : "succeeded";
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error.code;
  }
}

test("looks nothing up, and claims with the cached version", () =>
  withCachedConnection(async (world, calls) => {
    assert.equal(await codeOf(world, "second"), "succeeded");
    assert.deepEqual(calls, { lookUps: 0, claims: [1], admitted: 1, ended: [true] });
    assert.equal(world.sent.length, 2);
  }));

test("replays a claimed key, without counting it as an execution", () =>
  withCachedConnection(async (world, calls) => {
    assert.equal(await codeOf(world, "first"), "replayed");
    assert.deepEqual(calls, { lookUps: 1, claims: [1], admitted: 1, ended: [false] });
    assert.equal(world.sent.length, 1);
  }));

test("runs with the new credential if the cached one was replaced, under one admission", () =>
  withCachedConnection(async (world, calls) => {
    const refs: number[] = [];
    const { claim } = world.deps.store;
    world.deps.store.claim = (row, key, use, cachedVersion) => {
      refs.push(cachedVersion ?? 0);
      return claim(row, key, use, cachedVersion === undefined ? undefined : cachedVersion + 1);
    };
    assert.equal(await codeOf(world, "second"), "succeeded");
    assert.deepEqual([calls.lookUps, refs, calls.admitted, calls.ended], [1, [1, 0], 1, [true]]);
    assert.equal(world.sent.length, 2);
  }));

const changes: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  CONNECTION_NOT_ACTIVE: async (world) => {
    const [row] = await world.rows("first");
    assert.ok(row !== undefined);
    await world.store.connections.disconnect(row.clientId, row.tenantId, row.connectionId, Date.now(), "operator");
  },
  TENANT_NOT_FOUND: async (world) => {
    const [row] = await world.rows("first");
    assert.ok(row !== undefined);
    await world.store.tenants.remove(row.clientId, row.tenantId, Date.now(), true, "operator");
  },
};
for (const [code, change] of Object.entries(changes)) {
  test(`sees another process's change immediately: ${code}`, () =>
    withCachedConnection(async (world, calls) => {
      await change(world);
      assert.equal(await codeOf(world, "second"), code);
      assert.deepEqual(calls, { lookUps: 1, claims: [1], admitted: 1, ended: [false] });
      assert.equal(world.sent.length, 1);
      assert.equal(await codeOf(world, "third"), code);
      assert.deepEqual([calls.lookUps, calls.claims.length], [2, 1]);
    }));
}

const refusals: Readonly<Record<string, (world: World) => void>> = {
  CONNECTION_NOT_ACTIVE: ({ deps }) => (deps.actions.origins = { isListed: () => false }),
  ACTION_NOT_FOUND: ({ deps }) => (deps.actions.isEffective = () => false),
  INPUT_INVALID: ({ deps }) => (deps.inputErrors = () => [{ pointer: "/input", keyword: "type", message: "No." }]),
  RATE_LIMITED: ({ deps }) => {
    deps.admit = () => {
      throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: 1 });
    };
  },
  IDEMPOTENCY_RESULT_EXPIRED: ({ deps }) => {
    deps.keys.expiry.refuse = () => {
      throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED");
    };
  },
};
for (const [code, refuse] of Object.entries(refusals)) {
  test(`refuses only after a look-up: ${code}`, () =>
    withCachedConnection(async (world, calls) => {
      refuse(world);
      assert.equal(await codeOf(world, "second"), code);
      assert.deepEqual([calls.lookUps, calls.claims], [1, []]);
      // A claimed key is replayed even if a new one would be refused.
      assert.equal(await codeOf(world, "first"), "replayed");
      assert.equal(world.sent.length, 1);
    }));
}

test("rethrows an internal fault, and does not retry it with a look-up", () =>
  withCachedConnection(async (world, calls) => {
    world.deps.inputErrors = () => {
      throw new RangeError("broken");
    };
    await assert.rejects(world.run("second"), RangeError);
    assert.equal(calls.lookUps, 0);
  }));

test("authorizes every action separately", () =>
  withCachedConnection(async (world, calls) => {
    world.deps.actions.find = () => ({ provider: world.provider, action: { ...setThing, id: "things.other" } });
    world.deps.actions.isEffective = (_client, _provider, id) => id === "things.other";
    assert.equal(await codeOf(world, "second"), "ACTION_NOT_FOUND");
    assert.deepEqual([calls.lookUps, calls.claims], [1, []]);
  }));
