/**
 * A 401 with an OAuth token: the token is refreshed once, a read runs again in its record, and a write makes one new
 * recorded attempt. At most one changing request is ever executed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Action } from "@svc/provider-kit";
import { actionVersion } from "../../../src/domain/proposals/digest.ts";
import { checkPlan } from "../../../src/domain/proposals/approved-call.ts";
import { readLimits } from "../../../src/domain/provider-calls/reads.ts";
import { sampleProposal } from "../../adapters/store/agent-samples.ts";
import { sweepAsDead } from "../../adapters/store/samples.ts";
import { codeOfResult } from "./result-code.ts";
import type { OAuthWorld } from "./oauth-world.ts";
import { endToken, inWorld, survives, told } from "./renewal-steps.ts";
import { ownerId, setThing } from "./world.ts";

const attempts = ["the changing request", "a probe"] as const;

for (const what of attempts) {
  test(`makes one new recorded attempt with the refreshed token after a 401 to ${what}`, () =>
    inWorld(async (world) => {
      endToken(world);
      world.probeIsRefused = what === "a probe";
      assert.equal(codeOfResult(await world.write("k")), "succeeded");
      assert.deepEqual(told(await world.rows("k")), [
        [1, "failed", "PROVIDER_UNAUTHORIZED", 401],
        [2, "succeeded", "", 200],
      ]);
      const dispatched = (await world.rows("k")).map(({ dispatchedAt }) => dispatchedAt !== null);
      assert.deepEqual(dispatched, [true, what !== "a probe"]);
      assert.deepEqual(world.executed, ["canary-access-2"]);
      assert.equal(world.server.asked.length, 1);
      assert.deepEqual(await world.connection(), ["active", 2]);
      assert.doesNotMatch(JSON.stringify([await world.rows("k"), await world.audited(), world.defects]), /canary/);
      // The key replays the last attempt.
      const again = await world.write("k");
      assert.deepEqual([codeOfResult(again), again.replayed, world.executed.length], ["succeeded", true, 1]);
    }));
}

test("makes an approved call with the token that its preview's reads got after a 401", () =>
  inWorld(async (world) => {
    endToken(world);
    world.probeIsRefused = true;
    const preview: Action["preview"] = {
      needs: ["things.get"],
      async read(_input, port) {
        await port.read({ method: "GET", path: ["things"] });
        return { text: "It would be set.", precondition: null };
      },
    };
    const action = { ...setThing, preview };
    const { find } = world.deps.actions;
    const known = (slug: string, id: string) => {
      const found = find(slug, id);
      return found === null || id !== action.id ? found : { ...found, action };
    };
    const hashes = { hash: () => "1.seen", verify: () => true };
    const previews = { ...world.deps, hashes, limits: readLimits, onDefect: () => assert.fail("a defect") };
    world.deps = {
      ...world.deps,
      actions: { ...world.deps.actions, find: known },
      checkPlan: (approved, now) => checkPlan(previews, approved, now),
    };
    const { grantGeneration, listedOrigin } = (await world.found()).connection;
    const seen = { precondition: "1.seen", actionVersion: actionVersion(action), grantGeneration, listedOrigin };
    const proposal = sampleProposal({ clientId: "scl_1", tenantId: "ten_1" }, "con_1", { id: "", ...seen });
    assert.equal(codeOfResult(await world.write("k", { proposal, input: null })), "succeeded");
    assert.deepEqual(told(await world.rows("k")), [[1, "succeeded", "", 200]]);
    assert.deepEqual([world.executed, world.server.asked.length], [["canary-access-2"], 1]);
  }));

test("runs a read again in its one record after a 401", () =>
  inWorld(async (world) => {
    endToken(world);
    assert.equal(codeOfResult(await world.read()), "succeeded");
    assert.deepEqual(told(await world.rows(null)), [[1, "succeeded", "", 200]]);
    // Channels are kept by version: one opened with the old token must not serve the new one.
    assert.deepEqual(world.openedUnder, [1, 2]);
    assert.deepEqual([world.server.asked.length, await world.connection()], [1, ["active", 2]]);
  }));

test("uses a token that another replica has refreshed", () =>
  inWorld(async (world) => {
    const found = await world.found();
    const lookUp = () => Promise.resolve({ connection: found });
    world.deps = { ...world.deps, store: { ...world.deps.store, lookUp } };
    await world.elsewhere.live.refresh(world.sealed(found), 1, world.soon());
    assert.equal(codeOfResult(await world.read()), "succeeded");
    assert.deepEqual([world.server.granted, world.server.isRevoked], [1, false]);
  }));

for (const effect of ["read", "write"] as const) {
  const run = (world: OAuthWorld) => (effect === "read" ? world.read() : world.write("k"));
  const rows = (world: OAuthWorld) => world.rows(effect === "read" ? null : "k");

  test(`marks the connection after a second 401, which is final: ${effect}`, () =>
    inWorld(async (world) => {
      world.server.accepts = () => false;
      const result = await run(world);
      assert.equal(codeOfResult(result), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual(await world.connection(), ["needs_reconnect", 2]);
      assert.equal(world.server.asked.length, 1);
      assert.deepEqual(world.executed, []);
      const refused = [1, "failed", "PROVIDER_UNAUTHORIZED", 401];
      assert.deepEqual(told(await rows(world)), effect === "read" ? [refused] : [refused, [2, ...refused.slice(1)]]);
      if (effect === "read") return;
      const again = await run(world);
      assert.deepEqual([codeOfResult(again), again.replayed], ["PROVIDER_UNAUTHORIZED", true]);
    }));

  test(`leaves the connection active after a second 401 if the token still names its account: ${effect}`, () =>
    inWorld(async (world) => {
      world.server.accepts = () => false;
      world.identity = "alive";
      assert.equal(codeOfResult(await run(world)), "PROVIDER_FORBIDDEN");
      assert.deepEqual([world.server.asked.length, world.identified], [1, ["canary-access-2"]]);
      assert.deepEqual(await world.connection(), ["active", 2]);
      // Another token wouldn't help, as long as this one names its account.
      const more = () => (effect === "read" ? world.read() : world.write("more"));
      assert.equal(codeOfResult(await more()), "PROVIDER_FORBIDDEN");
      assert.deepEqual([world.server.asked.length, world.executed], [1, []]);
      world.identity = null;
      const last = () => (effect === "read" ? world.read() : world.write("last"));
      assert.equal(codeOfResult(await last()), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual([world.server.asked.length, await world.connection()], [2, ["needs_reconnect", 3]]);
    }));

  test(`leaves the connection active after a second 401 if nothing says whether the token works: ${effect}`, () =>
    inWorld(async (world) => {
      world.server.accepts = () => false;
      world.identity = "unsure";
      const result = await run(world);
      assert.equal(codeOfResult(result), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual(await world.connection(), ["active", 2]);
    }));

  test(`leaves the connection active after a second 401 if another replica refreshes the token: ${effect}`, () =>
    inWorld(async (world) => {
      const { accepts } = world.server;
      world.server.accepts = () => false;
      const { credentials } = world.deps;
      const { connection } = await world.found();
      const place = { clientId: connection.clientId, tenantId: connection.tenantId, connectionId: connection.id };
      const take = (version: number) => world.store.credentialRefreshes.take(place, version, "elsewhere", 60_000);
      const refresh: typeof credentials.refresh = async (...given) => {
        const state = await credentials.refresh(...given);
        assert.ok(state.kind === "ready" && (await take(state.version)) !== null);
        return state;
      };
      world.deps = { ...world.deps, credentials: { ...credentials, refresh } };
      const code = effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED";
      assert.equal(codeOfResult(await run(world)), code);
      assert.deepEqual(await world.connection(), ["active", 2]);
      world.server.accepts = accepts;
      assert.equal(codeOfResult(await run(world)), "succeeded");
    }));

  test(`marks the connection after the first 401 if there is no refresh token: ${effect}`, () =>
    inWorld(async (world) => {
      await world.reconnectWithoutRefreshToken();
      world.server.accepts = () => false;
      assert.equal(codeOfResult(await run(world)), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual([world.server.asked.length, await world.connection()], [0, ["needs_reconnect", 2]]);
      assert.deepEqual(told(await rows(world)), [[1, "failed", "PROVIDER_UNAUTHORIZED", 401]]);
    }));

  test(`marks the connection after a 401 and invalid_grant: ${effect}`, () =>
    inWorld(async (world) => {
      world.server.isRevoked = true;
      assert.equal(codeOfResult(await run(world)), "PROVIDER_UNAUTHORIZED");
      assert.deepEqual(await world.connection(), ["needs_reconnect", 1]);
      assert.deepEqual(told(await rows(world)), [[1, "failed", "PROVIDER_UNAUTHORIZED", 401]]);
    }));

  for (const move of ["lose request", "unreachable", "invalid_client"] as const) {
    test(`leaves the connection active and releases the key if the refresh after a 401 fails (${move}): ${effect}`, () =>
      inWorld(async (world) => {
        endToken(world);
        world.server.moves = [move, move];
        const code = effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED";
        assert.equal(codeOfResult(await run(world)), code);
        assert.deepEqual(await world.connection(), ["active", 1]);
        assert.deepEqual(told(await rows(world)), [[1, "failed", code, 401]]);
        world.clock.sleptMs += 6000;
        world.server.moves = [];
        assert.equal(codeOfResult(await run(world)), "succeeded");
        assert.deepEqual(world.executed, effect === "read" ? [] : ["canary-access-2"]);
      }));
  }

  test(`sends nothing with an expired token that cannot be refreshed, and releases the key: ${effect}`, () =>
    inWorld(async (world) => {
      world.clock.skewMs = 3_600_001;
      world.server.moves = ["unreachable"];
      assert.equal(codeOfResult(await run(world)), "PROVIDER_UNREACHABLE");
      assert.equal(world.requests, 0);
      assert.deepEqual(told(await rows(world)), [[1, "failed", "PROVIDER_UNREACHABLE", null]]);
      assert.deepEqual(await world.connection(), ["active", 1]);
      world.clock.sleptMs += 6000;
      assert.equal(codeOfResult(await run(world)), "succeeded");
      assert.equal(world.server.asked.length, 2);
    }));

  test(`sends nothing after a disconnect during the refresh: ${effect}`, () =>
    inWorld(async (world) => {
      endToken(world);
      world.server.onRequest = () => world.disconnect();
      assert.equal(
        codeOfResult(await run(world)),
        effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED",
      );
      assert.deepEqual([world.executed, (await world.connection())[0]], [[], "disconnected"]);
    }));
}

test("replays the new attempt of a concurrent caller that was faster with the released key", () =>
  inWorld(async (world) => {
    endToken(world);
    const { settle } = world.deps.store;
    let other: Promise<string> | undefined;
    const store = {
      ...world.deps.store,
      settle: async (...args: Parameters<typeof settle>) => {
        const settled = await settle(...args);
        // The first record is settled and its key released; before it is claimed again, another caller sends the same
        // request.
        other ??= world.write("k").then(codeOfResult);
        await other;
        return settled;
      },
    };
    world.deps = { ...world.deps, store };
    const first = world.write("k");
    world.deps = { ...world.deps, store: { ...store, settle } };
    const result = await first;
    assert.deepEqual([codeOfResult(result), result.replayed, await other], ["succeeded", true, "succeeded"]);
    assert.deepEqual(told(await world.rows("k")), [
      [1, "failed", "PROVIDER_UNAUTHORIZED", 401],
      [2, "succeeded", "", 200],
    ]);
    assert.deepEqual(world.executed, ["canary-access-2"]);
  }));

test("makes no new attempt if a sweep was faster than the refresh", () =>
  inWorld(async (world) => {
    endToken(world);
    world.server.onRequest = async () => {
      await sweepAsDead(world.store, ownerId);
    };
    const result = await world.write("k");
    assert.deepEqual([codeOfResult(result), result.replayed], ["ACTION_OUTCOME_UNKNOWN", false]);
    const [row, ...others] = await world.rows("k");
    assert.deepEqual([row?.status, row?.lateResponse?.verdict, others.length], ["outcome_unknown", "failed", 0]);
    assert.deepEqual(world.executed, []);
  }));

test("authorizes the new attempt again, and does not send what is no longer allowed", () =>
  inWorld(async (world) => {
    endToken(world);
    world.server.onRequest = () => {
      world.deps = Object.assign(world.deps, { actions: { ...world.deps.actions, isEffective: () => false } });
    };
    await assert.rejects(world.write("k"), { code: "ACTION_NOT_FOUND" });
    assert.deepEqual(told(await world.rows("k")), [[1, "failed", "PROVIDER_UNAUTHORIZED", 401]]);
    assert.deepEqual(world.executed, []);
  }));

test("refreshes only once if the first attempt ran with a cached connection", () =>
  inWorld(async (world) => {
    assert.equal(codeOfResult(await world.write("first")), "succeeded");
    world.server.accepts = () => false;
    assert.equal(codeOfResult(await world.write("k")), "PROVIDER_UNAUTHORIZED");
    const refused = ["failed", "PROVIDER_UNAUTHORIZED", 401];
    assert.deepEqual(told(await world.rows("k")), [
      [1, ...refused],
      [2, ...refused],
    ]);
    assert.deepEqual([world.server.asked.length, await world.connection()], [1, ["needs_reconnect", 2]]);
  }));

test("keeps both attempts within one deadline", () =>
  inWorld(async (world) => {
    endToken(world);
    world.server.onRequest = () => void (world.clock.sleptMs += world.deps.callTimeoutMs);
    const code = codeOfResult(await world.write("k"));
    assert.equal(code, "ACTION_NOT_DISPATCHED");
    assert.deepEqual(world.executed, []);
    assert.deepEqual(await world.connection(), ["active", 2]);
    assert.equal(codeOfResult(await world.write("k")), "succeeded");
  }));

test("refreshes once for fifty writes with an expired token, and executes each once", () =>
  inWorld(async (world) => {
    world.clock.skewMs = 3_600_001;
    const codes = await Promise.all(Array.from({ length: 50 }, (_, n) => world.write(`k${n}`).then(codeOfResult)));
    assert.deepEqual(new Set(codes), new Set(["succeeded"]));
    assert.deepEqual([world.server.asked.length, world.executed.length], [1, 50]);
  }));

test("refreshes once for fifty writes with a refused token, and executes each once", () =>
  inWorld(async (world) => {
    endToken(world);
    const codes = await Promise.all(Array.from({ length: 50 }, (_, n) => world.write(`k${n}`).then(codeOfResult)));
    assert.deepEqual(new Set(codes), new Set(["succeeded"]));
    assert.deepEqual([world.server.asked.length, world.server.isRevoked, world.executed.length], [1, false, 50]);
  }));

for (const when of ["before", "after"] as const) {
  test(`executes at most one request if the store fails ${when} its n-th call for a write that got a 401`, async () => {
    const met: boolean[] = [];
    while (met.at(-1) !== false) {
      const fault = { n: met.length + 1, when };
      await inWorld(async (world) => void met.push(await survives(world, fault)));
    }
    assert.ok(met.length > 6, `only ${met.length} interactions`);
  });
}
