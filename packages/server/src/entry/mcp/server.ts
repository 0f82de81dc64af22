/** One MCP server per request, from the official SDK: it lists and calls the tools of one tenant. */
import { McpServer, ProtocolError, ProtocolErrorCode, type ServerOptions } from "@modelcontextprotocol/server";
import { hourMs } from "../../domain/clock/units.ts";
import { callTool } from "./call.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { mayNeedApproval } from "../../domain/policy/layers.ts";
import { getExecutionAmong } from "./get-execution.ts";
import { getProposalAmong } from "./get-proposal.ts";
import { instructions } from "./instructions.ts";
import { searchAmong } from "./search.ts";
import { listTools } from "./tenant-tools.ts";
import { presentTool } from "./tools.ts";

/** Nothing is ever elicited, so nothing needs compiling. */
const noValidator: NonNullable<ServerOptions["jsonSchemaValidator"]> = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "Elicitation is not supported." }),
};

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
    return { tools: [...own, ...tools.map(presentTool)] };
  });
  mcp.server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { name, arguments: given = {} } = params;
    const result = await callTool(services, scope, { name, arguments: given, meta: mcpReq._meta });
    if (result !== null) return result;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool: this tenant has no tool of this name.");
  });
  return mcp;
}
