/** The commands of svc-server for service clients and their keys. */
import { Option, type Command } from "commander";
import { collect, leaf, type OperatorOptions } from "./io.ts";

/** A service client's fields as options. An option replaces the current value. */
export type ClientOptions = {
  allowedOrigin?: string[];
  returnUrl?: string[];
  allowAction?: string[];
  completion?: "automatic" | "confirmed";
  settleByState?: "on" | "off";
  allowImport?: "on" | "off";
  appName?: string;
  agentSignInUrl?: string;
  policyFile?: string;
  logoUrl?: string;
  force?: boolean;
};

/** A key's settings as options. */
export type KeyOptions = {
  tenant?: string[];
  label?: string;
  allTenants?: boolean;
  policyFile?: string;
  force?: boolean;
  mayDecide?: "on" | "off";
};

/** The actions of these commands. */
export type ClientActions = {
  createClient(options: OperatorOptions & ClientOptions & { name: string; keyName?: string }): Promise<void>;
  listClients(options: OperatorOptions): Promise<void>;
  updateClient(client: string, options: OperatorOptions & ClientOptions & { name?: string }): Promise<void>;
  addKey(client: string, options: OperatorOptions & { keyName: string }): Promise<void>;
  rotateKey(client: string, options: OperatorOptions & { keyName?: string; overlapSeconds?: string }): Promise<void>;
  updateKey(client: string, key: string, options: OperatorOptions & KeyOptions): Promise<void>;
  revokeKey(client: string, key: string, options: OperatorOptions): Promise<void>;
  revokeClient(client: string, options: OperatorOptions): Promise<void>;
};

const policyFile = new Option(
  "--policy-file <file>",
  "rules as JSON: which calls are allowed, need a person's approval or are denied. A file with [] removes them",
);

/** For patterns. */
export const force = new Option("--force", "accept patterns that match no action of this version");

export function addClientCommands(program: Command, actions: ClientActions): void {
  const clients = program.command("service-clients").description("Manage service clients and their keys");
  const lists = (command: Command): Command =>
    command
      .option("--allowed-origin <origin>", "an origin whose pages can finish Connect sessions (repeatable)", collect)
      .option("--return-url <url>", "a URL or path prefix that Connect can return users to (repeatable)", collect)
      .option(
        "--allow-action <pattern>",
        "an allowed action, such as doppler/*, doppler/secrets.get or */* (repeatable)",
        collect,
      )
      .addOption(force)
      .addOption(
        new Option(
          "--completion <mode>",
          "confirmed: the backend must confirm every Connect session; automatic (default): it doesn't have to",
        ).choices(["automatic", "confirmed"]),
      )
      .addOption(
        new Option(
          "--settle-by-state <switch>",
          "on: an unknown outcome is settled as succeeded if the provider shows the requested state, even if someone else set it; off (default)",
        ).choices(["on", "off"]),
      )
      .addOption(
        new Option(
          "--allow-import [switch]",
          "on: may create connections from credentials that it already has (connections:import); off (default)",
        )
          .choices(["on", "off"])
          .preset("on"),
      )
      .option("--app-name <name>", "what the Connect page calls your app (default: the service client's name)")
      .option(
        "--agent-sign-in-url <url>",
        "the page of your app where its users decide on agents that want to sign in; '' for none",
      )
      .addOption(policyFile)
      .option(
        "--logo-url <url>",
        "your app's logo for the Connect page: PNG, JPEG or WebP over https. svc keeps a copy",
      );
  lists(leaf(clients, "create", "Create a service client. Its key is shown only once"))
    .requiredOption("--name <name>", "a display name")
    .option("--key-name <name>", "name of the first key")
    .action(actions.createClient);
  leaf(clients, "list", "List service clients and their keys").action(actions.listClients);
  lists(leaf(clients, "update <client>", "Update a service client. A list that you give replaces the current one"))
    .option("--name <name>", "a new name")
    .action(actions.updateClient);
  leaf(clients, "add-key <client>", "Add a key. It is shown only once")
    .requiredOption("--key-name <name>", "its name, such as ci")
    .action(actions.addKey);
  leaf(clients, "rotate-key <client>", "Create a new key. The old one expires after the overlap")
    .option("--key-name <name>", "which key to rotate; required if there are several")
    .option("--overlap-seconds <seconds>", "0 to 604800; a day by default")
    .action(actions.rotateKey);
  leaf(clients, "update-key <client> <key>", "Change what a key may do, with every delegated token made from it")
    .option("--tenant <id>", "a tenant that it reaches (repeatable)", collect)
    .option("--label <label>", "reach the tenants that have this label, at each call")
    .option("--all-tenants", "reach all tenants again")
    .addOption(policyFile)
    .addOption(force)
    .addOption(
      new Option("--may-decide [switch]", "on: may decide on proposals that other keys made; off (default)")
        .choices(["on", "off"])
        .preset("on"),
    )
    .action(actions.updateKey);
  leaf(clients, "revoke-key <client> <key>", "Revoke one key, by its name or public ID").action(actions.revokeKey);
  leaf(clients, "revoke <client>", "Revoke a service client and all its keys").action(actions.revokeClient);
}
