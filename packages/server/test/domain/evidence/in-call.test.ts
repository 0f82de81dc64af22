/** The look within the call: the caller gets the proved outcome, or else the unknown one. The record has the look. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OutcomeUnknown, type Action, type ExchangeFacts } from "@svc/provider-kit";
import { Type } from "typebox";
import { createListedOrigins } from "../../../src/domain/catalog/listed-origins.ts";
import { createLookInCall, type FoundInCall } from "../../../src/domain/evidence/looks.ts";
import { evidenceVersion } from "../../../src/domain/evidence/facts.ts";
import type { AttemptEvidence } from "../../../src/domain/executions/attempt-deps.ts";
import { sweepAsDead } from "../../adapters/store/samples.ts";
import { answered, makeWorld, ownerId, secret, setThing, type World } from "../executions/world.ts";
import { attemptEvidence, plainDigests } from "./attempt-evidence.ts";
import { inLooksWorld } from "./fixture.ts";
import { codeOfResult } from "../executions/result-code.ts";

const lost: ExchangeFacts = { kind: "lost", reason: "reset" };
const look = { at: 1, verdict: "applied", basis: "marker", detail: "Found.", counts: false } as const;
const applied: FoundInCall = {
  look,
  proved: { outcome: "succeeded", basis: "marker", look, output: { saved: true } },
};
const notApplied: FoundInCall = {
  look: { ...look, verdict: "not_applied", basis: "fence" },
  proved: { outcome: "failed", basis: "fence", look, output: null },
};
const unproved: FoundInCall = { look: { ...look, verdict: "undetermined", basis: null }, proved: null };

/** Runs a test with an action that has evidence, and with these parts of an attempt's evidence. */
async function inWorld(
  evidence: Partial<AttemptEvidence>,
  prove: (world: World, action: Action) => Promise<void>,
  run: Action["run"] = setThing.run,
): Promise<void> {
  const world = await makeWorld();
  const action: Action = {
    ...setThing,
    run,
    sensitiveOutput: false,
    evidence: {
      strength: "strong",
      needs: ["things.get"],
      compares: ["value"],
      facts: Type.Object({ version: Type.String({ maxLength: 9 }) }, { additionalProperties: false }),
      quietSeconds: 600,
      settle: () => assert.fail("the look is scripted"),
    },
  };
  const { provider } = world;
  const origins = createListedOrigins(new Map());
  const actions = { find: () => ({ provider, action }), provider: () => provider, origins, isEffective: () => true };
  world.deps = { ...world.deps, actions, evidence: attemptEvidence(evidence) };
  world.change = () => lost;
  try {
    await prove(world, action);
  } finally {
    await world.close();
  }
}

const finds = (found: FoundInCall | null) => ({ lookInCall: () => Promise.resolve(found) });

async function codeOf(world: World): Promise<string> {
  return codeOfResult(await world.run("k"));
}

test("a proof answers the call: 200 with the output, one change sent, and the look in the record", () => {
  const settled: string[] = [];
  const onSettled: AttemptEvidence["onSettled"] = ({ basis }) => void settled.push(basis);
  return inWorld({ ...finds(applied), onSettled }, async (world) => {
    const result = await world.run("k");
    assert.ok(result.kind === "answered");
    assert.deepEqual(result.response.output, { saved: true });
    assert.equal(result.response.execution.settlement?.by, "evidence");
    const [row] = await world.rows("k");
    assert.deepEqual([row?.status, row?.settlement?.basis, row?.looks], ["succeeded", "marker", [look]]);
    assert.equal(await codeOf(world), "succeeded", "a replay");
    assert.deepEqual([world.sent.length, settled], [1, ["marker"]]);
    const events = await world.store.events.list(row?.clientId ?? "", {
      type: null,
      tenantId: null,
      afterSeq: 0,
      limit: 9,
    });
    assert.equal(events.rows.at(-1)?.type, "action_execution.settled");
    const audited = await world.store.audit.page(row?.clientId ?? "", 0, 10);
    assert.equal(audited.at(-1)?.type, "action_execution.settled");
  });
});

