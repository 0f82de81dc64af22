/** One MCP server per request, from the official SDK: it lists and calls the tools of one tenant. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ClientCapabilities,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { hourMs } from "../../domain/clock/units.ts";
import { callTool } from "./call.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { opensUrls, pageToOpen } from "./elicitation.ts";
import { mayNeedApproval } from "../../domain/policy/decide.ts";
import { getExecutionAmong, grantOf } from "./get-execution.ts";
import { getProposalAmong, pendingResult } from "./get-proposal.ts";
import { instructions } from "./instructions.ts";
import { searchAmong } from "./search.ts";
import { listedTool } from "./listed-schema.ts";
import { listTools } from "./tenant-tools.ts";
import { presentTool } from "./tools.ts";

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
