/**
 * The part that explores every state of the models: the write protocol, settling by evidence, approvals, and failovers.
 */
import { protocolFaults } from "../model/execution-faults.ts";
import { approvalFaults } from "../model/approval-faults.ts";
import { failoverFaults } from "../model/failover-faults.ts";
import { settlementFaults } from "../model/settlement-faults.ts";
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

const faultCount = protocolFaults.length + settlementFaults.length + approvalFaults.length + failoverFaults.length;

/** The models and the mistakes planted in them. */
export const model: Part = {
  name: "model",
  proves: `no state of the models of the write protocol, of settling by evidence, of approvals and of failovers breaks a promise, and ${faultCount} planted mistakes are each caught`,
  numbers: {},
  needs: ["spin"],
  run: async (options) => {
    const figures = await runTestFiles(options, {
      files: [
        "proof/model/execution-model.test.ts",
        "proof/model/settlement-model.test.ts",
        "proof/model/approval-model.test.ts",
        "proof/model/failover-model.test.ts",
      ],
      env: { SVC_TEST_WHOLE_MODEL: "true" },
      testsMin: faultCount + 13,
    });
    const isCaught = figures.every(({ isMet }) => isMet);
    const caught = isCaught ? `${faultCount} of ${faultCount}` : "not all";
    return [...figures, { name: "planted mistakes caught", value: caught, isMet: isCaught }];
  },
};
