/** Commands for the service key, providers and actions. */
import type { Command } from "commander";
import type { AddCommand } from "./add-command.ts";

const keyFlag = "--idempotency-key <key>";
const keyText = "idempotency key of this request; store it before the first call";

/** auth, doctor, providers, actions. */
export function addActionCommands(program: Command, add: AddCommand): void {
  const auth = program.command("auth").description("Show who you are");
  add(auth, "status", "Show the service client that SVC_TOKEN belongs to", () => import("../commands/auth/status.ts"));

  add(program, "doctor", "Check your configuration and say what to fix", () => import("../commands/doctor/doctor.ts"))
    .option("--origin <origin>", "an origin that you create Connect sessions for")
    .option("--return-url <url>", "a URL that Connect returns users to");

  const providers = program.command("providers").description("List the providers that you can connect to");
  add(providers, "list", "List providers", () => import("../commands/providers/list.ts"));
  add(providers, "get <provider>", "Show a provider", () => import("../commands/providers/get.ts"));

  const actions = program.command("actions").description("Find, validate and execute actions");
  add(actions, "list <provider>", "List a provider's actions", () => import("../commands/actions/list.ts"));
  add(actions, "search <words...>", "Search for actions", () => import("../commands/actions/search.ts"))
    .option("--provider <slug>", "only actions of this provider")
    .option("--limit <n>", "number of results (1-50)");
  add(
    actions,
    "get <provider> <action_id>",
    "Show an action and its schemas",
    () => import("../commands/actions/get.ts"),
  );
  add(
    actions,
    "validate <action_id>",
    "Check an input against the schema, without executing anything",
    () => import("../commands/actions/validate.ts"),
  )
    .requiredOption("--connection <id>", "a connection to the provider of the action")
    .requiredOption("--input <json>", "the input: JSON, @file, or - for standard input");
  add(
    actions,
    "execute <action_id>",
    "Execute an action through a connection",
    () => import("../commands/actions/execute.ts"),
  )
    .requiredOption("--connection <id>", "the connection")
    .requiredOption("--input <json>", "the input: JSON, @file, or - for standard input")
    .option(keyFlag, `${keyText}. If a write has none, svc creates one and prints it`);
  actions.addHelpText(
    "after",
    `
Examples:
  svc actions list doppler
  svc actions search create an issue
  svc actions validate secrets.get --connection con_… --input '{"project":"api","config":"dev","name":"API_KEY"}'
  svc actions execute secrets.set --connection con_… --input @set.json --idempotency-key "$KEY"
  To keep a value out of your shell history, use --input @file, or --input - for standard input.`,
  );
}
