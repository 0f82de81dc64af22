/** Tests that each mistake planted in a model is caught by the property that it breaks. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { verify, type Check, type PlantedFault } from "./spin.ts";

/** Whether to explore the complete models, with every mistake. `npm run test:model` plants one for each property. */
export const isWhole = process.env["SVC_TEST_WHOLE_MODEL"] === "true";

/**
 * Registers one test for each mistake, and one which checks that the list and the model name the same mistakes.
 * @param checkFor returns the options of a mistake's check besides its own switch.
 */
export function catchesFaults<Fault extends PlantedFault<string>>(
  model: Check["model"],
  faults: readonly Fault[],
  checkFor: (fault: Fault) => Pick<Check, "switches" | "isLiveness"> = () => ({}),
): void {
  const first = [...Map.groupBy(faults, ({ breaks }) => breaks).values()].flatMap((group) => group.slice(0, 1));
  for (const fault of isWhole ? faults : first) {
    test(`catches: ${fault.mistake}`, async () => {
      const { switches = [], ...check } = checkFor(fault);
      const planted = [...switches, `FAULT_${fault.switch}`];
      const { errors } = await verify({ model, property: fault.breaks, ...check, switches: planted });
      assert.ok(errors > 0, `${fault.breaks} holds despite it`);
    });
  }
  test(`lists each mistake of ${model} once`, () => {
    const text = readFileSync(new URL(model, import.meta.url), "utf8");
    const planted = [...new Set([...text.matchAll(/^#if(?:n?)def FAULT_([A-Z_]+)$/gm)].map(([, name = ""]) => name))];
    assert.deepEqual(faults.map((fault) => fault.switch).toSorted(), planted.toSorted());
  });
}
