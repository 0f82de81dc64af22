/**
 * An action as a tool for agents: its name, its description, and its input with the connection to use. For MCP and the
 * SDK.
 */
import type { Action } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { idPattern, idPrefixes } from "./ids.ts";

/** The argument that names the connection; no action that agents may call has a field with this name. */
export const connectionArgument = "connection_id";

type JsonSchema = Record<string, unknown>;

/** Returns the name of an action's tool. Hosts allow letters, digits and underscores. */
export function toolName(provider: string, actionId: string): string {
  return `${provider}_${actionId.replaceAll(".", "_")}`;
}

/**
 * Returns the description of an action's tool: the action's own and, for a change, what happens if its response is
 * lost.
 */
export function toolDescription({ description, effect, strength }: ToolFacts): string {
  if (effect === "read") return description;
  return strength === "none"
    ? `${description} If the response is lost, only a person can find out what happened (evidence: none).`
    : `${description} If the response is lost, svc looks for the effect (evidence: ${strength}).`;
}

/** The facts that a tool's description is built from. */
export type ToolFacts = {
  description: string;
  effect: Action["effect"];
  strength: Action["evidence"]["strength"];
};

/**
 * Builds the schema of a tool's arguments: its action's input, and the connection.
 * @param connections those that can execute the action; if there are several, the argument is required.
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
      ? "The connection to use. Required, because several can execute this action."
      : "The connection to use. Optional, because only this one can execute this action.";
  if (connections.length > connectionsNamedMax) {
    const pattern = idPattern(idPrefixes.connection);
    return { type: "string", pattern, description: `${which} There are ${connections.length}.` };
  }
  const accounts = connections.map((connection) => `${connection.id} is ${accountOf(connection)}`).join("; ");
  return { type: "string", enum: connections.map(({ id }) => id), description: `${which} ${accounts}.` };
}

const accountLengthMax = 80;

/** Returns the account's name, with its id at the provider if that differs. */
function accountOf({ account: { name, slug } }: Pick<Connection, "account">): string {
  return name === "" || name === slug ? quoted(slug) : `${quoted(name)} (account ${quoted(slug)})`;
}

/** Shortens and quotes the provider's text on one line, because an agent reads it next to our own. */
function quoted(text: string): string {
  return JSON.stringify(text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, " ").slice(0, accountLengthMax));
}
