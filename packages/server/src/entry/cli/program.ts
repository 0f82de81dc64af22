/** The command tree of svc-server. */
import { webhookDeliveryStatuses } from "@svc/contract";
import { Argument, Command, Option } from "commander";
import { operatorRoles, type OperatorRole } from "../../domain/operators/roles.ts";
import type { RehearsedFault } from "../../app/sandbox.ts";
import type { ApplyOptions } from "./apply.ts";
import { routers, type RouterOptions } from "./cells/command.ts";
import { addClientCommands, force, type ClientActions } from "./client-commands.ts";
import { collect, leaf, type OperatorOptions, type OperatorIo } from "./io.ts";
import { addProviderCommands, type ProviderActions } from "./provider-commands.ts";
import { refuseElsewhere, remoteHelp } from "./machine.ts";
import type { NewProviderOptions } from "./new-provider.ts";

/** The simulator's names for failures; the simulator itself is loaded by sandboxes only. */
const faults = ["lose-response", "reset", "500", "429", "slow"] as const satisfies readonly RehearsedFault["next"][];

/** The actions of the commands besides those for providers. */
type ServerActions = ClientActions & {
  serve(options: { sandbox?: boolean; sandboxProvider?: string[] }): Promise<void>;
  migrate(options: OperatorOptions): Promise<void>;
  createToken(options: OperatorOptions & { name: string; role: OperatorRole; expiresInDays?: string }): Promise<void>;
  listTokens(options: OperatorOptions): Promise<void>;
  updateToken(token: string, options: OperatorOptions & { role: OperatorRole }): Promise<void>;
  revokeToken(token: string, options: OperatorOptions): Promise<void>;
  apply(file: string, options: ApplyOptions): Promise<void>;
  setOAuthApp(
    provider: string,
    options: OperatorOptions & { clientId: string; name?: string; serviceClient?: string; eventsSecretFile?: string },
  ): Promise<void>;
  rotateEventsSecret(provider: string, options: OperatorOptions & { serviceClient?: string }): Promise<void>;
  expectEventsSecret(
    provider: string,
    options: OperatorOptions & { serviceClient?: string; wait: boolean },
  ): Promise<void>;
  registerOAuthApp(provider: string, options: OperatorOptions & { name?: string }): Promise<void>;
  listOAuthApps(options: OperatorOptions): Promise<void>;
  removeOAuthApp(provider: string, options: OperatorOptions & { serviceClient?: string }): Promise<void>;
  disconnect(options: OperatorOptions & { tenant?: string; provider?: string; serviceClient?: string }): Promise<void>;
  listWebhooks(options: OperatorOptions & { serviceClient?: string }): Promise<void>;
  webhookDeliveries(endpoint: string, options: OperatorOptions & { status?: string; limit?: string }): Promise<void>;
  redeliverWebhook(endpoint: string, event: string, options: OperatorOptions): Promise<void>;
  disableWebhook(endpoint: string, options: OperatorOptions): Promise<void>;
  enableWebhook(endpoint: string, options: OperatorOptions): Promise<void>;
  webhookStatus(options: OperatorOptions): Promise<void>;
  vaultStatus(options: OperatorOptions): Promise<void>;
  vaultRotate(options: OperatorOptions): Promise<void>;
  vaultRekey(options: OperatorOptions & { tenant?: string; since?: string }): Promise<void>;
  backup(options: OperatorOptions & { to: string }): Promise<void>;
  restoreCheck(options: OperatorOptions): Promise<void>;
  expireKeys(options: OperatorOptions & { before?: string; undatedUntil?: string; clear?: boolean }): Promise<void>;
  failoverStatus(options: OperatorOptions): Promise<void>;
  failoverAccept(
    options: OperatorOptions & { since?: string; undatedUntil?: string; nothingLost?: boolean },
  ): Promise<void>;
  auditVerify(options: OperatorOptions & { client?: string; head?: string }): Promise<void>;
  auditExport(options: OperatorOptions & { client?: string; since?: string; headsOnly?: boolean }): Promise<void>;
  showClock(options: OperatorOptions): Promise<void>;
  acceptClock(options: OperatorOptions & { timePassed?: boolean }): Promise<void>;
  printRouter(router: (typeof routers)[number], options: RouterOptions): Promise<void>;
  newProvider(name: string, options: OperatorOptions & NewProviderOptions): Promise<void>;
  sandboxCredentials(options: OperatorOptions & { provider?: string }): Promise<void>;
  rehearse(options: OperatorOptions & RehearsedFault): Promise<void>;
  emitEvent(
    provider: string,
    type: string,
    options: OperatorOptions & { connection?: string; id?: string },
  ): Promise<void>;
  doctor(options: OperatorOptions & { reachProviders?: boolean; through?: string; envFile?: string }): Promise<void>;
  exportDocs(options: { to: string; format: "table" | "json" }): Promise<void>;
};

