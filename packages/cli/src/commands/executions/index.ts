/** The command of `svc executions` that is written by hand. */
import type { NounCommands } from "../add-command.ts";

/** The commands by verb. */
export const executionsByHand: NounCommands = {
  wait(noun, add) {
    add(
      noun,
      "wait <execution_id>",
      "Wait until an execution has an outcome, for 60 seconds or --timeout",
      ["svc executions wait act_… --timeout 900"],
      () => import("./wait.ts"),
    );
  },
};
