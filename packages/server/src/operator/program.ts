/** The command tree of svc-server. */
import { webhookDeliveryStatuses } from "@svc/contract";
import { Command, Option } from "commander";
import type { OperatorIo } from "./io.ts";

/** Options of every operator command. */
export type OperatorOptions = { format: "table" | "json"; sandbox?: boolean };

/** What the commands do; each is loaded when it is called. */
export type OperatorActions = {
  serve(options: { sandbox?: boolean; sandboxProvider?: string[] }): Promise<void>;
  migrate(options: OperatorOptions): Promise<void>;
  createClient(options: OperatorOptions & ClientOptions & { name: string; keyName?: string }): Promise<void>;
  listClients(options: OperatorOptions): Promise<void>;
  updateClient(client: string, options: OperatorOptions & ClientOptions & { name?: string }): Promise<void>;
  addKey(client: string, options: OperatorOptions & { keyName: string }): Promise<void>;
  rotateKey(client: string, options: OperatorOptions & { keyName?: string; overlapSeconds?: string }): Promise<void>;
  revokeKey(client: string, key: string, options: OperatorOptions): Promise<void>;
  revokeClient(client: string, options: OperatorOptions): Promise<void>;
  createToken(options: OperatorOptions & { name: string; expiresInDays?: string }): Promise<void>;
  listTokens(options: OperatorOptions): Promise<void>;
  revokeToken(token: string, options: OperatorOptions): Promise<void>;
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
  sandboxCredentials(options: OperatorOptions): Promise<void>;
  doctor(options: OperatorOptions & { reachProviders?: boolean }): Promise<void>;
  exportDocs(options: { to: string; format: "table" | "json" }): Promise<void>;
};