/** The action of each command. */
export type OperatorActions = ServerActions & ProviderActions;

function roleOption(): Option {
  return new Option(
    "--role <role>",
    "what its owner may do: see, also act on single items, or also change keys",
  ).choices([...operatorRoles]);
}

/** A command's words without the program's name, such as `vault rekey`. */
function wordsOf(command: Command): string {
  const above = command.parent === null ? "" : wordsOf(command.parent);
  return command.parent === null ? "" : `${above} ${command.name()}`.trim();
}

/** Builds the command tree. @param isElsewhere whether commands work on a server elsewhere. */
export function createOperatorProgram(io: OperatorIo, actions: OperatorActions, isElsewhere = false): Command {
  const program = new Command("svc-server")
    .description("Run and operate an svc server. It is configured with SVC_… variables; see docs/self-hosting.md.")
    .helpCommand(false)
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError("Run the command with --help to see its usage.")
    // `usageHint` says it, in both programs.
    .showSuggestionAfterError(false)
    .exitOverride()
    .addHelpText("after", remoteHelp);
  if (isElsewhere) program.hook("preAction", (_program, command) => refuseElsewhere(wordsOf(command)));

  program
    .command("serve")
    .description("Run the server. Applies pending migrations first")
    .option("--sandbox", "use simulated providers on loopback")
    .option("--sandbox-provider <slug=url>", "a simulator that is already running on loopback", collect)
    .action(actions.serve);
  leaf(program, "migrate", "Apply pending migrations and create the vault's keys").action(actions.migrate);

  addClientCommands(program, actions);

  const tokens = program.command("operator-tokens").description("Manage tokens for the operator console");
  leaf(tokens, "create", "Create a token for one person. It is shown only once")
    .requiredOption("--name <name>", "the name of its owner")
    .addOption(roleOption().default("operator"))
    .option("--expires-in-days <days>", "1 to 3650, or never; 90 by default")
    .action(actions.createToken);
  leaf(tokens, "list", "List tokens with their creation, last use and expiry").action(actions.listTokens);
  leaf(tokens, "update <token>", "Give a token, by its name or public ID, another role, in its sessions too")
    .addOption(roleOption().makeOptionMandatory())
    .action(actions.updateToken);
  leaf(tokens, "revoke <token>", "Revoke a token, by its name or public ID, and end its sessions").action(
    actions.revokeToken,
  );

  leaf(
    program,
    "apply <file>",
    "Make service clients, keys, OAuth apps and MCP servers as a YAML file says; - for standard input",
  )
    .option("--dry-run", "only print what differs")
    .option("--prune", "also revoke and remove what the file doesn't have")
    .addOption(force)
    .action(actions.apply);

  const oauthApps = program.command("oauth-apps").description("Manage the apps that are registered with providers");
  const ofClient = (command: Command): Command =>
    command.option("--service-client <client>", "for this service client instead of all");
  ofClient(leaf(oauthApps, "set <provider>", "Set a provider's app. Its secret is read from standard input"))
    .requiredOption("--client-id <id>", "the app's client id at the provider")
    .option("--name <name>", "what the consent page calls the app")
    .option("--events-secret-file <file>", "a file with the secret that the provider signs the app's events with")
    .action(actions.setOAuthApp);
  leaf(oauthApps, "register <provider>", "Register an app at an MCP server's authorization server, and store it")
    .option("--name <name>", "what the server and the consent page call the app (default: svc)")
    .action(actions.registerOAuthApp);
  ofClient(
    leaf(
      oauthApps,
      "rotate-events-secret <provider>",
      "Set a new secret for an app's events, from standard input. The old one works for another day",
    ),
  ).action(actions.rotateEventsSecret);
  ofClient(
    leaf(
      oauthApps,
      "expect-events-secret <provider>",
      "Show the secret that the provider sends to an app's address, for ten minutes. It isn't stored",
    ),
  )
    .option("--no-wait", "print what has come so far, instead of waiting for one")
    .action(actions.expectEventsSecret);
  leaf(oauthApps, "list", "List the apps, without their secrets").action(actions.listOAuthApps);
  ofClient(
    leaf(oauthApps, "remove <provider>", "Remove an app. Connections made with it work until their token expires"),
  ).action(actions.removeOAuthApp);

  const connections = program.command("connections").description("Manage connections across all tenants");
  leaf(connections, "disconnect", "Destroy the stored credentials that match all given filters")
    .option("--tenant <id>", "connections of this tenant")
    .option("--provider <slug>", "connections to this provider")
    .option("--service-client <client>", "only of this service client")
    .action(actions.disconnect);

  const webhooks = program.command("webhooks").description("Manage webhook endpoints across all service clients");
  leaf(webhooks, "list", "List endpoints and their waiting deliveries")
    .option("--service-client <client>", "only of this service client")
    .action(actions.listWebhooks);
  leaf(webhooks, "deliveries <endpoint>", "List an endpoint's deliveries and their results, newest event first")
    .addOption(new Option("--status <status>", "only those with this status").choices([...webhookDeliveryStatuses]))
    .option("--limit <n>", "number of deliveries (1-1000, default 20)")
    .action(actions.webhookDeliveries);
  leaf(webhooks, "redeliver <endpoint> <event>", "Send an event again with the same webhook-id").action(
    actions.redeliverWebhook,
  );
  leaf(webhooks, "disable <endpoint>", "Stop sending to an endpoint. Its service client can enable it again").action(
    actions.disableWebhook,
  );
  leaf(webhooks, "enable <endpoint>", "Send waiting deliveries and future events").action(actions.enableWebhook);
  leaf(webhooks, "status", "Show how many events each log contains, and since when").action(actions.webhookStatus);

  const vault = program.command("vault").description("Manage the keys that seal credentials");
  leaf(vault, "status", "Show which keys seal what").action(actions.vaultStatus);
  leaf(vault, "rotate", "Seal every key with the first key of the keyring").action(actions.vaultRotate);
  leaf(vault, "rekey", "Give tenants new keys and seal every credential with them")
    .option("--tenant <id>", "only for this tenant")
    .option("--since <time>", "continue an interrupted run that started at this time, which it printed")
    .action(actions.vaultRekey);

  leaf(program, "backup", "Copy a SQLite database, even while a server uses it")
    .requiredOption("--to <file>", "the file to create; it must not exist")
    .action(actions.backup);
  leaf(program, "restore-check", "Show what the database contains: counts, newest records, audit heads").action(
    actions.restoreCheck,
  );
  const keys = program.command("idempotency-keys").description("Refuse old idempotency keys after a restore");
  leaf(
    keys,
    "expire",
    "Answer 410 for every key created before a time, on every replica, and accept a restored database",
  )
    .option(
      "--before <time>",
      "when the restored service accepts requests again: now, or a time such as 2026-01-31T00:00:00Z",
    )
    .option("--undated-until <time>", "until when keys without a time get 410 too (default: for a day)")
    .option("--clear", "accept all keys again")
    .action(actions.expireKeys);

  const failover = program.command("failover").description("Check and accept a failover of PostgreSQL");
  leaf(failover, "status", "Show whether writes are stopped, and why", { isDefault: true }).action(
    actions.failoverStatus,
  );
  leaf(failover, "accept", "Continue with the current database. Keys whose use may have been lost get 410")
    .option("--since <time>", "when writes may have started to be lost, such as 2026-01-31T00:00:00Z")
    .option("--undated-until <time>", "until when keys without a time get 410 too")
    .option("--nothing-lost", "nothing was lost, as after a planned switchover; no key is refused")
    .action(actions.failoverAccept);

  const audit = program.command("audit").description("Verify and export the audit trail");
  leaf(audit, "verify", "Verify every chain of events. If one is broken, name its first bad event and exit with 1")
    .option("--client <client>", "only of this service client")
    .option("--head <file>", "also compare with heads that were exported earlier, as JSON Lines")
    .action(actions.auditVerify);
  leaf(audit, "export", "Print events and the signed head of each chain. With --format json, as JSON Lines")
    .option("--client <client>", "only of this service client")
    .option("--since <time>", "only events since this time, such as 2026-01-31T00:00:00Z")
    .option("--heads-only", "print the signed heads without the events")
    .action(actions.auditExport);

  const clock = program
    .command("clock")
    .description("Check the time that all servers on a database share, and accept a jump");
  leaf(clock, "status", "Show service time, raw time, and whether the clock has jumped", { isDefault: true }).action(
    actions.showClock,
  );
  leaf(clock, "accept", "Accept the raw clock as correct after a jump")
    .option("--time-passed", "the skipped time really passed, so retention counts it")
    .action(actions.acceptClock);

  const cells = program.command("cells").description("Spread service clients over several databases");
  cells
    .command("router")
    .description("Print the configuration of a router in front of cells")
    .addArgument(new Argument("<router>", "the router").choices(routers))
    .addOption(
      new Option("--cell <name=servers>", "a cell and its servers, such as eu=10.0.1.10:7480,10.0.1.11:7480")
        .argParser(collect)
        .makeOptionMandatory(),
    )
    .option("--unmarked <cell>", "the cell of ids and keys without a mark, made before there were cells")
    .requiredOption("--host <name>", "the host name in SVC_PUBLIC_URL, which is the same for all cells")
    .action(actions.printRouter);

  addProviderCommands(program, actions);
  leaf(program, "new-provider <name>", "Write a package for a provider of your own, with a simulator and tests")
    .addOption(
      new Option("--auth <kind>", "how users connect: by pasting a key, or on the provider's consent page")
        .choices(["static", "oauth"])
        .default("static"),
    )
    .option(
      "--dir <folder>",
      "the folder to write to; it must be empty or not exist (default: svc-provider- and the name)",
    )
    .option("--openapi <file>", "an OpenAPI 3 description to generate the actions and the simulator from")
    .option(
      "--operations <ids>",
      "its operations to turn into actions, such as listBooks,lendBook=books.lend,emails/*; without it, they are listed",
    )
    .option("--server <url>", "the API's address, if it isn't the description's first server")
    .action(actions.newProvider);

  leaf(
    program,
    "sandbox-credentials",
    "Print a credential that each simulated provider accepts, or all of one provider",
  )
    .option("--provider <slug>", "all of this provider, in full")
    .action(actions.sandboxCredentials);
  const sandbox = program.command("sandbox").description("Rehearse failures and events in a running sandbox");
  leaf(sandbox, "fault", "Make the next request to a simulated provider fail")
    .requiredOption("--provider <slug>", "the simulated provider")
    .addOption(new Option("--next <fault>", "how it fails").choices(faults).makeOptionMandatory())
    .addOption(
      new Option("--on <requests>", "which requests can fail; by default those that suit the fault").choices([
        "write",
        "read",
        "any",
      ]),
    )
    .action(actions.rehearse);
  leaf(sandbox, "emit <provider> <type>", "Let a simulated provider send an event, such as github push")
    .option("--connection <id>", "the connection that should get it (default: the newest that asked for it)")
    .option("--id <id>", "the provider's ID for the event, to send it again (default: a new one)")
    .action(actions.emitEvent);
  const docs = program.command("docs").description("Export the server's documentation");
  leaf(docs, "export", "Write the documentation as files for any web server")
    .requiredOption("--to <folder>", "the folder to write to; it must be empty or not exist")
    .action(actions.exportDocs);

  leaf(program, "doctor", "Check the deployment item by item and say what to fix")
    .option(
      "--env-file <file>",
      "check the variables in this file, in the form of systemd and containers, instead of this shell's",
    )
    .option("--reach-providers", "also try a TLS connection to each provider's host")
    .option("--through <url>", "also send requests through the proxy in front of the server, at this URL")
    .action(actions.doctor);
  return program;
}
