/** The part that explores every state of the write protocol's model. */
import { protocolFaults } from "../model/faults.ts";
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** The protocol's model and the mistakes planted in it. */
export const model: Part = {
  name: "model",
  proves: `no state of the write protocol's model breaks a promise, and ${protocolFaults.length} planted mistakes are each caught`,
  numbers: {},
  run: async (options) => {
    const figures = await runTestFiles(options, {
      files: ["proof/model/model.test.ts"],
      env: { SVC_TEST_WHOLE_MODEL: "true" },
      testsMin: protocolFaults.length + 3,
    });
    const isCaught = figures.every(({ isMet }) => isMet);
    const caught = isCaught ? `${protocolFaults.length} of ${protocolFaults.length}` : "not all";
    return [...figures, { name: "planted mistakes caught", value: caught, isMet: isCaught }];
  },
};
