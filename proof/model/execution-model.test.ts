/**
 * The protocol holds in every state of its model, and a planted mistake is caught by the property that it breaks. `npm test`
 * looks at two callers and one mistake for each property; with SVC_TEST_WHOLE_MODEL=true, as `npm run proof -- model` has it,
 * at three callers and every mistake.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { livenessProperty, protocolFaults } from "./faults.ts";
import { verify } from "./spin.ts";
import { modelTransitions, statusNumbers } from "../../conformance/harness/transitions.ts";

const isWhole = process.env["SVC_TEST_WHOLE_MODEL"] === "true";

test("has at most one effect, and true records and answers, in every state", async (t) => {
  const { errors, statesStored, transitions } = await verify("all_safety", isWhole ? [] : ["TWO_CALLERS"]);
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
  const { errors, statesStored } = await verify(livenessProperty);
  t.diagnostic(`${String(statesStored)} states`);
  assert.equal(errors, 0);
});

const first = [...Map.groupBy(protocolFaults, ({ breaks }) => breaks).values()].flatMap((faults) => faults.slice(0, 1));
for (const fault of isWhole ? protocolFaults : first) {
  test(`catches: ${fault.mistake}`, async () => {
    const { errors } = await verify(fault.breaks, [`FAULT_${fault.switch}`]);
    assert.ok(errors > 0, `${fault.breaks} holds despite it`);
  });
}

test("lists each of the model's mistakes once", () => {
  const text = readFileSync(new URL("execution.pml", import.meta.url), "utf8");
  const planted = [...new Set([...text.matchAll(/^#if(?:n?)def FAULT_([A-Z_]+)$/gm)].map(([, name = ""]) => name))];
  assert.deepEqual(protocolFaults.map((fault) => fault.switch).toSorted(), planted.toSorted());
});
