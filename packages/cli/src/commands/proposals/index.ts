/** The commands of `svc proposals` that are written by hand. */
import { Option } from "commander";
import type { NounCommands } from "../add-command.ts";

/** The commands by verb. */
export const proposalsByHand: NounCommands = {
  decide(noun, add) {
    add(
      noun,
      "decide <proposal_id>",
      "Record a person's decision. This needs a key that may decide, and it is final",
      ['svc proposals decide prp_… --decision approve --digest "$DIGEST" --decided-by maria@example.com'],
      () => import("./decide.ts"),
    )
      .addOption(
        new Option("--decision <decision>", "what the person decided")
          .choices(["approve", "deny"])
          .makeOptionMandatory(),
      )
      .option("--digest <digest>", "the digest of the proposal that the person saw; svc proposals get shows it")
      .requiredOption("--decided-by <name>", "the person who decided")
      .option("--reason <text>", "why; no secrets");
  },
  wait(noun, add) {
    add(
      noun,
      "wait <proposal_id>",
      "Wait until a proposal is executed or closed, for 10 minutes or --timeout",
      ["svc proposals wait prp_… --timeout 3600"],
      () => import("./wait.ts"),
    );
  },
};
