/** Declares `svc events`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions } from "../options.ts";

/** Adds `events` to the program. */
export function addEvents(program: Command, add: AddCommand): void {
  const events = program.command("events").description("Read the event log");
  const listText = "List your service client's events, oldest first. With --tenant, those of one tenant";
  addPageOptions(
    add(
      events,
      "list",
      listText,
      ["svc events list --type connection.needs_reconnect"],
      () => import("./list.ts"),
    ).option("--type <type>", "only events of this type, such as connection.needs_reconnect"),
    "cursor to continue from",
  );
}
