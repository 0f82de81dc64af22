/** Declares `svc connections`. */
import { Option, type Command } from "commander";
import { authKinds, connectionStatuses } from "@svc/contract/values";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions, collect, keyFlag, keyText } from "../options.ts";

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
  add(
    connections,
    "import",
    "Create connections from credentials that you already have",
    [
      "svc connections import --provider doppler --action secrets.get --credential @credential.json",
      "svc connections import --file connections.jsonl --report report.jsonl --dry-run",
    ],
    () => import("./import.ts"),
  )
    .option("--provider <slug>", "the provider")
    .addOption(
      new Option(
        "--auth-kind <kind>",
        "how the user supplied the credential; needed only if the provider has several auth kinds",
      ).choices(authKinds),
    )
    .option("--action <action_id>", "an action that the user agreed to (repeatable)", collect)
    .option(
      "--credential <source>",
      "the credential as JSON: @file, or - for standard input. `svc providers get` names its fields",
    )
    .option(
      "--file <path>",
      "import a list instead: JSON Lines with id, tenant, provider, authKind, requestedActions, credential",
    )
    .option(
      "--report <path>",
      "with --file: records what was imported, without credentials. The same command continues from it",
    )
    .option("--dry-run", "verify at the provider, and store nothing")
    .option(keyFlag, keyText);
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
