/** Commands about what was done. */
import type { Command } from "commander";
import type { AddCommand } from "../program.ts";

/** executions. */
export function addRecordCommands(program: Command, add: AddCommand): void {
  const executions = program.command("executions").description("the records of executed actions");
  add(executions, "list", "list executions, newest first", () => import("../commands/executions/list.ts"))
    .option("--connection <id>", "only of this connection")
    .option("--action <action_id>", "only of this action")
    .option("--status <status>", "only those in this state, such as outcome_unknown")
    .option("--idempotency-key <key>", "only those of this key")
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where the page starts");
  add(executions, "get <execution_id>", "show an execution", () => import("../commands/executions/get.ts"));
  add(
    executions,
    "resolve <execution_id>",
    "settle an unknown outcome, once",
    () => import("../commands/executions/resolve.ts"),
  )
    .requiredOption("--outcome <outcome>", "succeeded or failed")
    .option("--note <text>", "how it was found out; no secrets", "");
}
