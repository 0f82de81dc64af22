/** Commands about what was done. */
import { Option, type Command } from "commander";
import type { AddCommand } from "./add-command.ts";
import { executionStatuses, resolutionOutcomes } from "@svc/contract/values";

/** executions, events, audit-events. */
export function addRecordCommands(program: Command, add: AddCommand): void {
  const executions = program.command("executions").description("the records of executed actions");
  add(executions, "list", "list executions, newest first", () => import("../commands/executions/list.ts"))
    .option("--connection <id>", "only of this connection")
    .option("--action <action_id>", "only of this action")
    .addOption(new Option("--status <status>", "only those in this state").choices(executionStatuses))
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
    .addOption(
      new Option("--outcome <outcome>", "what was found out").choices(resolutionOutcomes).makeOptionMandatory(),
    )
    .option("--note <text>", "how it was found out; no secrets", "");

  const log = program.command("events").description("what changed, for your own programs");
  add(
    log,
    "list",
    "list events of the service client, oldest first; with --tenant those of one tenant",
    () => import("../commands/events/list.ts"),
  )
    .option("--type <type>", "only of this type, such as connection.needs_reconnect")
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where to go on");

  const events = program.command("audit-events").description("what was done, and every use of a credential");
  add(
    events,
    "list",
    "list audit events of the service client, newest first; with --tenant those of one tenant",
    () => import("../commands/audit-events/list.ts"),
  )
    .option("--type <type>", "only of this type, such as credential.used")
    .option("--subject <id>", "only about this thing, such as a connection")
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where the page starts");
}
