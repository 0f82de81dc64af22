/** Looks after the call: when svc looks, what a look settles, and what pauses or ends the looks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvidenceVerdict } from "@svc/provider-kit";
import { answered } from "../executions/world.ts";
import { inLooksWorld, newestLook, read, sentValue, type LooksWorld } from "./fixture.ts";

const undetermined: EvidenceVerdict = { verdict: "undetermined", why: "Not yet." };
const absent: EvidenceVerdict = { verdict: "not_applied", basis: "absence", isAnchored: true };

test("settles by a marker at the first look, with the safe part of the output", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    await world.round();
    const found = await world.found(row);
    assert.deepEqual([found.status, found.settlement?.basis, found.errorCode], ["succeeded", "marker", ""]);
    assert.deepEqual(found.summaryOutput, { saved: true });
    assert.doesNotMatch(JSON.stringify(found), /canary/);
    assert.deepEqual(
      world.settled.map(({ basis, provider }) => [basis, provider]),
      [["marker", "acme"]],
    );
    assert.ok((world.settled[0]?.seconds ?? 0) >= 5);
    assert.equal(await world.nextAtMs(row), "ended");
  }));

test("passes the look the safe input, facts, marker and sending time, and compares what was sent", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const seen: unknown[] = [];
    world.settle = (look) => {
      const { input, facts, marker, sentAt } = look;
      seen.push(input, facts, marker.hex, sentAt);
      seen.push(look.sameAsSent("value", sentValue), look.sameAsSent("value", "other"));
      return undetermined;
    };
    await world.round();
    const { hex } = world.deps.markerOf(row);
    assert.deepEqual(seen, [{ name: "n" }, { version: "7" }, hex, row.dispatchedAt, true, false]);
  }));

test("keeps a look that proves nothing, and looks again until a day has passed", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => undetermined;
    let looks = 0;
    for (;;) {
      if ((await world.nextAtMs(row)) === null) break;
      await world.next(row);
      looks += 1;
      assert.deepEqual(await newestLook(world, row), ["outcome_unknown", "undetermined", "Not yet."]);
    }
    assert.equal(looks, 8);
    assert.equal((await world.found(row)).looks.length, 8);
    assert.equal((await world.uses()).length, 8);
    assert.deepEqual((await world.uses())[0], { actor: "system", action: "things.get", effect: "read" });
  }));

test("drops an output without the declared shape", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => ({ verdict: "applied", basis: "marker", output: { saved: "perhaps" } });
    await world.round();
    const { status, summaryOutput } = await world.found(row);
    assert.deepEqual([status, summaryOutput], ["succeeded", null]);
  }));

test("settles as failed on someone else's version, and keeps the key", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => ({ verdict: "not_applied", basis: "fence", mayRestart: false });
    await world.round();
    const { status, errorCode, settlement } = await world.found(row);
    assert.deepEqual([status, errorCode, settlement?.basis], ["failed", "ACTION_NOT_APPLIED", "fence"]);
    const key = { clientId: row.clientId, tenantId: row.tenantId, key: row.idempotencyKey };
    assert.equal((await world.store.idempotency.find(key))?.state, "done");
  }));

test("settles by state only if the service client's policy allows it", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => ({ verdict: "applied", basis: "state", wasDifferent: false, output: null });
    await world.round();
    assert.equal((await world.found(row)).status, "outcome_unknown");
    await world.store.serviceClients.update(row.clientId, { settleByState: true }, "operator");
    await world.next(row);
    const { status, summaryOutput } = await world.found(row);
    assert.deepEqual([status, summaryOutput], ["succeeded", null]);
  }, "state"));

test("settles by an absence only if the deployment allows it, twice, after the quiet time", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => absent;
    world.deps = { ...world.deps, settings: { mode: "automatic", settlesByAbsence: true } };
    const statuses: string[] = [];
    for (let looks = 0; looks < 6; looks += 1) statuses.push((await world.next(row)).status);
    // After 5 s, 30 s, 2 min and 10 min, at the end of the quiet time, and an hour after the response was lost.
    assert.deepEqual(statuses, [...Array.from({ length: 5 }, () => "outcome_unknown"), "failed"]);
    const other = await world.lose();
    world.deps = { ...world.deps, settings: { mode: "automatic", settlesByAbsence: false } };
    while ((await world.nextAtMs(other)) !== null) await world.next(other);
    assert.equal((await world.found(other)).status, "outcome_unknown");
  }));

test("a clock that jumps doesn't end the quiet time", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => absent;
    world.deps = { ...world.deps, settings: { mode: "automatic", settlesByAbsence: true } };
    world.isClockTrusted = false;
    while ((await world.nextAtMs(row)) !== null) await world.next(row);
    const { status, looks } = await world.found(row);
    assert.equal(status, "outcome_unknown");
    assert.ok(looks.length > 5 && looks.every(({ counts }) => !counts));
  }));

test("a rate-limited or refused read is undetermined, and marks nothing", () =>
  inLooksWorld(async (world) => {
    for (const status of [403, 404, 429, 500]) {
      const row = await world.lose();
      world.read = () => answered(status);
      world.settle = async (look) => {
        await read(look);
        return undetermined;
      };
      await world.round();
      const [, verdict, text] = await newestLook(world, row);
      assert.deepEqual([verdict, text?.startsWith("A read failed: PROVIDER_")], ["undetermined", true]);
      await world.store.executions.resolve(
        row.clientId,
        row.tenantId,
        row.id,
        {
          outcome: "failed",
          note: "",
          resolvedAt: 1,
          resolvedBy: "x",
        },
        "operator",
      );
    }
    const { clientId, tenantId } = world.place;
    const connection = await world.store.connections.find(clientId, tenantId, `con_of_${tenantId}`);
    assert.equal(connection?.status, "active");
  }));

for (const checked of ["works", "inconclusive"] as const) {
  test(`a 401 leaves the connection active if a check of its credential says: ${checked}`, () =>
    inLooksWorld(async (world) => {
      const { clientId, tenantId, connectionId } = await world.lose();
      world.checked = checked;
      world.read = () => answered(401);
      world.settle = async (look) => {
        await read(look);
        return undetermined;
      };
      await world.round();
      assert.equal((await world.store.connections.find(clientId, tenantId, connectionId))?.status, "active");
    }));
}

test("a 401 marks the connection; looks pause, and start over once it is reconnected", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const { settle } = world;
    world.read = () => answered(401);
    world.settle = async (look) => {
      await read(look);
      return undetermined;
    };
    await world.round();
    const { clientId, tenantId, connectionId } = row;
    const status = async () => (await world.store.connections.find(clientId, tenantId, connectionId))?.status;
    assert.equal(await status(), "needs_reconnect");
    assert.match((await newestLook(world, row))[2] ?? "", /refused the connection's credential/);
    const uses = (await world.uses()).length;
    for (let rounds = 0; rounds < 3; rounds += 1) await world.next(row);
    assert.equal((await world.uses()).length, uses, "no look is made in between");
    assert.equal((await world.found(row)).looks.length, 1);
    await world.reconnect();
    world.settle = settle;
    await world.next(row);
    const at = await world.nextAtMs(row);
    const nowMs = Date.now() + world.clock.skewMs;
    assert.ok(typeof at === "number" && at > nowMs && at - nowMs <= 5000, "five seconds later");
    assert.equal((await world.next(row)).status, "succeeded");
  }));

test("refreshes a token that the provider refused, and looks once more", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.credentialState = { ...world.credentialState, isRefreshable: true } as LooksWorld["credentialState"];
    world.refreshed = { ...world.credentialState, version: 2 } as LooksWorld["credentialState"];
    world.read = () => answered(world.requests === 1 ? 401 : 200, {});
    world.settle = async (look) => {
      await read(look);
      return { verdict: "applied", basis: "marker", output: null };
    };
    await world.round();
    assert.equal((await world.found(row)).status, "succeeded");
    assert.equal(world.requests, 2);
  }));

for (const [what, fact] of [
  ["the provider isn't loaded", "isLoaded"],
  ["the operator doesn't list the connection's server", "isListed"],
] as const) {
  test(`pauses while ${what}, and starts over afterwards`, () =>
    inLooksWorld(async (world) => {
      const row = await world.lose();
      world[fact] = false;
      await world.round();
      for (let rounds = 0; rounds < 3; rounds += 1) await world.next(row);
      assert.equal(world.requests, 0);
      assert.equal((await world.found(row)).status, "outcome_unknown");
      world[fact] = true;
      await world.next(row);
      assert.equal((await world.next(row)).status, "succeeded");
    }));
}

test("ends the looks when the connection is disconnected, and says so", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    await world.store.connections.disconnect(row.clientId, row.tenantId, row.connectionId, 1, "operator");
    await world.round();
    assert.match((await newestLook(world, row))[2] ?? "", /disconnected/);
    assert.equal(await world.nextAtMs(row), "ended");
    assert.equal(world.requests, 0);
  }));

test("stops when a read is no longer granted or allowed, and names it", () =>
  inLooksWorld(async (world) => {
    const narrowed = await world.lose();
    await world.reconnect(["things.put"]);
    await world.round();
    assert.match(
      (await newestLook(world, narrowed))[2] ?? "",
      /without things\.get, which the connection doesn't grant/,
    );
    assert.equal(await world.nextAtMs(narrowed), null);
    await world.reconnect();
    const refused = await world.lose();
    world.refused.add("things.get");
    await world.round();
    assert.match((await newestLook(world, refused))[2] ?? "", /without things\.get, which isn't allowed/);
    assert.deepEqual([world.requests, await world.uses()], [0, []]);
  }));

test("stops when the service client is revoked", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    await world.store.serviceClients.revoke(row.clientId, 1, "operator");
    await world.round();
    assert.match((await newestLook(world, row))[2] ?? "", /revoked/);
    assert.equal(world.requests, 0);
  }));

test("settles nothing if it is resolved while svc looks", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const { settle } = world;
    world.settle = async (look) => {
      const resolution = { outcome: "failed", note: "", resolvedAt: 1, resolvedBy: "x" } as const;
      await world.store.executions.resolve(row.clientId, row.tenantId, row.id, resolution, "operator");
      return await settle(look);
    };
    await world.round();
    const { status, settlement, resolution } = await world.found(row);
    assert.deepEqual([status, settlement, resolution?.outcome], ["failed", null, "failed"]);
    assert.deepEqual(world.settled, []);
  }));

test("two replicas settle once", () =>
  inLooksWorld(async (world) => {
    const rows = [];
    for (let n = 0; n < 4; n += 1) rows.push(await world.lose());
    for (let n = 0; n < 4; n += 1) await Promise.all([world.round(), world.round()]);
    for (const row of rows) assert.equal((await world.found(row)).status, "succeeded");
    assert.equal(world.settled.length, 4);
    assert.equal((await world.uses()).length, 4);
  }));

test("another process takes over a look whose process died", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    assert.equal(
      (await world.store.looks.take({ limit: 1, leaseMs: 30_000, afterClient: "", busyClients: [] })).length,
      1,
    );
    await world.round();
    assert.equal((await world.found(row)).status, "outcome_unknown");
    world.clock.skewMs += 30_001;
    await world.round();
    assert.equal((await world.found(row)).status, "succeeded");
  }));
