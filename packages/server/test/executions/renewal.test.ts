/**
 * A call that meets a 401 under OAuth: the token is renewed once, a read goes on under its record, and a write becomes one
 * new recorded attempt. The book of changing requests never holds more than one that was executed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionRow } from "../../src/executions/port.ts";
import { sweepAsDead } from "../store/samples.ts";
import { codeOf, makeOAuthWorld, type OAuthWorld } from "./oauth-world.ts";
import { ownerId } from "./world.ts";

async function inWorld(prove: (world: OAuthWorld) => Promise<void>): Promise<void> {
  const world = await makeOAuthWorld();
  try {
    await prove(world);
  } finally {
    await world.close();
  }
}

/** What the record book says of a key or an action, oldest first. */
function told(rows: readonly ExecutionRow[]): unknown[] {
  return [...rows]
    .reverse()
    .map(({ attempt, status, errorCode, providerStatus }) => [attempt, status, errorCode, providerStatus]);
}

/** Makes the provider refuse the connection's present token, as when another took its place. */
function endToken({ server }: OAuthWorld): void {
  const { accepts } = server;
  server.accepts = (accessToken) => accessToken !== "canary-access-1" && accepts(accessToken);
}

const attempts = ["the changing request", "a probe"] as const;

for (const what of attempts) {
  test(`a write whose ${what} met a 401: one new recorded attempt under the renewed token`, () =>
    inWorld(async (world) => {
      endToken(world);
      world.probeIsRefused = what === "a probe";
      assert.equal(codeOf(await world.write("k")), "succeeded");
      assert.deepEqual(told(await world.rows("k")), [
        [1, "failed", "PROVIDER_UNAUTHORIZED", 401],
        [2, "succeeded", "", 200],
      ]);
      const dispatched = (await world.rows("k")).map(({ dispatchedAt }) => dispatchedAt !== null);
      assert.deepEqual(dispatched, [true, what !== "a probe"]);
      assert.deepEqual(world.executed, ["canary-access-2"]);
      assert.equal(world.server.asked.length, 1);
      assert.deepEqual(await world.connection(), ["active", 2]);
      assert.doesNotMatch(JSON.stringify([await world.rows("k"), world.audited, world.defects]), /canary/);
      // The key holds the last attempt's answer.
      const again = await world.write("k");
      assert.deepEqual([codeOf(again), again.replayed, world.executed.length], ["succeeded", true, 1]);
    }));
}

test("a read that met a 401 runs again under its one record", () =>
  inWorld(async (world) => {
    endToken(world);
    assert.equal(codeOf(await world.read()), "succeeded");
    assert.deepEqual(told(await world.rows(null)), [[1, "succeeded", "", 200]]);
    // What is kept of one version must not be found under another.
    assert.deepEqual(world.openedUnder, [1, 2]);
    assert.deepEqual([world.server.asked.length, await world.connection()], [1, ["active", 2]]);
  }));

test("a token that another replica has renewed meanwhile is just used", () =>
  inWorld(async (world) => {
    const found = await world.found();
    const lookUp = () => Promise.resolve({ connection: found, isKeyKnown: false });
    world.deps = { ...world.deps, store: { ...world.deps.store, lookUp } };
    await world.elsewhere.live.renew(world.sealed(found), 1, world.soon());
    assert.equal(codeOf(await world.read()), "succeeded");
    assert.deepEqual([world.server.granted, world.server.isRevoked], [1, false]);
  }));

