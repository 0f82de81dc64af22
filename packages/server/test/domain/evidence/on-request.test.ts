/** `:settle`: the record after the look, or the reason why svc can't look. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError, type ErrorCode } from "@svc/contract";
import { inLooksWorld, type LooksWorld } from "./fixture.ts";

async function refusal(asked: Promise<unknown>): Promise<[ErrorCode, string]> {
  const error = await asked.then(
    () => assert.fail("it was answered"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return [error.code, error.detail];
}

const nothing: LooksWorld["settle"] = () => ({ verdict: "undetermined", why: "Not yet." });

test("looks immediately, and returns the settled record", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const settled = await world.ask(row);
    assert.deepEqual([settled.status, settled.settlement?.basis], ["succeeded", "marker"]);
    assert.deepEqual(await world.uses(), [{ actor: "key:abc", action: "things.get", effect: "read" }]);
    const [event] = (await world.store.audit.page(row.clientId, 0, 100)).filter(
      ({ type }) => type === "action_execution.settled",
    );
    assert.deepEqual([event?.actor, event?.data["basis"], event?.data["outcome"]], ["key:abc", "marker", "succeeded"]);
    assert.deepEqual((await refusal(world.ask(row)))[0], "EXECUTION_NOT_UNKNOWN");
  }));

test("keeps a look that proves nothing, and leaves the schedule unchanged, even after its end", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = nothing;
    const at = await world.nextAtMs(row);
    assert.equal((await world.ask(row)).looks.length, 1);
    assert.equal(await world.nextAtMs(row), at);
    while ((await world.nextAtMs(row)) !== null) await world.next(row);
    assert.equal((await world.ask(row)).status, "outcome_unknown");
    assert.equal(await world.nextAtMs(row), null);
  }));

test("looks on request unless the deployment has turned looks off", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.deps = { ...world.deps, settings: { mode: "on_request", settlesByAbsence: false } };
    assert.equal((await world.ask(row)).status, "succeeded");
    const other = await world.lose();
    world.deps = { ...world.deps, settings: { mode: "off", settlesByAbsence: false } };
    const [code, detail] = await refusal(world.ask(other));
    assert.equal(code, "EVIDENCE_NOT_AVAILABLE");
    assert.match(detail, /SVC_SETTLE is off/);
    assert.equal(world.requests, 0);
  }));

test("names the read that isn't granted or allowed", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.refused.add("things.get");
    assert.match((await refusal(world.ask(row))).join(), /^EVIDENCE_NOT_AVAILABLE.*things\.get, which isn't allowed/);
    world.refused.clear();
    await world.reconnect(["things.put"]);
    assert.match((await refusal(world.ask(row))).join(), /^EVIDENCE_NOT_AVAILABLE.*things\.get, which the connection/);
    assert.deepEqual([world.requests, await world.uses()], [0, []]);
  }));

test("says that the connection isn't active", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    await world.store.connections.markNeedsReconnect(row.connectionId, 1, 1, { by: "system" });
    assert.match((await refusal(world.ask(row))).join(), /^CONNECTION_NOT_ACTIVE.*reconnected/);
    await world.store.connections.disconnect(row.clientId, row.tenantId, row.connectionId, 1, "operator");
    assert.match((await refusal(world.ask(row))).join(), /^CONNECTION_NOT_ACTIVE.*disconnected/);
  }));

test("refuses another execution, tenant or service client, and an action without evidence", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    assert.equal((await refusal(world.ask({ ...row, id: "act_none" })))[0], "EXECUTION_NOT_FOUND");
    assert.equal((await refusal(world.ask({ ...row, tenantId: "ten_other" })))[0], "EXECUTION_NOT_FOUND");
    assert.equal((await refusal(world.ask({ ...row, clientId: "scl_other" })))[0], "EXECUTION_NOT_FOUND");
    const plain = await world.lose({ actionVersion: null, facts: null, digests: {} });
    assert.equal((await refusal(world.ask(plain)))[0], "EVIDENCE_NOT_AVAILABLE");
    assert.equal(world.requests, 0);
  }));

test("waits for a look in progress, and returns its result", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const { settle } = world;
    world.settle = async (look) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return await settle(look);
    };
    const [, asked] = await Promise.all([world.round(), world.ask(row)]);
    assert.equal(asked.status, "succeeded");
    assert.equal((await world.uses()).length, 1);
  }));

test("reports a resolution that was faster", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const { settle } = world;
    world.settle = async (look) => {
      const resolution = { outcome: "succeeded", note: "", resolvedAt: 1, resolvedBy: "x" } as const;
      await world.store.executions.resolve(row.clientId, row.tenantId, row.id, resolution, "operator");
      return await settle(look);
    };
    assert.match((await refusal(world.ask(row))).join(), /^EXECUTION_NOT_UNKNOWN.*resolved as succeeded/);
    assert.equal((await world.found(row)).settlement, null);
  }));

test("releases its lease if svc fails", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const { recordUse } = world.deps;
    world.deps = { ...world.deps, recordUse: () => Promise.reject(new Error("the store is away")) };
    await assert.rejects(world.ask(row), /the store is away/);
    world.deps = { ...world.deps, recordUse };
    assert.equal((await world.ask(row)).status, "succeeded");
  }));
