/** Commands about who we are and what can be done. */
import type { Command } from "commander";
import type { AddCommand } from "./add-command.ts";

const keyFlag = "--idempotency-key <key>";
const keyText = "key of this request; store it before the first call";

/** auth, doctor, providers, actions. */
export function addActionCommands(program: Command, add: AddCommand): void {
  const auth = program.command("auth").description("the service key");
  add(auth, "status", "show whose key SVC_TOKEN is", () => import("../commands/auth/status.ts"));

  add(
    program,
    "doctor",
    "check key, origin, return URL, server and docs, and say what to do",
    () => import("../commands/doctor/doctor.ts"),
  )
    .option("--origin <origin>", "an origin that Connect sessions are opened for")
    .option("--return-url <url>", "a URL that Connect returns to");

  const providers = program.command("providers").description("the providers that can be connected");
  add(providers, "list", "list providers", () => import("../commands/providers/list.ts"));
  add(providers, "get <provider>", "show a provider", () => import("../commands/providers/get.ts"));

  const actions = program.command("actions").description("typed actions: find, validate, execute");
  add(actions, "list <provider>", "list a provider's actions", () => import("../commands/actions/list.ts"));
  add(actions, "search <words...>", "find actions by words", () => import("../commands/actions/search.ts"))
    .option("--provider <slug>", "only this provider's")
    .option("--limit <n>", "how many at most (1-50)");
  add(
    actions,
    "get <provider> <action_id>",
    "show an action and its schemas",
    () => import("../commands/actions/get.ts"),
  );
  add(
    actions,
    "validate <action_id>",
    "validate an input here, without executing anything",
    () => import("../commands/actions/validate.ts"),
  )
    .requiredOption("--connection <id>", "the connection whose provider has the action")
    .requiredOption("--input <json>", "the input: JSON, @file, or - for standard input");
  add(
    actions,
    "execute <action_id>",
    "execute an action through a connection",
    () => import("../commands/actions/execute.ts"),
  )
    .requiredOption("--connection <id>", "the connection")
    .requiredOption("--input <json>", "the input: JSON, @file, or - for standard input")
    .option(keyFlag, `${keyText}; a write without one gets one made and shown`);
  actions.addHelpText(
    "after",
    `
Examples:
  svc actions list doppler
  svc actions search create an issue
  svc actions validate secrets.get --connection con_… --input '{"project":"api","config":"dev","name":"API_KEY"}'
  svc actions execute secrets.set --connection con_… --input @set.json --idempotency-key "$KEY"
  A value need not stand in the shell history: --input @file, or --input - for standard input.`,
  );
}