/** Fields of a service client, as flags. A flag that is given replaces what was set. */
export type ClientOptions = {
  allowedOrigin?: string[];
  returnUrl?: string[];
  allowAction?: string[];
  completion?: "automatic" | "confirmed";
};

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Builds the tree. */
export function createOperatorProgram(io: OperatorIo, actions: OperatorActions): Command {
  const program = new Command("svc-server")
    .description(
      "Run and operate a svc server. It reads its configuration from SVC_… variables; see docs/self-hosting.md.",
    )
    .helpCommand(false)
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError("Run the command with --help to see how it is used.")
    .exitOverride();
  const leaf = (parent: Command, usage: string, description: string, options?: { isDefault: boolean }): Command =>
    parent
      .command(usage, options)
      .description(description)
      .addOption(
        new Option("--format <format>", "how the answer is printed").choices(["table", "json"]).default("table"),
      )
      .option("--sandbox", "a database that is new belongs to a sandbox");

  program
    .command("serve")
    .description("run the server; applies pending migrations first")
    .option("--sandbox", "with simulated providers on loopback")
    .option("--sandbox-provider <slug=url>", "a simulator that already runs, on loopback", collect)
    .action(actions.serve);
  leaf(program, "migrate", "apply pending migrations and make the vault's keys").action(actions.migrate);

  const clients = program.command("service-clients").description("consumers of this server and their keys");
  const lists = (command: Command): Command =>
    command
      .option("--allowed-origin <origin>", "an origin that may finish Connect sessions; repeat it for more", collect)
      .option("--return-url <url>", "a URL, or a path prefix, that Connect may return to", collect)
      .option("--allow-action <pattern>", "such as doppler/*, doppler/secrets.get or */*", collect)
      .addOption(
        new Option(
          "--completion <mode>",
          "confirmed: its backend must confirm every Connect session; automatic, the default: it may leave that out",
        ).choices(["automatic", "confirmed"]),
      );
  lists(leaf(clients, "create", "make a service client; its key is shown this once"))
    .requiredOption("--name <name>", "a name for people")
    .option("--key-name <name>", "the name of its first key")
    .action(actions.createClient);
  leaf(clients, "list", "list service clients and their keys").action(actions.listClients);
  lists(leaf(clients, "update <client>", "replace the lists that are given"))
    .option("--name <name>", "a new name")
    .action(actions.updateClient);
  leaf(clients, "add-key <client>", "make one more key; it is shown this once")
    .requiredOption("--key-name <name>", "its name, such as ci")
    .action(actions.addKey);
  leaf(clients, "rotate-key <client>", "make a new key and let the old one end after the overlap")
    .option("--key-name <name>", "which key; needed where there are several")
    .option("--overlap-seconds <seconds>", "0 to 604800; a day by default")
    .action(actions.rotateKey);
  leaf(clients, "revoke-key <client> <key>", "revoke one key, by its name or public id").action(actions.revokeKey);
  leaf(clients, "revoke <client>", "revoke a service client and all its keys").action(actions.revokeClient);

  const tokens = program.command("operator-tokens").description("who may sign in at the operator console");
  leaf(tokens, "create", "make a token for one person; it is shown this once")
    .requiredOption("--name <name>", "whose it is")
    .option("--expires-in-days <days>", "1 to 3650, or never; 90 by default")
    .action(actions.createToken);
  leaf(tokens, "list", "list tokens: created, last used, expiry").action(actions.listTokens);
  leaf(tokens, "revoke <token>", "revoke a token, by its name or public id, and end its sessions").action(
    actions.revokeToken,
  );

  const connections = program.command("connections").description("connections of all tenants");
  leaf(connections, "disconnect", "destroy stored credentials, by any mix of filters")
    .option("--tenant <id>", "of this tenant")
    .option("--provider <slug>", "of this provider")
    .option("--service-client <client>", "of this service client")
    .action(actions.disconnect);

  const webhooks = program.command("webhooks").description("endpoints of all service clients, and what was sent");
  leaf(webhooks, "list", "list endpoints with what waits for them")
    .option("--service-client <client>", "of this service client alone")
    .action(actions.listWebhooks);
  leaf(webhooks, "deliveries <endpoint>", "list what was sent to an endpoint and what came of it, newest event first")
    .addOption(new Option("--status <status>", "only those in this state").choices([...webhookDeliveryStatuses]))
    .option("--limit <n>", "how many at most, 1 to 1000; 20 by default")
    .action(actions.webhookDeliveries);
  leaf(webhooks, "redeliver <endpoint> <event>", "send an event again, under the same webhook-id").action(
    actions.redeliverWebhook,
  );
  leaf(webhooks, "disable <endpoint>", "send nothing more there; its service client may enable it again").action(
    actions.disableWebhook,
  );
  leaf(webhooks, "enable <endpoint>", "send what waited and what comes").action(actions.enableWebhook);
  leaf(webhooks, "status", "show how much of each log of events is kept, and from when").action(actions.webhookStatus);

  const vault = program.command("vault").description("the keys that seal credentials");
  leaf(vault, "status", "show which keys seal what").action(actions.vaultStatus);
  leaf(vault, "rotate", "put every key under the first key of the keyring").action(actions.vaultRotate);
  leaf(vault, "rekey", "give tenants new keys, and seal every credential anew under them")
    .option("--tenant <id>", "of this tenant alone")
    .option("--since <time>", "go on with a run that began then and was broken off; it prints the time")
    .action(actions.vaultRekey);

  leaf(program, "backup", "copy a SQLite database, also while a server uses it")
    .requiredOption("--to <file>", "where the copy goes; there must be nothing yet")
    .action(actions.backup);
  leaf(program, "restore-check", "show what the database holds: counts, newest records, audit heads").action(
    actions.restoreCheck,
  );
  const keys = program.command("idempotency-keys").description("which keys may act after a restore from a backup");
  leaf(keys, "expire", "let every key that was made before a time answer 410, on every replica")
    .option("--before <time>", "when the restored service takes requests again: now, or such as 2026-01-31T00:00:00Z")
    .option("--undated-until <time>", "until when keys that carry no time answer 410 too; for a day by default")
    .option("--clear", "take all of it back")
    .action(actions.expireKeys);

  const failover = program.command("failover").description("a PostgreSQL that failed over or was replaced");
  leaf(failover, "status", "show whether writes are stopped, and why", { isDefault: true }).action(
    actions.failoverStatus,
  );
  leaf(failover, "accept", "go on with the database as it is now; keys that may have acted unknown to it answer 410")
    .option("--since <time>", "from when on writes may be lost, such as 2026-01-31T00:00:00Z")
    .option("--undated-until <time>", "until when keys that carry no time answer 410 too")
    .option("--nothing-lost", "nothing was lost, as after a planned switchover: no key is refused")
    .action(actions.failoverAccept);

  const audit = program.command("audit").description("what was done, and every use of a credential");
  leaf(audit, "verify", "check every chain of events; say the first that is broken, and exit 1")
    .option("--client <client>", "of this service client alone")
    .option("--head <file>", "also against heads that were exported earlier, as JSON Lines")
    .action(actions.auditVerify);
  leaf(audit, "export", "print events and the signed head of each chain; with --format json as JSON Lines")
    .option("--client <client>", "of this service client alone")
    .option("--since <time>", "from this time on, such as 2026-01-31T00:00:00Z")
    .option("--heads-only", "the signed heads without the events")
    .action(actions.auditExport);

  const clock = program.command("clock").description("the time that all servers on the database share");
  leaf(clock, "status", "show service time, raw time, and whether the clock has jumped", { isDefault: true }).action(
    actions.showClock,
  );
  leaf(clock, "accept", "take the raw clock for right from now on, after a jump")
    .option("--time-passed", "the time that it passed over really passed, so retention counts it")
    .action(actions.acceptClock);

  leaf(program, "sandbox-credentials", "print tokens that the simulated providers accept").action(
    actions.sandboxCredentials,
  );
  const docs = program.command("docs").description("the documentation that this server serves");
  leaf(docs, "export", "write the documentation as files, for any web server")
    .requiredOption("--to <folder>", "where the files go; a folder that is empty or not there yet")
    .action(actions.exportDocs);

  leaf(program, "doctor", "check configuration, database, vault and server, and say what to do")
    .option("--reach-providers", "try a TLS connection to each provider's host as well")
    .action(actions.doctor);
  return program;
}
