/**
 * Evidence never settles wrongly, in every state of its model, and a planted mistake is caught by the property that it breaks.
 * `npm test` plants one mistake for each property; `npm run proof -- model` plants every one.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catchesFaults } from "./planted-faults.ts";
import { settlementFaults } from "./settlement-faults.ts";
import { verify } from "./spin.ts";

const model = "settlement.pml";

test("settles by evidence only what is true, once, by granted reads", async (t) => {
  const { errors, statesStored } = await verify({ model, property: "all_safety" });
  t.diagnostic(`${String(statesStored)} states`);
  assert.equal(errors, 0);
  assert.ok(statesStored > 100_000, "the model has become too small to mean anything");
});

catchesFaults(model, settlementFaults);
