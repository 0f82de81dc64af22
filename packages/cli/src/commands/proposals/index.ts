/** Declares `svc proposals`. */
import { Option, type Command } from "commander";
import { proposalStatuses } from "@svc/contract/values";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions } from "../options.ts";

/** Adds `proposals` to the program. */
export function addProposals(program: Command, add: AddCommand): void {
  const proposals = program
    .command("proposals")
    .description("Look up calls that need a person's approval, and decide about them");
  addPageOptions(
    add(
      proposals,
      "list",
      "List proposals, newest first",
      ["svc proposals list --status pending"],
      () => import("./list.ts"),
    )
      .option("--connection <id>", "only proposals for this connection")
      .addOption(new Option("--status <status>", "only those with this status").choices(proposalStatuses)),
  );
  add(
    proposals,
    "get <proposal_id>",
    "Show a proposal: what would be done, and its digest",
    ["svc proposals get prp_…", "svc proposals get prp_… --json status,preview,digest"],
    () => import("./get.ts"),
  );
  add(
    proposals,
    "decide <proposal_id>",
    "Record a person's decision. This needs a key that may decide, and it is final",
    ['svc proposals decide prp_… --decision approve --digest "$DIGEST" --decided-by maria@example.com'],
    () => import("./decide.ts"),
  )
    .addOption(
      new Option("--decision <decision>", "what the person decided").choices(["approve", "deny"]).makeOptionMandatory(),
    )
    .option("--digest <digest>", "the digest of the proposal that the person saw; svc proposals get shows it")
    .requiredOption("--decided-by <name>", "the person who decided")
    .option("--reason <text>", "why; no secrets");
  add(
    proposals,
    "wait <proposal_id>",
    "Wait until a proposal is executed or closed, for 10 minutes or --timeout",
    ["svc proposals wait prp_… --timeout 3600"],
    () => import("./wait.ts"),
  );
}
