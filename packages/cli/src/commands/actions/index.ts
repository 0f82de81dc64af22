/** The commands of `svc actions` that are written by hand. */
import type { Command } from "commander";
import type { NounCommands } from "../add-command.ts";
import { keyFlag } from "../options.ts";

/** The commands by verb. */
export const actionsByHand: NounCommands = {
  list(noun, add) {
    add(noun, "list <provider>", "List a provider's actions", ["svc actions list doppler"], () => import("./list.ts"));
  },
  get(noun, add) {
    add(
      noun,
      "get <provider> [action_id]",
      "Show an action and its schemas",
      ["svc actions get doppler/secrets.get"],
      () => import("./get.ts"),
    );
  },
  validate(noun, add) {
    add(
      noun,
      "validate <action_id>",
      "Check an input against the schema, without executing anything",
      [
        'svc actions validate secrets.get --connection con_… \\\n  --input \'{"project":"api","config":"dev","name":"API_KEY"}\'',
      ],
      () => import("./validate.ts"),
    )
      .requiredOption("--connection <id>", "a connection to the provider of the action")
      .requiredOption("--input <json>", "the input: JSON, @file, or - for standard input");
  },
  execute(noun, add) {
    addCall(
      add(
        noun,
        "execute <action_id>",
        "Execute an action through a connection. Exits with 8 if a person has to approve it, after printing the proposal",
        [
          'svc actions execute doppler/secrets.get --connection con_… \\\n  --input \'{"project":"api","config":"dev","name":"API_KEY"}\'',
          'svc actions execute doppler/secrets.set --connection con_… --input @set.json --idempotency-key "$KEY"',
        ],
        () => import("./execute.ts"),
      ),
    );
  },
  propose(noun, add) {
    addCall(
      add(
        noun,
        "propose <action_id>",
        "Ask a person to approve an action, whatever the policy says. svc executes it once it's approved",
        ['svc actions propose doppler/secrets.set --connection con_… --input @set.json --idempotency-key "$KEY"'],
        () => import("./propose.ts"),
      ),
    );
  },
};

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
