/** At a place that was looked up lately nothing is looked up again, and nothing is told or done that is no longer so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import type { ExecutionStore } from "../../src/executions/port.ts";
import { makeWorld, setThing, type World } from "./world.ts";

type Asked = { lookUps: number; claims: (number | undefined)[]; ended: number; withdrawn: number };

/** A world in which something was executed, and what is asked of store and admission from then on. */
async function atKnownPlace(prove: (world: World, asked: Asked) => Promise<void>): Promise<void> {
  const world = await makeWorld();
  try {
    assert.equal(await codeOf(world, "first"), "succeeded");
    const asked: Asked = { lookUps: 0, claims: [], ended: 0, withdrawn: 0 };
    const { executions } = world.store;
    const lookUp: ExecutionStore["lookUp"] = (...place) => {
      asked.lookUps += 1;
      return executions.lookUp(...place);
    };
    const claim: ExecutionStore["claim"] = (row, key, use, recalled) => {
      asked.claims.push(recalled?.credentialVersion);
      return executions.claim(row, key, use, recalled);
    };
    const admission = {
      end: () => void (asked.ended += 1),
      withdraw: () => void (asked.withdrawn += 1),
    };
    world.deps = { ...world.deps, store: { ...executions, lookUp, claim }, admit: () => admission };
    await prove(world, asked);
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

test("nothing is looked up, and the claim says that the place is as it was", () =>
  atKnownPlace(async (world, asked) => {
    assert.equal(await codeOf(world, "second"), "succeeded");
    assert.deepEqual(asked, { lookUps: 0, claims: [1], ended: 1, withdrawn: 0 });
    assert.equal(world.sent.length, 2);
  }));

test("a key that was claimed is replayed, and counts as no execution", () =>
  atKnownPlace(async (world, asked) => {
    assert.equal(await codeOf(world, "first"), "replayed");
    assert.deepEqual(asked, { lookUps: 1, claims: [1], ended: 0, withdrawn: 1 });
    assert.equal(world.sent.length, 1);
  }));

const changes: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  CONNECTION_NOT_ACTIVE: async (world) => {
    const [row] = await world.rows("first");
    assert.ok(row !== undefined);
    await world.store.connections.disconnect(row.clientId, row.tenantId, row.connectionId, Date.now());
  },
  TENANT_NOT_FOUND: async (world) => {
    const [row] = await world.rows("first");
    assert.ok(row !== undefined);
    await world.store.tenants.remove(row.clientId, row.tenantId, Date.now(), true);
  },
};
for (const [code, change] of Object.entries(changes)) {
  test(`what somebody else changed is seen at once: ${code}`, () =>
    atKnownPlace(async (world, asked) => {
      await change(world);
      assert.equal(await codeOf(world, "second"), code);
      assert.deepEqual(asked, { lookUps: 1, claims: [1], ended: 0, withdrawn: 1 });
      assert.equal(world.sent.length, 1);
      assert.equal(await codeOf(world, "third"), code);
      assert.deepEqual([asked.lookUps, asked.claims.length], [2, 1]);
    }));
}

const refusals: Readonly<Record<string, (world: World) => void>> = {
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
  test(`nobody is refused by what is remembered, but by a look-up: ${code}`, () =>
    atKnownPlace(async (world, asked) => {
      refuse(world);
      assert.equal(await codeOf(world, "second"), code);
      assert.deepEqual([asked.lookUps, asked.claims], [1, []]);
      // A key that was claimed answers whatever stands against a new one.
      assert.equal(await codeOf(world, "first"), "replayed");
      assert.equal(world.sent.length, 1);
    }));
}

test("a fault of ours is no refusal, and is not tried again by a look-up", () =>
  atKnownPlace(async (world, asked) => {
    world.deps.inputErrors = () => {
      throw new RangeError("broken");
    };
    await assert.rejects(world.run("second"), RangeError);
    assert.equal(asked.lookUps, 0);
  }));

test("the place is that of one action's connection: another action there is checked by itself", () =>
  atKnownPlace(async (world, asked) => {
    world.deps.actions.find = () => ({ provider: world.provider, action: { ...setThing, id: "things.other" } });
    world.deps.actions.isEffective = (_client, _provider, id) => id === "things.other";
    assert.equal(await codeOf(world, "second"), "ACTION_NOT_FOUND");
    assert.deepEqual([asked.lookUps, asked.claims], [1, []]);
  }));
