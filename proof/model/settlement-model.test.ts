/**
 * Evidence never settles wrongly, in every state of the model, and each planted mistake violates the property that it
 * should. `npm run test:model` explores one kind of evidence and plants one mistake for each property;
 * `npm run proof -- model` explores every kind and plants every mistake.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catchesFaults, isWhole } from "./planted-faults.ts";
import { settlementFaults } from "./settlement-faults.ts";
import { verify } from "./spin.ts";

const model = "settlement.pml";

test("settles by evidence only true outcomes, once, with granted reads", async (t) => {
  const { errors, statesStored } = await verify({
    model,
    property: "all_safety",
    switches: isWhole ? [] : ["KIND=ABSENCE"],
  });
  t.diagnostic(`${String(statesStored)} states`);
  assert.equal(errors, 0);
  assert.ok(statesStored > (isWhole ? 5_000_000 : 100_000), "the model has become too small to mean anything");
});

catchesFaults(model, settlementFaults, ({ kind }) => ({ switches: [`KIND=${kind}`] }));
