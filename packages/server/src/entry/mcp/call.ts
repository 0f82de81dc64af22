/** `tools/call`: turns a tool's name and arguments into one execution, and its outcome into a result. */
import { idPrefixes, isId, operations, ServiceError, type Proposal } from "@svc/contract";
import { connectionArgument } from "@svc/contract/agent-tools";
import type { ExecuteRequest } from "../../domain/executions/request.ts";
import { getExecutionToolName, getProposalToolName, type McpAction, offeredTools, searchToolName } from "./tools.ts";
import { listActiveConnections, listTools } from "./tenant-tools.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { getExecution, grantOf } from "./get-execution.ts";
import { getProposal } from "./get-proposal.ts";
import { findConnectionOfKey, readKey, findUnknownOutcome, isWhollyRecorded } from "./key.ts";
import {
  errorResult,
  sendOnce,
  UnknownOutcomeRefusal,
  toToolResult,
  type ResultFacts,
  type ToolResult,
} from "./results.ts";
import { searchAmong, searchTools } from "./search.ts";
import { withoutFillers } from "./schemas.ts";

/** A tool call as received. */
export type ToolCall = {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  meta: Readonly<Record<string, unknown>> | undefined;
  /** The key of the call that this one repeats, if svc had asked its client to open a page first. */
  repeatedKey: string | undefined;
};

/** A call that became a proposal. */
export type ProposedCall = { tool: McpAction; proposal: Proposal };

/**
 * Calls a tool.
 * @returns null for a name that is not a tool of this tenant; every other refusal is a result.
 */
export async function callTool(
  services: McpServices,
  scope: McpScope,
  call: ToolCall,
): Promise<ToolResult | ProposedCall | null> {
  const facts: ResultFacts = { key: null, replayed: false };
  const refuse = (error: ServiceError): ToolResult => {
    return errorResult(error, { ...facts, docsUrl: services.docsUrl, requestId: scope.requestId });
  };
  if (call.name === searchToolName) {
    try {
      const tools = await listTools(services, scope);
      return searchAmong(tools) === null ? null : searchTools(tools, call.arguments);
    } catch (error) {
      return refuse(scope.errorOf(error));
    }
  }
  if (call.name === getExecutionToolName) {
    // It also works if it isn't listed: the outcome of a call outlives the connection that it was made through.
    return await getExecution(services, scope, call.arguments).catch((error: unknown) => refuse(scope.errorOf(error)));
  }
  if (call.name === getProposalToolName) {
    return await getProposal(services, scope, call.arguments).catch((error: unknown) => refuse(scope.errorOf(error)));
  }
  const tool = services.actions().get(call.name);
  if (tool === undefined) return null;
  try {
    const brought = tool.action.effect === "read" ? null : readKey(call.meta, call.repeatedKey);
    facts.key = brought;
    const { [connectionArgument]: given, ...filled } = call.arguments;
    // Some hosts fill in what the model left out.
    const named = given === null || given === "" ? undefined : given;
    const input = withoutFillers(filled, tool.action.input);
    const connectionId = await chosenConnection(services, scope, { tool, named, key: brought });
    if (connectionId === null) return null;
    if (brought === null && tool.action.effect !== "read") {
      const open = await findUnknownOutcome(services, scope, { action: tool.action, connectionId, input });
      if (open !== null) {
        const evidence = await services.prospectOf(open);
        const to = { isOwn: open.mcpGrant === grantOf(scope.caller), isSame: isWhollyRecorded(tool.action) };
        return refuse(new UnknownOutcomeRefusal({ execution_id: open.id, connection_id: connectionId, evidence }, to));
      }
      facts.key = `mcp_${services.newUuid()}`;
    }
    const { key } = facts;
    const result = await services.execute(toExecuteRequest(scope, { tool, connectionId, input, key }));
    facts.replayed = result.replayed;
    if (result.kind === "proposed") {
      return { tool, proposal: services.proposals.present(scope.caller.client, result.proposal) };
    }
    return result.kind === "answered"
      ? sendOnce(toToolResult(tool, result, facts), scope.revision)
      : refuse(result.error);
  } catch (error) {
    const known = scope.errorOf(error);
    // An action that the deployment or the policy doesn't allow is not a tool here, whatever the call contains.
    return known.code === "ACTION_NOT_FOUND" ? null : refuse(known);
  }
}

/** Builds the same request as the REST route, so that a key means the same through both entry points. */
function toExecuteRequest(
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
  const content = () => ({ input, identity });
  const mcpGrant = grantOf(caller);
  return { caller, mcpGrant, tenantId, connectionId, actionId, idempotencyKey: () => key, content };
}

/**
 * Returns the call's connection: the one it names, or the only one that fits. It never guesses.
 * @returns null if the tool is not offered to this tenant.
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
  // A key's first response outlives policy, grant and connection. With a key, the domain looks that up first, or
  // refuses.
  if (!isAllowed && key === null) return null;
  const connections = isAllowed ? await listActiveConnections(services, scope) : [];
  const fitting = offeredTools(new Map([[tool.name, tool]]), connections, () => isAllowed)[0]?.connections ?? [];
  if (named !== undefined) {
    if (typeof named !== "string" || !isId(idPrefixes.connection, named)) {
      throw connectionFault("pattern", "Must be the id of a connection.");
    }
    if (fitting.some(({ id }) => id === named)) return named;
    // The domain finds an action through its connection's provider, so reject another provider's connection here.
    const { provider } = await services.connections.get(caller, tenantId, named);
    if (provider === tool.provider.slug) return named;
    throw connectionFault("enum", `Must be a connection of ${tool.provider.name}.`);
  }
  const earlier = key === null ? null : await findConnectionOfKey(services, scope, tool, key);
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
