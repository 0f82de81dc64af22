/** Commands for executions, events and audit events. */
import { Option, type Command } from "commander";
import type { AddCommand } from "./add-command.ts";
import { executionStatuses, resolutionOutcomes } from "@svc/contract/values";

/** executions, events, audit-events. */
export function addRecordCommands(program: Command, add: AddCommand): void {
  const executions = program.command("executions").description("Look up executions and resolve unknown outcomes");
  add(executions, "list", "List executions, newest first", () => import("../commands/executions/list.ts"))
    .option("--connection <id>", "only executions of this connection")
    .option("--action <action_id>", "only executions of this action")
    .addOption(new Option("--status <status>", "only those with this status").choices(executionStatuses))
    .option("--idempotency-key <key>", "only executions with this key")
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor of the page to show");
  add(executions, "get <execution_id>", "Show an execution", () => import("../commands/executions/get.ts"));
  add(
    executions,
    "resolve <execution_id>",
    "Resolve an unknown outcome. This is final",
    () => import("../commands/executions/resolve.ts"),
  )
    .addOption(
      new Option("--outcome <outcome>", "what you found out").choices(resolutionOutcomes).makeOptionMandatory(),
    )
    .option("--note <text>", "how you found out; no secrets", "");

  const log = program.command("events").description("Read the log of events");
  add(
    log,
    "list",
    "List your service client's events, oldest first. With --tenant, those of one tenant",
    () => import("../commands/events/list.ts"),
  )
    .option("--type <type>", "only events of this type, such as connection.needs_reconnect")
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor to continue from");

  const events = program.command("audit-events").description("Read the audit trail");
  add(
    events,
    "list",
    "List your service client's audit events, newest first. With --tenant, those of one tenant",
    () => import("../commands/audit-events/list.ts"),
  )
    .option("--type <type>", "only events of this type, such as credential.used")
    .option("--subject <id>", "only events about this id, such as a connection's")
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor of the page to show");
}
