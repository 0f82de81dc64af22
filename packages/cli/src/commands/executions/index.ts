/** Declares `svc executions`. */
import { Option, type Command } from "commander";
import { executionStatuses, resolutionOutcomes } from "@svc/contract/values";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions } from "../options.ts";

/** Adds `executions` to the program. */
export function addExecutions(program: Command, add: AddCommand): void {
  const executions = program
    .command("executions")
    .description("Look up executions, settle and resolve unknown outcomes");
  addPageOptions(
    add(
      executions,
      "list",
      "List executions, newest first",
      ["svc executions list --status outcome_unknown"],
      () => import("./list.ts"),
    )
      .option("--connection <id>", "only executions of this connection")
      .option("--action <action_id>", "only executions of this action")
      .addOption(new Option("--status <status>", "only those with this status").choices(executionStatuses))
      .option("--idempotency-key <key>", "only executions with this key"),
  );
  add(
    executions,
    "get <execution_id>",
    "Show an execution and what happened to it",
    ["svc executions get act_…"],
    () => import("./get.ts"),
  );
  add(
    executions,
    "settle <execution_id>",
    "Look at the provider for the effect of an unknown outcome. Nothing is sent again",
    ["svc executions settle act_…", "svc executions settle act_… --json status,settlement"],
    () => import("./settle.ts"),
  );
  add(
    executions,
    "wait <execution_id>",
    "Wait until an execution has an outcome, for 60 seconds or --timeout",
    ["svc executions wait act_… --timeout 900"],
    () => import("./wait.ts"),
  );
  add(
    executions,
    "resolve <execution_id>",
    "Resolve an unknown outcome. This is final",
    ['svc executions resolve act_… --outcome succeeded --note "The value is there."'],
    () => import("./resolve.ts"),
  )
    .addOption(
      new Option("--outcome <outcome>", "what you found out").choices(resolutionOutcomes).makeOptionMandatory(),
    )
    .option("--note <text>", "how you found out; no secrets", "");
}
