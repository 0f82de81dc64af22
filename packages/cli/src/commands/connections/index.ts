/** The command of `svc connections` that is written by hand. */
import { Option } from "commander";
import { authKinds } from "@svc/contract/values";
import type { NounCommands } from "../add-command.ts";
import { collect, keyFlag, keyText } from "../options.ts";

/** The commands by verb. */
export const connectionsByHand: NounCommands = {
  import(noun, add) {
    add(
      noun,
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
  },
};
