/**
 * The protocol holds in every state of its model, and each planted mistake violates the property that it should.
 * `npm run test:model` checks two callers and one mistake for each property; with SVC_TEST_WHOLE_MODEL=true, which
 * `npm run proof -- model` sets, three callers and every mistake.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { modelTransitions, statusNumbers } from "../../conformance/harness/transitions.ts";
import { livenessProperty, protocolFaults } from "./execution-faults.ts";
import { catchesFaults, isWhole } from "./planted-faults.ts";
import { verify } from "./spin.ts";

const model = "execution.pml";
// Fewer callers for liveness, because fairness multiplies the states.
const twoCallers = ["TWO_CALLERS"];

test("has at most one effect, and true records and answers, in every state", async (t) => {
  const switches = isWhole ? [] : twoCallers;
  const { errors, statesStored, transitions } = await verify({ model, property: "all_safety", switches });
  t.diagnostic(`${String(statesStored)} states`);
  assert.equal(errors, 0);
  assert.ok(statesStored > (isWhole ? 1_000_000 : 100_000), "the model has become too small to mean anything");
  const named = new Map<number, string>(Object.entries(statusNumbers).map(([name, number]) => [number, name]));
  const names = transitions.map((pair) =>
    pair
      .split(">")
      .map((number) => named.get(Number(number)))
      .join(" → "),
  );
  assert.deepEqual(names.toSorted(), modelTransitions.toSorted());
});

test("settles everything eventually, whichever process died", async (t) => {
  const { errors, statesStored } = await verify({
    model,
    property: livenessProperty,
    switches: twoCallers,
    isLiveness: true,
  });
  t.diagnostic(`${String(statesStored)} states`);
  assert.equal(errors, 0);
});

catchesFaults(model, protocolFaults, (fault) => {
  const isLiveness = fault.breaks === livenessProperty;
  return { isLiveness, switches: isLiveness ? twoCallers : [] };
});
