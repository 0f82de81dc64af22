/** Declares `svc connections`. */
import { Option, type Command } from "commander";
import { connectionStatuses } from "@svc/contract/values";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions, keyFlag, keyText } from "../options.ts";

/** Adds `connections` to the program. */
export function addConnections(program: Command, add: AddCommand): void {
  const connections = program.command("connections").description("Manage a tenant's connections");
  addPageOptions(
    add(
      connections,
      "list",
      "List connections",
      ["svc connections list --status needs_reconnect"],
      () => import("./list.ts"),
    )
      .option("--provider <slug>", "only connections to this provider")
      .addOption(new Option("--status <status>", "only those with this status").choices(connectionStatuses)),
  );
  add(connections, "get <connection_id>", "Show a connection", ["svc connections get con_…"], () => import("./get.ts"));
  const testText = "Ask the provider whether the credential works";
  add(connections, "test <connection_id>", testText, ["svc connections test con_…"], () => import("./test.ts")).option(
    keyFlag,
    keyText,
  );
  const disconnectText = "Destroy the stored credential. Nothing is revoked at the provider";
  add(
    connections,
    "disconnect <connection_id>",
    disconnectText,
    ["svc connections disconnect con_…"],
    () => import("./disconnect.ts"),
  );
}
