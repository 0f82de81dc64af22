/** The nouns whose commands are generated, apart from a few. */
import type { Command } from "commander";
import { generatedCommands } from "../generated/index.ts";
import type { AddCommand, NounCommands } from "./add-command.ts";
import { actionsByHand } from "./actions/index.ts";
import { connectSessionsByHand } from "./connect-sessions/index.ts";
import { connectionsByHand } from "./connections/index.ts";
import { executionsByHand } from "./executions/index.ts";
import { proposalsByHand } from "./proposals/index.ts";
import { providersByHand } from "./providers/index.ts";
import { tokensByHand } from "./tokens/index.ts";
import { webhooksByHand } from "./webhooks/index.ts";

/** A noun of the command tree. */
type Noun = {
  readonly name: string;
  readonly text: string;
  readonly byHand?: NounCommands;
  /** The verbs in the order of the help, where it isn't the contract's. Others follow. */
  readonly order?: readonly string[];
};

/** Returns a function that adds a noun with its generated commands, and those written by hand. */
export function nounOf({ name, text, byHand = {}, order = [] }: Noun): (program: Command, add: AddCommand) => void {
  return (program, add) => {
    const noun = program.command(name).description(text);
    const commands = { ...generatedCommands[name], ...byHand };
    for (const verb of new Set([...order, ...Object.keys(commands)])) commands[verb]?.(noun, add);
  };
}

/** `svc auth`. */
export const addAuth = nounOf({ name: "auth", text: "Show who you are" });
/** `svc tenants`. */
export const addTenants = nounOf({ name: "tenants", text: "Manage tenants, your customers" });
/** `svc providers`. */
export const addProviders = nounOf({
  name: "providers",
  text: "List the providers that you can connect to",
  byHand: providersByHand,
});
/** `svc actions`. */
export const addActions = nounOf({
  name: "actions",
  text: "Find, validate and execute actions",
  byHand: actionsByHand,
  order: ["list", "search", "get", "validate", "execute", "propose"],
});
/** `svc connect-sessions`. */
export const addConnectSessions = nounOf({
  name: "connect-sessions",
  text: "Invite a user to connect an account",
  byHand: connectSessionsByHand,
  order: ["create", "get", "wait", "list", "cancel", "complete"],
});
/** `svc connections`. */
export const addConnections = nounOf({
  name: "connections",
  text: "Manage a tenant's connections",
  byHand: connectionsByHand,
  order: ["list", "get", "import", "test", "disconnect"],
});
/** `svc executions`. */
export const addExecutions = nounOf({
  name: "executions",
  text: "Look up executions, settle and resolve unknown outcomes",
  byHand: executionsByHand,
  order: ["list", "get", "settle", "wait", "resolve"],
});
/** `svc proposals`. */
export const addProposals = nounOf({
  name: "proposals",
  text: "Look up calls that need a person's approval, and decide about them",
  byHand: proposalsByHand,
});
/** `svc events`. */
export const addEvents = nounOf({ name: "events", text: "Read the event log" });
/** `svc audit-events`. */
export const addAuditEvents = nounOf({ name: "audit-events", text: "Read the audit trail" });
/** `svc tokens`. */
export const addTokens = nounOf({
  name: "tokens",
  text: "Manage delegated tokens: narrow, short-lived tokens for agents",
  byHand: tokensByHand,
});
/** `svc webhooks`. */
export const addWebhooks = nounOf({
  name: "webhooks",
  text: "Manage webhook endpoints and their deliveries",
  byHand: webhooksByHand,
  order: ["create", "list", "get", "update", "delete", "rotate-secret", "test", "deliveries", "listen"],
});
