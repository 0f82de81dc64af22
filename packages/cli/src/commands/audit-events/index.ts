/** Declares `svc audit-events`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions } from "../options.ts";

/** Adds `audit-events` to the program. */
export function addAuditEvents(program: Command, add: AddCommand): void {
  const events = program.command("audit-events").description("Read the audit trail");
  const listText = "List your service client's audit events, newest first. With --tenant, those of one tenant";
  addPageOptions(
    add(
      events,
      "list",
      listText,
      ["svc audit-events list --tenant acme --type credential.used"],
      () => import("./list.ts"),
    )
      .option("--type <type>", "only events of this type, such as credential.used")
      .option("--subject <id>", "only events about this ID, such as a connection's"),
  );
}
