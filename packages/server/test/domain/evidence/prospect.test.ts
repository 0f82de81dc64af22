/** Whether svc will still look for an unknown outcome's effect, as reported to the caller. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvidenceProspect } from "@svc/contract";
import { createProspectOf } from "../../../src/domain/evidence/examine.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import { inLooksWorld, type LooksWorld } from "./fixture.ts";

const prospect = ({ deps }: LooksWorld, row: Pick<ExecutionRow, "id" | "clientId">): Promise<EvidenceProspect> =>
  createProspectOf(deps)(row);

test("says automatic while looks are scheduled, on_request afterwards, and none once it is settled", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => ({ verdict: "undetermined", why: "Not yet." });
    assert.equal(await prospect(world, row), "automatic");
    while ((await world.nextAtMs(row)) !== null) await world.next(row);
    assert.equal(await prospect(world, row), "on_request");
    world.settle = () => ({ verdict: "applied", basis: "marker", output: null });
    await world.ask(row);
    assert.equal(await prospect(world, row), "none");
    assert.equal(await prospect(world, { ...row, id: "act_none" }), "none");
    assert.equal(await prospect(world, { ...row, clientId: "scl_other" }), "none");
  }));

test("follows the deployment's setting", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    for (const [mode, expected] of [
      ["on_request", "on_request"],
      ["off", "none"],
    ] as const) {
      world.deps = { ...world.deps, settings: { mode, settlesByAbsence: false } };
      assert.equal(await prospect(world, row), expected);
    }
  }));

test("says none if a read isn't allowed or granted, or the connection is gone, and reads nothing at the provider", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.refused.add("things.get");
    assert.equal(await prospect(world, row), "none");
    world.refused.clear();
    await world.store.connections.markNeedsReconnect(row.connectionId, 1, 1, { by: "system" });
    assert.equal(await prospect(world, row), "automatic", "its looks resume after a reconnect");
    await world.reconnect(["things.put"]);
    assert.equal(await prospect(world, row), "none");
    await world.store.connections.disconnect(row.clientId, row.tenantId, row.connectionId, 1, "operator");
    assert.equal(await prospect(world, row), "none");
    assert.equal(world.requests, 0);
  }));
