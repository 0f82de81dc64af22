/** `tools/call`: from a tool's name and arguments to one execution of the domain, and back to a result. */
import { idPrefixes, isId, operations, ServiceError } from "@svc/contract";
import type { ExecuteRequest } from "../executions/request.ts";
import { connectionsOf } from "./connections.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { connectionOfKey, keyOfMeta, openQuestion } from "./key.ts";
import { errorResult, OpenQuestion, resultOf, type ResultFacts, type ToolResult } from "./results.ts";
import { searchAmong, searchTools } from "./search.ts";
import { toolsOf } from "./tenant-tools.ts";
import { connectionArgument, offeredTools, searchToolName, type McpAction } from "./tools.ts";

/** A call as it came. */
export type ToolCall = {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  meta: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Calls a tool.
 * @returns null for a name that is no tool of this tenant; every other refusal is a result.
 */
export async function callTool(services: McpServices, scope: McpScope, call: ToolCall): Promise<ToolResult | null> {
  const facts: ResultFacts = { key: null, replayed: false };
  const refuse = (error: ServiceError): ToolResult => {
    return errorResult(error, { ...facts, docsUrl: services.docsUrl, requestId: scope.requestId });
  };
  if (call.name === searchToolName) {
    try {
      const tools = await toolsOf(services, scope);
      return searchAmong(tools) === null ? null : searchTools(tools, call.arguments);
    } catch (error) {
      return refuse(scope.errorOf(error));
    }
  }
  const tool = services.actions.get(call.name);
  if (tool === undefined) return null;
  try {
    const brought = tool.action.effect === "read" ? null : keyOfMeta(call.meta);
    facts.key = brought;
    const { [connectionArgument]: named, ...input } = call.arguments;
    const connectionId = await chosenConnection(services, scope, { tool, named, key: brought });
    if (connectionId === null) return null;
    if (brought === null && tool.action.effect !== "read") {
      const open = await openQuestion(services, scope, { action: tool.action, connectionId, input });
      if (open !== null) return refuse(new OpenQuestion(open.id, connectionId));
      facts.key = services.newKey();
    }
    const { key } = facts;
    const result = await services.execute(requestOf(scope, { tool, connectionId, input, key }));
    facts.replayed = result.replayed;
    return result.kind === "answered" ? resultOf(tool, result, facts) : refuse(result.error);
  } catch (error) {
    const known = scope.errorOf(error);
    // What deployment or policy does not allow is no tool here, whatever the call looked like.
    return known.code === "ACTION_NOT_FOUND" ? null : refuse(known);
  }
}

/** The same request as the REST route's, so that a key means the same through both doors. */
function requestOf(
  { caller, tenantId }: McpScope,
  call: { tool: McpAction; connectionId: string; input: unknown; key: string | null },
): ExecuteRequest {
  const { tool, connectionId, input, key } = call;
  const actionId = tool.action.id;
  const { method, path: template } = operations.executeAction;
  const params: Readonly<Record<string, string>> = {
    tenant_id: tenantId,
    connection_id: connectionId,
    action_id: actionId,
  };
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "");
  const identity = { method, path, body: { input } };
  const { client, keyId } = caller;
  const content = () => ({ input, identity });
  return { client, keyId, tenantId, connectionId, actionId, idempotencyKey: () => key, content };
}

/**
 * The connection that a call is about: the one it names, else the only one that fits. None is guessed.
 * @returns null where the tool is not offered to this tenant.
 * @throws ServiceError INPUT_INVALID, CONNECTION_NOT_FOUND.
 */
async function chosenConnection(
  services: McpServices,
  scope: McpScope,
  call: { tool: McpAction; named: unknown; key: string | null },
): Promise<string | null> {
  const { tool, named, key } = call;
  const { caller, tenantId } = scope;
  const isAllowed = services.isEffective(caller.client, tool.provider.slug, tool.action.id);
  // A key's first answer outlives policy, grant and connection: with a key the domain looks it up first, or refuses.
  if (!isAllowed && key === null) return null;
  const connections = isAllowed ? await connectionsOf(services, scope) : [];
  const fitting = offeredTools(new Map([[tool.name, tool]]), connections, () => isAllowed)[0]?.connections ?? [];
  if (named !== undefined) {
    if (typeof named !== "string" || !isId(idPrefixes.connection, named)) {
      throw connectionFault("pattern", "Must be the id of a connection.");
    }
    if (fitting.some(({ id }) => id === named)) return named;
    // The domain finds an action by its connection's provider, so another provider's must not reach it.
    const { provider } = await services.connections.get(caller, tenantId, named);
    if (provider === tool.provider.slug) return named;
    throw connectionFault("enum", `Must be a connection of ${tool.provider.name}.`);
  }
  const earlier = key === null ? null : await connectionOfKey(services, scope, tool, key);
  if (earlier !== null) return earlier;
  const [first, ...others] = fitting;
  if (others.length === 0) return first?.id ?? null;
  const ids = fitting.map(({ id }) => id).join(", ");
  throw connectionFault("required", `Several connections fit, and none is chosen for you: name one of ${ids}.`);
}

function connectionFault(keyword: string, message: string): ServiceError {
  const errors = [{ pointer: `/${connectionArgument}`, keyword, message: message.slice(0, 1024) }];
  return new ServiceError("INPUT_INVALID", { errors });
}