for (const effect of ["read", "write"] as const) {
  const run = (world: OAuthWorld) => (effect === "read" ? world.read() : world.write("k"));
  const rows = (world: OAuthWorld) => world.rows(effect === "read" ? null : "k");

  test(`a second 401 condemns the renewed version and is final: ${effect}`, () =>
    inWorld(async (world) => {
      world.server.accepts = () => false;
      const result = await run(world);
      assert.equal(codeOf(result), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual(await world.connection(), ["needs_reconnect", 2]);
      assert.equal(world.server.asked.length, 1);
      assert.deepEqual(world.executed, []);
      const refused = [1, "failed", "PROVIDER_UNAUTHORIZED", 401];
      assert.deepEqual(told(await rows(world)), effect === "read" ? [refused] : [refused, [2, ...refused.slice(1)]]);
      if (effect === "read") return;
      const again = await run(world);
      assert.deepEqual([codeOf(again), again.replayed], ["PROVIDER_UNAUTHORIZED", true]);
    }));

  test(`a second 401 while another replica renews the token condemns nothing, and the same request may come again: ${effect}`, () =>
    inWorld(async (world) => {
      const { accepts } = world.server;
      world.server.accepts = () => false;
      const { credentials } = world.deps;
      const { connection } = await world.found();
      const place = { clientId: connection.clientId, tenantId: connection.tenantId, connectionId: connection.id };
      const take = (version: number) => world.store.credentialRefreshes.take(place, version, "elsewhere", 60_000);
      const renew: typeof credentials.renew = async (...given) => {
        const state = await credentials.renew(...given);
        assert.ok(state.kind === "ready" && (await take(state.version)) !== null);
        return state;
      };
      world.deps = { ...world.deps, credentials: { ...credentials, renew } };
      const code = effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED";
      assert.equal(codeOf(await run(world)), code);
      assert.deepEqual(await world.connection(), ["active", 2]);
      world.server.accepts = accepts;
      assert.equal(codeOf(await run(world)), "succeeded");
    }));

  test(`without a refresh token a 401 condemns at once: ${effect}`, () =>
    inWorld(async (world) => {
      await world.reconnectWithoutRefreshToken();
      world.server.accepts = () => false;
      assert.equal(codeOf(await run(world)), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual([world.server.asked.length, await world.connection()], [0, ["needs_reconnect", 2]]);
      assert.deepEqual(told(await rows(world)), [[1, "failed", "PROVIDER_UNAUTHORIZED", 401]]);
    }));

  test(`invalid_grant after a 401 condemns: ${effect}`, () =>
    inWorld(async (world) => {
      world.server.isRevoked = true;
      assert.equal(codeOf(await run(world)), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual(await world.connection(), ["needs_reconnect", 1]);
      assert.deepEqual(told(await rows(world)), [[1, "failed", "PROVIDER_UNAUTHORIZED", 401]]);
    }));

  for (const move of ["lose request", "unreachable", "invalid_client"] as const) {
    test(`where a 401 cannot be followed by a renewal (${move}), nothing is condemned and the key is free: ${effect}`, () =>
      inWorld(async (world) => {
        endToken(world);
        world.server.moves = [move, move];
        const code = effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED";
        assert.equal(codeOf(await run(world)), code);
        assert.deepEqual(await world.connection(), ["active", 1]);
        assert.deepEqual(told(await rows(world)), [[1, "failed", code, 401]]);
        world.clock.sleptMs += 6000;
        world.server.moves = [];
        assert.equal(codeOf(await run(world)), "succeeded");
        assert.deepEqual(world.executed, effect === "read" ? [] : ["canary-access-2"]);
      }));
  }

  test(`an expired token that cannot be renewed sends nothing, and the same request may come again: ${effect}`, () =>
    inWorld(async (world) => {
      world.clock.skewMs = 3_600_001;
      world.server.moves = ["unreachable"];
      assert.equal(codeOf(await run(world)), "PROVIDER_UNREACHABLE");
      assert.equal(world.requests, 0);
      assert.deepEqual(told(await rows(world)), [[1, "failed", "PROVIDER_UNREACHABLE", null]]);
      assert.deepEqual(await world.connection(), ["active", 1]);
      world.clock.sleptMs += 6000;
      assert.equal(codeOf(await run(world)), "succeeded");
      assert.equal(world.server.asked.length, 2);
    }));

  test(`a disconnection while the token is renewed: nothing is sent afterwards: ${effect}`, () =>
    inWorld(async (world) => {
      endToken(world);
      world.server.onRequest = () => world.disconnect();
      assert.equal(codeOf(await run(world)), effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED");
      assert.deepEqual([world.executed, (await world.connection())[0]], [[], "disconnected"]);
    }));
}

test("a caller who is faster with the freed key makes the one new attempt, and the first is told as a loser", () =>
  inWorld(async (world) => {
    endToken(world);
    const { settle } = world.deps.store;
    let other: Promise<string> | undefined;
    const store = {
      ...world.deps.store,
      settle: async (...args: Parameters<typeof settle>) => {
        const settled = await settle(...args);
        // The first record is settled and its key free; before it is claimed again, somebody else repeats the request.
        other ??= world.write("k").then(codeOf);
        await other;
        return settled;
      },
    };
    world.deps = { ...world.deps, store };
    const first = world.write("k");
    world.deps = { ...world.deps, store: { ...store, settle } };
    const result = await first;
    assert.deepEqual([codeOf(result), result.replayed, await other], ["succeeded", true, "succeeded"]);
    assert.deepEqual(told(await world.rows("k")), [
      [1, "failed", "PROVIDER_UNAUTHORIZED", 401],
      [2, "succeeded", "", 200],
    ]);
    assert.deepEqual(world.executed, ["canary-access-2"]);
  }));

test("a sweep that was faster than the renewal: the record is the sweep's, and no attempt follows", () =>
  inWorld(async (world) => {
    endToken(world);
    world.server.onRequest = async () => {
      await sweepAsDead(world.store, ownerId);
    };
    const result = await world.write("k");
    assert.deepEqual([codeOf(result), result.replayed], ["ACTION_OUTCOME_UNKNOWN", false]);
    const [row, ...others] = await world.rows("k");
    assert.deepEqual([row?.status, row?.lateAnswer?.verdict, others.length], ["outcome_unknown", "failed", 0]);
    assert.deepEqual(world.executed, []);
  }));

test("the checks of a new attempt are a repeat's: what is no longer granted is not sent", () =>
  inWorld(async (world) => {
    endToken(world);
    world.server.onRequest = () => {
      world.deps = Object.assign(world.deps, { actions: { ...world.deps.actions, isEffective: () => false } });
    };
    await assert.rejects(world.write("k"), { code: "ACTION_NOT_FOUND" });
    assert.deepEqual(told(await world.rows("k")), [[1, "failed", "PROVIDER_UNAUTHORIZED", 401]]);
    assert.deepEqual(world.executed, []);
  }));

test("both attempts are within one deadline", () =>
  inWorld(async (world) => {
    endToken(world);
    world.server.onRequest = () => void (world.clock.sleptMs += world.deps.callTimeoutMs);
    const code = codeOf(await world.write("k"));
    assert.equal(code, "ACTION_NOT_DISPATCHED");
    assert.deepEqual(world.executed, []);
    assert.deepEqual(await world.connection(), ["active", 2]);
    assert.equal(codeOf(await world.write("k")), "succeeded");
  }));

test("fifty writes at expiry renew once, and each is executed once", () =>
  inWorld(async (world) => {
    world.clock.skewMs = 3_600_001;
    const codes = await Promise.all(Array.from({ length: 50 }, (_, n) => world.write(`k${n}`).then(codeOf)));
    assert.deepEqual(new Set(codes), new Set(["succeeded"]));
    assert.deepEqual([world.server.asked.length, world.executed.length], [1, 50]);
  }));

test("fifty writes under a token that was ended renew once, and each is executed once", () =>
  inWorld(async (world) => {
    endToken(world);
    const codes = await Promise.all(Array.from({ length: 50 }, (_, n) => world.write(`k${n}`).then(codeOf)));
    assert.deepEqual(new Set(codes), new Set(["succeeded"]));
    assert.deepEqual([world.server.asked.length, world.server.isRevoked, world.executed.length], [1, false, 50]);
  }));

/** @returns whether the fault was met. */
async function survives(world: OAuthWorld, fault: { n: number; when: "before" | "after" }): Promise<boolean> {
  const where = `${fault.when} ${fault.n}`;
  endToken(world);
  const met = await world.failAt("k", fault);
  assert.ok(world.executed.length <= 1, `${where}: executed ${world.executed.length} times`);
  await sweepAsDead(world.store, ownerId);
  world.clock.sleptMs += 6000;
  world.clock.skewMs += 31_000;
  const code = codeOf(await world.write("k"));
  assert.ok(["succeeded", "ACTION_OUTCOME_UNKNOWN"].includes(code), `${where}: ${code}`);
  assert.ok(world.executed.length <= 1, `${where}: executed ${world.executed.length} times`);
  if (code === "succeeded") assert.equal(world.executed.length, 1);
  const rows = await world.rows("k");
  assert.ok(rows.every(({ completedAt }) => completedAt !== null));
  assert.equal((await world.connection())[0], "active");
  return met;
}

for (const when of ["before", "after"] as const) {
  test(`the store fails ${when} its n-th interaction of a write that met a 401: at most one request is executed`, async () => {
    const met: boolean[] = [];
    while (met.at(-1) !== false) {
      const fault = { n: met.length + 1, when };
      await inWorld(async (world) => void met.push(await survives(world, fault)));
    }
    assert.ok(met.length > 6, `only ${met.length} interactions`);
  });
}
