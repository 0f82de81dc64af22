/** One MCP server per request, from the official SDK: it lists and calls the tools of one tenant. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { hourMs } from "../../domain/clock/units.ts";
import { callTool } from "./call.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { opensUrls, pageToOpen } from "./elicitation.ts";
import { mayNeedApproval } from "../../domain/policy/decide.ts";
import { getExecutionAmong, grantOf } from "./get-execution.ts";
import { getProposalAmong, pendingResult } from "./get-proposal.ts";
import { searchAmong } from "./search.ts";
import { listedTool } from "./schemas.ts";
import { presentTool } from "./tools.ts";
import { listTools } from "./tenant-tools.ts";

/** No form is ever elicited, so nothing needs compiling. */
const noValidator: NonNullable<ServerOptions["jsonSchemaValidator"]> = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "Forms are not supported." }),
};

/** The most tools that widespread models take in a request. */
const toolsOfModelMax = 128;

/** Says how to narrow a list that is longer than models take. */
function narrowing(count: number): { _meta?: Record<string, unknown> } {
  if (count <= toolsOfModelMax) return {};
  const hint =
    `This list has ${String(count)} tools, and some models take at most ${String(toolsOfModelMax)}. Use a delegated token, or a ` +
    "sign-in, whose `actions` are only the needed ones, such as `github/*`: the list then has no others.";
  return { _meta: { "svc/tools": count, "svc/narrow": hint } };
}

/**
 * Creates the server of one request; it stores nothing.
 * @param version the service's.
 */
export function createToolServer(services: McpServices, scope: McpScope, version: string): McpServer {
  const mcp = new McpServer(
    { name: "svc", title: "svc", version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions,
      jsonSchemaValidator: noValidator,
      requestState: { verify: (state) => repeatedKeyOf(services, scope, state) },
      cacheHints: { "server/discover": { ttlMs: hourMs, cacheScope: "private" } },
    },
  );
  mcp.server.setRequestHandler("tools/list", async ({ params }) => {
    if (params?.cursor !== undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "The tool list has only one page, so this cursor is invalid.",
      );
    }
    const tools = await listTools(services, scope).catch((error: unknown) => {
      throw new ProtocolError(ProtocolErrorCode.InternalError, scope.errorOf(error).detail);
    });
    const proposals = mayNeedApproval(scope.caller) ? getProposalAmong(tools) : null;
    const own = [searchAmong(tools), getExecutionAmong(tools), proposals].filter((tool) => tool !== null);
    const listed = [...own.map(listedTool), ...tools.map(presentTool)];
    return { tools: listed, ...narrowing(listed.length) };
  });
  mcp.server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { name, arguments: given = {} } = params;
    const repeatedKey = mcpReq.requestState<string>();
    const outcome = await callTool(services, scope, { name, arguments: given, meta: mcpReq._meta, repeatedKey });
    if (outcome === null) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool: this tenant has no tool of this name.");
    }
    if (!("proposal" in outcome)) return outcome;
    const { tool, proposal } = outcome;
    const page = repeatedKey === undefined ? pageToOpen(tool, proposal) : null;
    // The SDK has checked the envelope, but its type says nothing about it.
    const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = mcpReq.envelope;
    if (page !== null && opensUrls(envelope?.[CLIENT_CAPABILITIES_META_KEY])) {
      // Its user sees the page's address, and then the client repeats the call on its own.
      return inputRequired({ inputRequests: { approval: inputRequired.elicitUrl(page) }, requestState: proposal.id });
    }
    if (page !== null && scope.opensUrls) {
      const request = { mode: "url", elicitationId: proposal.id, ...page };
      const id = `elicitation_${services.newUuid()}`;
      // The response says whether the user opened the page, which changes nothing here, so nothing waits for it.
      await mcp.server.transport
        ?.send({ jsonrpc: "2.0", id, method: "elicitation/create", params: request }, { relatedRequestId: mcpReq.id })
        .catch(() => {});
    }
    return pendingResult(proposal);
  });
  return mcp;
}

/**
 * Returns the key of a call that its client repeats.
 * @param state the proposal that the call became. It isn't signed, because it must have been proposed under the same
 * grant.
 */
async function repeatedKeyOf(services: McpServices, { caller, tenantId, errorOf }: McpScope, state: string) {
  const found = services.proposals.getMadeUnder(grantOf(caller), caller, tenantId, state);
  const { idempotencyKey } = await found.catch((error: unknown) => {
    throw errorOf(error);
  });
  return idempotencyKey;
}

/** A few sentences that apply to every tool. */
export const instructions = [
  "svc runs actions at providers under connections that a person made for this tenant. You never see a credential.",
  "Each tool is one action. If `search_actions` is listed, use it to find the right one. If several connections fit, name one in `connection_id`; don't guess, ask.",
  "A tool that changes something sends at most one changing request, and every call is recorded as an execution.",
  "A write's idempotency key comes from `_meta.idempotencyKey`, or is generated: the same key with the same call returns the first result again and never acts twice.",
  "`retryable` in an error result says whether the same call with the same key can be sent again.",
  "ACTION_OUTCOME_UNKNOWN means that the request was sent, but it is unknown whether it took effect: don't repeat the call in any form; tell the user, and name the execution.",
  "If svc can look for the effect of such a call, it does: `get_execution` shows what it has found, for executions of your own calls.",
].join(" ");
