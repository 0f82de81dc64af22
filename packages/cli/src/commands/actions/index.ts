/** Declares `svc actions`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";
import { keyFlag } from "../options.ts";

/** Adds `actions` to the program. */
export function addActions(program: Command, add: AddCommand): void {
  const actions = program.command("actions").description("Find, validate and execute actions");
  add(actions, "list <provider>", "List a provider's actions", ["svc actions list doppler"], () => import("./list.ts"));
  add(
    actions,
    "search <words...>",
    "Search for actions",
    ["svc actions search create an issue"],
    () => import("./search.ts"),
  )
    .option("--provider <slug>", "only actions of this provider")
    .option("--limit <n>", "number of results (1-50)");
  add(
    actions,
    "get <provider> [action_id]",
    "Show an action and its schemas",
    ["svc actions get doppler/secrets.get"],
    () => import("./get.ts"),
  );
  const validateText = "Check an input against the schema, without executing anything";
  add(
    actions,
    "validate <action_id>",
    validateText,
    [
      'svc actions validate secrets.get --connection con_… \\\n  --input \'{"project":"api","config":"dev","name":"API_KEY"}\'',
    ],
    () => import("./validate.ts"),
  )
    .requiredOption("--connection <id>", "a connection to the provider of the action")
    .requiredOption("--input <json>", "the input: JSON, @file, or - for standard input");
  addCall(
    add(
      actions,
      "execute <action_id>",
      "Execute an action through a connection. Exits with 8 if a person has to approve it, after printing the proposal",
      [
        'svc actions execute doppler/secrets.get --connection con_… \\\n  --input \'{"project":"api","config":"dev","name":"API_KEY"}\'',
        'svc actions execute doppler/secrets.set --connection con_… --input @set.json --idempotency-key "$KEY"',
      ],
      () => import("./execute.ts"),
    ),
  );
  addCall(
    add(
      actions,
      "propose <action_id>",
      "Ask a person to approve an action, whatever the policy says. svc executes it once it's approved",
      ['svc actions propose doppler/secrets.set --connection con_… --input @set.json --idempotency-key "$KEY"'],
      () => import("./propose.ts"),
    ),
  );
}

/** Adds the arguments and flags of a call. */
function addCall(command: Command): void {
  command
    .requiredOption("--connection <id>", "the connection")
    .requiredOption("--input <json>", "the input: JSON, @file, or - for standard input")
    .option(
      keyFlag,
      "idempotency key of this request; store it before the first call. If a write has none, svc creates one and prints it",
    );
}
