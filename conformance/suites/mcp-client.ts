/** The official MCP client at a tenant's endpoint. */
import assert from "node:assert/strict";
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type ElicitRequestURLParams,
} from "@modelcontextprotocol/client";
import type { Problem } from "@svc/contract";

/** A tenant's endpoint, and a key. */
export interface McpEndpoint {
  readonly url: string;
  readonly tenantId: string;
  readonly key: string;
}

/** The URL of a tenant's endpoint. */
export function endpointOf({ url, tenantId }: Pick<McpEndpoint, "url" | "tenantId">): string {
  return `${url}/v1/tenants/${tenantId}/mcp`;
}

/**
 * Connects the official client.
 * @param options.modern whether it uses the revision without `initialize`. @param options.changed called when the tools
 *   change. @param options.openUrl called when the client is asked to open a page; it then reports that its user did.
 */
export async function openClient(
  endpoint: McpEndpoint,
  options: {
    readonly modern?: boolean;
    readonly changed?: () => void;
    readonly openUrl?: (request: ElicitRequestURLParams) => Promise<void> | void;
  } = {},
): Promise<Client> {
  const { modern = false, changed, openUrl } = options;
  const client = new Client(
    { name: "svc-conformance", version: "1.0.0" },
    {
      ...(modern ? { versionNegotiation: { mode: "auto" } } : {}),
      ...(openUrl === undefined ? {} : { capabilities: { elicitation: { url: {} } } }),
      ...(changed === undefined
        ? {}
        : { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => changed() } } }),
    },
  );
  if (openUrl !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      await openUrl(params as ElicitRequestURLParams);
      return { action: "accept" };
    });
  }
  const requestInit = { headers: { authorization: `Bearer ${endpoint.key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(endpointOf(endpoint)), { requestInit }));
  return client;
}

/** The problem in an error result. */
export function problemOf(result: CallToolResult): Problem {
  const [content] = result.content;
  assert.ok(result.isError === true && content?.type === "text", JSON.stringify(result));
  return JSON.parse(content.text) as Problem;
}
