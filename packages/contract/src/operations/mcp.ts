/** A tenant's MCP endpoint (contract §10). The Model Context Protocol defines the messages. */
import { Type } from "typebox";
import { operation, paths } from "./operation.ts";

const closed = { additionalProperties: false };
const path = "/v1/tenants/{tenant_id}/mcp";

/** The maximum length of a message's `id`, in characters. */
export const rpcIdLengthMax = 255;

const RpcId = Type.Union([Type.String({ maxLength: rpcIdLengthMax }), Type.Integer()], {
  description: "The id of the request.",
});

/** A message of the protocol: a request, a notification (no `id`), or the response to a request from svc. */
const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal("2.0", { description: "JSON-RPC 2.0." }),
    id: Type.Optional(RpcId),
    method: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: "Such as `tools/list` or `tools/call`." }),
    ),
    params: Type.Optional(Type.Object({}, { description: "Depends on the method.", additionalProperties: true })),
    result: Type.Optional(
      Type.Object(
        {},
        { description: "The response to a request from svc, which ignores it.", additionalProperties: true },
      ),
    ),
    error: Type.Optional(
      Type.Object(
        {},
        { description: "The error response to a request from svc, which ignores it.", additionalProperties: true },
      ),
    ),
  },
  { title: "McpMessage", description: "A message of the Model Context Protocol.", ...closed },
);

/** The response to a message. */
const McpResponse = Type.Object(
  {
    jsonrpc: Type.Literal("2.0", { description: "JSON-RPC 2.0." }),
    id: Type.Optional(Type.Union([RpcId, Type.Null()], { description: "The request's id; null if it had none." })),
    result: Type.Optional(Type.Object({}, { description: "Depends on the method.", additionalProperties: true })),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: "A code of JSON-RPC or of the protocol." }),
          message: Type.String({ maxLength: 2048, description: "What went wrong." }),
        },
        { description: "Present instead of `result`.", additionalProperties: true },
      ),
    ),
  },
  { title: "McpResponse", description: "A response of the Model Context Protocol.", ...closed },
);

const EventStream = Type.String({ description: "Server-sent events, each with one message of the protocol." });

const refusals = [
  { status: 400, description: "The body isn't a valid message in the protocol revision.", schema: McpResponse },
  { status: 405, description: "The protocol revision doesn't support this HTTP method.", schema: McpResponse },
  { status: 406, description: "`Accept` doesn't allow the response's media type.", schema: McpResponse },
] as const;

const postResponses = {
  success: { status: 200, description: "The response.", schema: McpResponse },
  otherResponses: [
    { status: 200, description: "The response as an event.", schema: EventStream, mediaType: "text/event-stream" },
    { status: 202, description: "The notification or response was accepted." },
    ...refusals,
    { status: 404, description: "The protocol revision doesn't have this method.", schema: McpResponse },
    { status: 415, description: "The body isn't `application/json`.", schema: McpResponse },
    { status: 500, description: "The server failed.", schema: McpResponse },
  ],
} as const;
const streamResponses = {
  success: { status: 200, description: "The stream.", schema: EventStream, mediaType: "text/event-stream" },
  otherResponses: [...refusals],
} as const;

/** Operations for the MCP endpoint. */
export const mcpOperations = {
  postMcpMessage: operation({
    id: "postMcpMessage",
    method: "POST",
    path,
    tag: "MCP",
    summary: "Send an MCP message",
    description:
      "Sends a message over Streamable HTTP, without sessions. The tools are the granted actions that the tenant can use and that " +
      "agents may call. A write's idempotency key is in the call's `_meta.idempotencyKey`; if it's missing, svc creates one. " +
      "`Accept` must contain `application/json` and `text/event-stream`. A client that declares `elicitation.url` in `initialize` " +
      "gets an `Mcp-Session-Id`, which declares it in later requests. MCP clients do all of this for you.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    body: McpMessage,
    ...postResponses,
    errors: ["ORIGIN_NOT_ALLOWED"],
  }),
  listenToMcp: operation({
    id: "listenToMcp",
    method: "GET",
    path,
    tag: "MCP",
    summary: "Listen for MCP notifications",
    description:
      "Opens a stream that reports changes to the tenant's tools, for protocol revisions before 2026-07-28. Later revisions " +
      "subscribe with a message.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    ...streamResponses,
    errors: ["ORIGIN_NOT_ALLOWED"],
  }),
  postSharedMcpMessage: operation({
    id: "postSharedMcpMessage",
    method: "POST",
    path: "/mcp",
    tag: "MCP",
    summary: "Send an MCP message to the shared address",
    description:
      "Works like the tenant's own address, for the tenant of the delegated token. A host that signs in needs no other address.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    body: McpMessage,
    ...postResponses,
    errors: ["ORIGIN_NOT_ALLOWED", "TENANT_NOT_FOUND"],
  }),
  listenToSharedMcp: operation({
    id: "listenToSharedMcp",
    method: "GET",
    path: "/mcp",
    tag: "MCP",
    summary: "Listen for MCP notifications at the shared address",
    description: "Works like the tenant's own address, for the tenant of the delegated token.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    ...streamResponses,
    errors: ["ORIGIN_NOT_ALLOWED", "TENANT_NOT_FOUND"],
  }),
} as const;
