/** Examples of the calls that an MCP client makes. */
import { issue, openedIssue } from "./execution.ts";
import type { OperationExample } from "./operation-example.ts";
import { exampleIds, exampleKey } from "./resources.ts";

type McpOperation = "postMcpMessage" | "listenToMcp" | "postSharedMcpMessage" | "listenToSharedMcp";

const nothing = { params: null, query: null, body: null } as const;
const ofTenant = { tenant_id: exampleIds.tenant };

/** A call of a tool, with its response. */
const toolCall = {
  body: {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "github_issues_create", arguments: issue, _meta: { idempotencyKey: exampleKey } },
  },
  response: {
    jsonrpc: "2.0",
    id: 1,
    result: {
      content: [{ type: "text", text: JSON.stringify(openedIssue) }],
      structuredContent: openedIssue,
      _meta: { idempotencyKey: exampleKey, execution_id: exampleIds.execution },
    },
  },
} as const;

const notification = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';

/** The examples by operation. */
export const mcpExamples: { readonly [Id in McpOperation]: OperationExample<Id> } = {
  postMcpMessage: { ...nothing, params: ofTenant, ...toolCall },
  listenToMcp: { ...nothing, params: ofTenant, response: notification },
  postSharedMcpMessage: { ...nothing, ...toolCall },
  listenToSharedMcp: { ...nothing, response: notification },
};
