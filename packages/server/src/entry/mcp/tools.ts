/** Turns actions into MCP tools: names, schemas and hints, and the connections that each tool may use. Pure. */
import type { Connection } from "@svc/contract";
import { connectionArgument, toolDescription, toolInputSchema, toolName } from "@svc/contract/agent-tools";
import type { Action, Provider } from "@svc/provider-kit";
import { presentAction } from "../../domain/catalog/present.ts";
import { searchEntry, type SearchEntry } from "../../domain/catalog/search.ts";
import { once } from "../../once.ts";
import { listedSchema, toResultSchema, type JsonSchema } from "./schemas.ts";

/** Hints that a host can use before it calls a tool (MCP `ToolAnnotations`). */
export type ToolHints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** An action that agents may call, with its tool name. Its schemas are built on first use, as hosts can use them. */
export type McpAction = {
  name: string;
  provider: Provider;
  action: Action;
  inputSchema: () => JsonSchema;
  /** Null if the result's schema can't be determined. */
  outputSchema: () => JsonSchema | null;
  hints: ToolHints;
  /** The action's search entry. */
  entry: () => SearchEntry;
};

/** A tenant's tool: the action, and the active connections that it was granted to, oldest first. */
export type OfferedTool = McpAction & { connections: readonly Connection[] };

/** The name of the search tool; no action has it. */
export const searchToolName = "search_actions";

/** The name of the tool that shows an execution; no action has it. */
export const getExecutionToolName = "get_execution";

/** The name of the tool that shows a proposal; no action has it. */
export const getProposalToolName = "get_proposal";

const ownToolNames: ReadonlySet<string> = new Set([searchToolName, getExecutionToolName, getProposalToolName]);

/** SEP-986 allows 128 characters, but several hosts accept only 64, of which a prefix of theirs takes some. */
const nameForm = /^[A-Za-z0-9_.-]{1,52}$/;

/** Returns why an action can't be a tool, as the end of a sentence about it; null if it can be, or isn't for agents. */
export function toolFault({ slug }: Pick<Provider, "slug">, { id, mcp, input }: Action): string | null {
  if (!mcp) return null;
  const name = toolName(slug, id);
  if (!nameForm.test(name))
    return "its tool's name, which is the provider's slug and its id, may have at most 52 characters";
  if (ownToolNames.has(name)) return "a tool of svc's own has its name";
  return Object.hasOwn(input.properties, connectionArgument) ? `its input has a field ${connectionArgument}` : null;
}

/**
 * Returns every action that agents may call, by tool name.
 * @throws RangeError for an action that can't be a tool, or whose name another one has.
 */
export function mcpActions(providers: readonly Provider[]): ReadonlyMap<string, McpAction> {
  const found = new Map<string, McpAction>();
  for (const provider of providers) {
    for (const action of provider.actions.filter(({ mcp }) => mcp)) {
      const name = toolName(provider.slug, action.id);
      const fault = toolFault(provider, action) ?? (found.has(name) ? `the name ${name} is taken` : null);
      if (fault !== null) throw new RangeError(`${provider.slug}/${action.id} cannot be a tool: ${fault}.`);
      found.set(name, {
        name,
        provider,
        action,
        inputSchema: once(() => listedSchema(JSON.parse(JSON.stringify(action.input)) as JsonSchema)),
        outputSchema: once(() => listedResultSchema(action)),
        hints: toHints(action),
        entry: once(() => searchEntry(presentAction(provider.slug, action), provider.name)),
      });
    }
  }
  return found;
}

function listedResultSchema(action: Action): JsonSchema | null {
  const schema = toResultSchema(action);
  return schema === null ? null : listedSchema(schema);
}

function toHints({ effect, idempotency }: Action): ToolHints {
  return {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "destructive",
    idempotentHint: idempotency !== "unsafe",
    openWorldHint: true,
  };
}

/**
 * Returns the tools of one tenant, by name.
 * @param connections the tenant's active ones. @param isEffective whether deployment and policy allow an action.
 */
export function offeredTools(
  actions: ReadonlyMap<string, McpAction>,
  connections: readonly Connection[],
  isEffective: (slug: string, actionId: string) => boolean,
): OfferedTool[] {
  // Ids sort by creation time, so an older connection keeps its position.
  const inOrder = connections.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return [...actions.values()]
    .filter(({ provider, action }) => isEffective(provider.slug, action.id))
    .map((tool) => ({ ...tool, connections: inOrder.filter((connection) => fits(tool, connection)) }))
    .filter((tool) => tool.connections.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fits({ provider, action }: McpAction, connection: Connection): boolean {
  return connection.provider === provider.slug && connection.grantedActions.includes(action.id);
}

/** A tool in the protocol's form. */
export type PresentedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema?: JsonSchema & { type: "object" };
  annotations: ToolHints;
};

/** The result of a call that waits for a person's approval. */
const pendingSchema: JsonSchema = {
  type: "object",
  properties: { status: { type: "string" }, proposal_id: { type: "string" }, approvalUrl: { type: "string" } },
  required: ["status", "proposal_id"],
};

/**
 * Presents a tool for the listing: its action's schema with the connection added to its fields. The result of a change
 * may always be a proposal. Whether a policy asks for approval can change after a client has read the list, and a
 * proposal outlives its policy; a client refuses a result that the list doesn't allow.
 */
export function presentTool(tool: OfferedTool): PresentedTool {
  const { name, action, hints, connections } = tool;
  const own = tool.outputSchema();
  const outputSchema = own !== null && action.effect !== "read" ? { type: "object", anyOf: [own, pendingSchema] } : own;
  return {
    name,
    title: action.title,
    description: toolDescription({ ...action, strength: action.evidence?.strength ?? "none" }),
    inputSchema: toolInputSchema(tool.inputSchema(), connections),
    ...(outputSchema === null ? {} : { outputSchema: { ...outputSchema, type: "object" } }),
    annotations: hints,
  };
}

/**
 * Returns a digest of everything that can change in a tenant's tools while the code stays the same; equal for equal
 * lists.
 * @param mayWait whether a person may have to approve the caller's changes.
 */
export function digestTools(tools: readonly OfferedTool[], mayWait: boolean): string {
  return JSON.stringify([
    mayWait,
    ...tools.map(({ name, connections }) => [
      name,
      connections.map(({ id, account }) => [id, account.slug, account.name]),
    ]),
  ]);
}
