/** Every wire fault with every kind of request, on a fresh, a used and a kept connection: it takes seconds. */
import assert from "node:assert/strict";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { runMatrix } from "./matrix.ts";
import { wireFaults } from "./wire-faults.ts";

for (const engine of chosenEngines()) {
  verifies("proof.wire-faults", `the fault matrix on ${engine}`, async () => {
    const { cases, classes, faults } = await runMatrix(engine);
    console.log(`${engine}: ${cases} cases, ${JSON.stringify(Object.fromEntries(classes))}`);
    assert.deepEqual(faults, []);
    assert.equal(cases, wireFaults.length * 8 + wireFaults.filter(({ isSilent }) => isSilent).length);
    assert.ok(cases >= 300, `${cases} cases`);
  });
}