test("a proof that nothing happened also answers the call, and keeps the key", () =>
  inWorld(finds(notApplied), async (world) => {
    assert.equal(await codeOf(world), "ACTION_NOT_APPLIED");
    assert.equal(await codeOf(world), "ACTION_NOT_APPLIED", "a replay");
    const [row] = await world.rows("k");
    assert.deepEqual([row?.status, row?.settlement?.basis, world.sent.length], ["failed", "fence", 1]);
  }));

test("without a proof the outcome is unknown, and the look is kept", () =>
  inWorld(finds(unproved), async (world) => {
    assert.equal(await codeOf(world), "ACTION_OUTCOME_UNKNOWN");
    const [row] = await world.rows("k");
    assert.deepEqual([row?.status, row?.looks, row?.settlement], ["outcome_unknown", [unproved.look], null]);
    assert.notEqual(await world.store.looks.takeOne(row?.clientId ?? "", row?.id ?? "", 1), null, "svc looks again");
  }));

test("without a look the outcome stays unknown", () =>
  inWorld(finds(null), async (world) => {
    assert.equal(await codeOf(world), "ACTION_OUTCOME_UNKNOWN");
    assert.deepEqual((await world.rows("k"))[0]?.looks, []);
  }));

const losses: Readonly<Record<string, (world: World) => unknown>> = {
  "the lease has ended": (world) => void (world.leaseHolds = false),
  "a sweep was faster": (world) => sweepAsDead(world.store, ownerId),
};
for (const [what, end] of Object.entries(losses)) {
  test(`a proof settles nothing if ${what}`, () => {
    const worlds: World[] = [];
    const lookInCall = async () => {
      for (const world of worlds) await end(world);
      return applied;
    };
    return inWorld({ lookInCall }, async (world) => {
      worlds.push(world);
      assert.equal(await codeOf(world), "ACTION_OUTCOME_UNKNOWN");
      const [row] = await world.rows("k");
      assert.deepEqual([row?.status, row?.settlement, row?.lateResponse], ["outcome_unknown", null, null]);
    });
  });
}

test("looks only for a lost response", () =>
  inWorld({ lookInCall: () => assert.fail("there is nothing to look for") }, async (world) => {
    for (const [key, facts] of Object.entries({ a: answered(200), b: answered(400), c: answered(401) })) {
      world.change = () => facts;
      await world.run(key);
    }
    world.change = () => ({ kind: "not_sent", reason: "connect" });
    await world.run("d");
    world.leaseHolds = false;
    await world.run("e");
  }));

test("passes the marker to the action, and stores version, facts and digests with the dispatch", () => {
  const run: Action["run"] = async (_input, provider) => {
    await provider.change(
      { method: "POST", path: ["things"], json: { marker: provider.marker.hex } },
      { accept: [200], facts: { version: "7" } },
    );
    return {};
  };
  return inWorld(
    finds(null),
    async (world, action) => {
      assert.equal(await codeOf(world), "ACTION_OUTCOME_UNKNOWN");
      const [row] = await world.rows("k");
      assert.ok(row !== undefined);
      const found = await world.store.looks.find(row.clientId, row.id);
      assert.deepEqual(found?.sent, {
        actionVersion: evidenceVersion(action),
        facts: { version: "7" },
        digests: { value: plainDigests.digest([row.id, "value", secret]) },
      });
      assert.deepEqual(world.sent[0]?.request.json, { marker: attemptEvidence().markerOf(row).hex });
    },
    run,
  );
});

test("stores nothing if svc never looks", () =>
  inWorld({ ...finds(null), isOn: false }, async (world) => {
    assert.equal(await codeOf(world), "ACTION_OUTCOME_UNKNOWN");
    const [row] = await world.rows("k");
    assert.ok(row !== undefined);
    const found = await world.store.looks.find(row.clientId, row.id);
    assert.deepEqual(found?.sent, { actionVersion: null, facts: null, digests: {} });
    assert.equal(await world.store.looks.takeOne(row.clientId, row.id, 1), null);
  }));

