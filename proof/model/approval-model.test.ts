/**
 * An approval is used at most once and nothing is sent without one, in every state of the model, and each planted
 * mistake violates the property that it should. `npm run test:model` omits the crashes, and plants one mistake for each
 * property.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { approvalFaults } from "./approval-faults.ts";
import { catchesFaults, isWhole } from "./planted-faults.ts";
import { verify } from "./spin.ts";

const model = "approval.pml";

test("sends at most once for an approval, and nothing without one", async (t) => {
  const switches = isWhole ? [] : ["CRASHES=0"];
  const { errors, statesStored } = await verify({ model, property: "all_safety", switches });
  t.diagnostic(`${String(statesStored)} states`);
  assert.equal(errors, 0);
  assert.ok(statesStored > (isWhole ? 1_000_000 : 100_000), "the model has become too small to mean anything");
});

catchesFaults(model, approvalFaults);
