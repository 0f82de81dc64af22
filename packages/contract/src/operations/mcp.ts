/** The MCP endpoint of a tenant (contract §10), as far as it is HTTP; what goes over it is the Model Context Protocol's. */
import { Type } from "typebox";
import { operation, paths } from "./operation.ts";

const closed = { additionalProperties: false };
const path = "/v1/tenants/{tenant_id}/mcp";

/** As long as a message's `id` may be, in characters. */
export const rpcIdLengthMax = 255;

const RpcId = Type.Union([Type.String({ maxLength: rpcIdLengthMax }), Type.Integer()], {
  description: "Names the request.",
});

/** A message of the protocol: a request, or a notification where it has no `id`. */
const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal("2.0", { description: "JSON-RPC 2.0." }),
    id: Type.Optional(RpcId),
    method: Type.String({ minLength: 1, maxLength: 255, description: "Such as `tools/list` or `tools/call`." }),
    params: Type.Optional(Type.Object({}, { description: "As the method says.", additionalProperties: true })),
  },
  { title: "McpMessage", description: "A message of the Model Context Protocol.", ...closed },
);

/** What a message is answered with. */
const McpAnswer = Type.Object(
  {
    jsonrpc: Type.Literal("2.0", { description: "JSON-RPC 2.0." }),
    id: Type.Optional(Type.Union([RpcId, Type.Null()], { description: "The request's; null where it had none." })),
    result: Type.Optional(Type.Object({}, { description: "As the method says.", additionalProperties: true })),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: "A code of JSON-RPC or of the protocol." }),
          message: Type.String({ maxLength: 2048, description: "What is wrong." }),
        },
        { description: "There instead of `result`.", additionalProperties: true },
      ),
    ),
  },
  { title: "McpAnswer", description: "An answer of the Model Context Protocol.", ...closed },
);

const EventStream = Type.String({ description: "Server-sent events, each with one message of the protocol." });

const refusals = [
  { status: 400, description: "The body is no message of the protocol revision.", schema: McpAnswer },
  { status: 405, description: "The protocol revision has no such request.", schema: McpAnswer },
  { status: 406, description: "`Accept` lacks what may be answered.", schema: McpAnswer },
] as const;

/** Operations of the MCP endpoint. */
export const mcpOperations = {
  postMcpMessage: operation({
    id: "postMcpMessage",
    method: "POST",
    path,
    tag: "MCP",
    summary: "Send an MCP message",
    description:
      "Streamable HTTP without sessions. The tools are the tenant's granted and effective actions that agents may call. A " +
      "write's idempotency key stands in the call's `_meta.idempotencyKey`, or is made. `Accept` names `application/json` " +
      "and `text/event-stream`; an MCP client does all of this.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenant,
    body: McpMessage,
    success: { status: 200, description: "The answer.", schema: McpAnswer },
    otherAnswers: [
      { status: 200, description: "The answer as an event.", schema: EventStream, mediaType: "text/event-stream" },
      { status: 202, description: "A notification was taken." },
      ...refusals,
      { status: 404, description: "The protocol revision has no such method.", schema: McpAnswer },
      { status: 415, description: "The body is not `application/json`.", schema: McpAnswer },
      { status: 500, description: "The service failed.", schema: McpAnswer },
    ],
    errors: ["ORIGIN_NOT_ALLOWED"],
  }),
  listenToMcp: operation({
    id: "listenToMcp",
    method: "GET",
    path,
    tag: "MCP",
    summary: "Listen for MCP notifications",
    description:
      "Opens a stream that says when the tenant's tools have changed, for protocol revisions before 2026-07-28; later ones " +
      "subscribe by a message.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenant,
    success: { status: 200, description: "The stream.", schema: EventStream, mediaType: "text/event-stream" },
    otherAnswers: [...refusals],
    errors: ["ORIGIN_NOT_ALLOWED"],
  }),
} as const;