test("sends nothing with facts that the action doesn't declare: a defect", () => {
  const run: Action["run"] = async (_input, provider) => {
    await provider.change({ method: "POST", path: ["things"] }, { accept: [200], facts: { secret: "x" } });
    return {};
  };
  return inWorld(
    { conformingFacts: () => false },
    async (world) => {
      assert.equal(await codeOf(world), "INTERNAL");
      const [row] = await world.rows("k");
      assert.deepEqual([world.sent.length, row?.status, row?.dispatchedAt], [0, "failed", null]);
      assert.deepEqual(world.defects, ["things.set"]);
    },
    run,
  );
});

test("sends nothing if the tenant's key can't be used", () =>
  inWorld({ tenantDigests: () => Promise.reject(new Error("away")) }, async (world) => {
    assert.equal(await codeOf(world), "ACTION_NOT_DISPATCHED");
    assert.deepEqual([world.sent.length, world.defects], [0, ["DigestsNotMade"]]);
  }));

test("reports a late response that contradicts what evidence has settled", () => {
  const contradicted: string[] = [];
  const onContradicted = (id: string): void => void contradicted.push(id);
  return inWorld({ ...finds(null), onContradicted }, async (world) => {
    world.change = async () => {
      await sweepAsDead(world.store, ownerId);
      const [row] = await world.rows("k");
      assert.ok(row !== undefined);
      const leased = await world.store.looks.takeOne(row.clientId, row.id, 1000);
      assert.ok(leased !== null && leased !== "busy");
      const { proved } = notApplied;
      assert.ok(proved !== null);
      await world.store.looks.settle(
        leased,
        {
          status: "failed",
          basis: "fence",
          at: 1,
          summaryOutput: null,
          errorCode: "ACTION_NOT_APPLIED",
          errorDetail: "",
          look,
          sawLateResponse: false,
        },
        "system",
      );
      return answered(200);
    };
    assert.equal(await codeOf(world), "ACTION_NOT_APPLIED");
    const [row] = await world.rows("k");
    assert.deepEqual([row?.status, row?.lateResponse?.verdict], ["failed", "succeeded"]);
    assert.deepEqual(contradicted, [row?.id]);
  });
});

test("a look needs two seconds of the deadline, and a mode that allows it", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const { deps } = world;
    const found = async () => {
      const it = await deps.store.find(row.clientId, row.id);
      return it === null ? null : { ...it, execution: { ...it.execution, status: "dispatched" as const } };
    };
    const atDispatch = { ...deps, store: { ...deps.store, find: found } };
    const inMs = (ms: number) => deps.platform.monotonicMs() + ms;
    assert.equal(await createLookInCall(atDispatch)(row, inMs(1900)), null);
    const onRequest = { ...atDispatch, settings: { mode: "on_request", settlesByAbsence: false } } as const;
    assert.equal(await createLookInCall(onRequest)(row, inMs(9000)), null);
    assert.equal(await createLookInCall(deps)(row, inMs(9000)), null, "it is settled already");
    assert.deepEqual(await world.uses(), []);
    const proof = await createLookInCall(atDispatch)(row, inMs(2100));
    assert.equal(proof?.proved?.outcome, "succeeded");
    world.settle = () => {
      throw new OutcomeUnknown();
    };
    assert.equal((await createLookInCall(atDispatch)(row, inMs(9000)))?.proved, null);
    world.refused.add("things.get");
    assert.equal(await createLookInCall(atDispatch)(row, inMs(9000)), null);
  }));

test("no absence settles within the call, whatever the deployment allows", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.clock.skewMs += 3_600_000;
    const absence = { at: 1, verdict: "not_applied", basis: "absence", detail: null, counts: true } as const;
    const found = async () => {
      const it = await world.deps.store.find(row.clientId, row.id);
      if (it === null) return null;
      return { ...it, execution: { ...it.execution, status: "dispatched" as const, looks: [absence] } };
    };
    const settings = { mode: "automatic", settlesByAbsence: true } as const;
    world.settle = () => ({ verdict: "not_applied", basis: "absence", isAnchored: true });
    const deps = { ...world.deps, settings, store: { ...world.deps.store, find: found } };
    const look = await createLookInCall(deps)(row, deps.platform.monotonicMs() + 9000);
    assert.deepEqual([look?.proved, look?.look.verdict], [null, "not_applied"]);
  }));
