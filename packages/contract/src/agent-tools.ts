/** How an action looks as a tool for an agent: its name, and its input with the connection to use. MCP and SDK share it. */
import type { Action } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { idPattern, idPrefixes } from "./ids.ts";

/** The argument that names the connection; no action that agents may call has a field with this name. */
export const connectionArgument = "connection_id";

type JsonSchema = Record<string, unknown>;

/** The name of an action's tool. Hosts allow letters, digits and underscores. */
export function toolName(provider: string, actionId: string): string {
  return `${provider}_${actionId.replaceAll(".", "_")}`;
}

/** The description of an action's tool: the action's own, and what becomes of a lost answer if it changes something. */
export function toolDescription({ description, effect, strength }: ToolFacts): string {
  if (effect === "read") return description;
  return strength === "none"
    ? `${description} If its answer is lost, only a person can find out what happened (evidence: none).`
    : `${description} If its answer is lost, svc looks for the effect (evidence: ${strength}).`;
}

/** What a tool's description is made from. */
export type ToolFacts = {
  description: string;
  effect: Action["effect"];
  strength: Action["evidence"]["strength"];
};

/**
 * The schema of a tool's arguments: its action's input, and the connection.
 * @param connections those that fit; with several, the argument is required.
 */
export function toolInputSchema(
  inputSchema: Readonly<JsonSchema>,
  connections: readonly Pick<Connection, "id" | "account">[],
): JsonSchema & { type: "object" } {
  const required = (inputSchema["required"] ?? []) as readonly string[];
  return {
    ...inputSchema,
    type: "object",
    properties: {
      [connectionArgument]: connectionSchema(connections),
      ...((inputSchema["properties"] ?? {}) as JsonSchema),
    },
    required: connections.length > 1 ? [connectionArgument, ...required] : [...required],
  };
}

/** The maximum number of connections named in each tool. */
const connectionsNamedMax = 50;

function connectionSchema(connections: readonly Pick<Connection, "id" | "account">[]): JsonSchema {
  const which =
    connections.length > 1
      ? "The connection to use; several fit, and none is chosen for you."
      : "The connection to use; optional, because only this one fits.";
  if (connections.length > connectionsNamedMax) {
    const pattern = idPattern(idPrefixes.connection);
    return { type: "string", pattern, description: `${which} There are ${connections.length}.` };
  }
  const accounts = connections.map((connection) => `${connection.id} is ${accountOf(connection)}`).join("; ");
  return { type: "string", enum: connections.map(({ id }) => id), description: `${which} ${accounts}.` };
}

const accountLengthMax = 80;

/** Returns the account's name, with the provider's id if that differs. */
function accountOf({ account: { name, slug } }: Pick<Connection, "account">): string {
  return name === "" || name === slug ? quoted(slug) : `${quoted(name)} (account ${quoted(slug)})`;
}

/** Quotes the provider's text on one line and shortens it, because an agent reads it next to our own. */
function quoted(text: string): string {
  return JSON.stringify(text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, " ").slice(0, accountLengthMax));
}
