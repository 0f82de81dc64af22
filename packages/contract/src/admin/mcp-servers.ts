/** Remote MCP servers that are providers, as operators review them. */
import { Type } from "typebox";
import { jsonObject, NextCursor, oneOf, Slug, textOrNull, timeField, timeOrNull } from "../fields.ts";
import { pageQuery } from "../operations/operation.ts";
import { actionEffects } from "../values.ts";
import { adminOperation, closed, Version } from "./admin-operation.ts";

const toolName = Type.String({ minLength: 1, maxLength: 128, description: "The tool's name at the server." });
const serverUrl = Type.String({ maxLength: 500, description: "The server's MCP endpoint." });

const serverFields = {
  slug: Slug,
  url: serverUrl,
  reviewDigest: Type.String({
    maxLength: 71,
    description:
      "The digest of its review, `sha256:…`. Equal reviews have equal digests, whatever the order of fields.",
  }),
  enabled: Type.Integer({ description: "The number of its tools that can be called." }),
  updatedAt: timeField("When its review, or what a check found, last changed."),
  checkedAt: timeOrNull("When its tools were last compared with the review; null if they weren't yet."),
  checkFault: Type.String({ maxLength: 500, description: "Why the last comparison failed; empty if it didn't." }),
  version: Version,
};

/** A remote MCP server. */
export const McpServer = Type.Object(serverFields, {
  title: "McpServer",
  description: "A remote MCP server that is a provider. Its version also changes if a check finds changed tools.",
  ...closed,
});

const tool = Type.Object(
  {
    name: toolName,
    id: textOrNull(100, "The action's ID; null for a tool that the review doesn't have."),
    effect: Type.Union([oneOf(actionEffects, "What it does to the server's state."), Type.Null()], {
      description: "What it does to the server's state; null for a tool that the review doesn't have.",
    }),
    digest: textOrNull(71, "The digest of the tool as it was reviewed; null for a tool that the review doesn't have."),
    state: oneOf(
      ["enabled", "not_reviewed", "refused", "changed", "gone", "new"],
      "Whether it can be called, or why it can't.",
    ),
    reason: Type.String({ maxLength: 4096, description: "Why svc can't offer it; empty if it can." }),
  },
  { title: "McpTool", description: "A tool of a remote MCP server.", ...closed },
);

const changed = Type.Object(
  {
    tool: toolName,
    part: Type.String({ maxLength: 20, description: "What differs, such as `description`." }),
    before: Type.String({ maxLength: 65_536, description: "As it was reviewed." }),
    after: Type.String({ maxLength: 65_536, description: "As the server says now: a stranger's words." }),
  },
  { title: "McpToolChange", description: "A part of a tool that differs from the review.", ...closed },
);

const review = jsonObject("The review, as `svc-server providers add-mcp` writes it.");
const base = "/admin/v1/mcp-servers";
const one = `${base}/{provider}` as const;
const ofServer = Type.Object({ provider: Slug }, closed);
const common = { tag: "MCP servers", role: "admin", errors: ["NOT_FOUND"] } as const;

/** The admin API's operations for remote MCP servers. */
export const mcpServerOperations = {
  listMcpServers: adminOperation({
    ...common,
    id: "listMcpServers",
    method: "GET",
    path: base,
    summary: "List MCP servers",
    description: "Returns the remote MCP servers that are providers, by slug.",
    role: "viewer",
    query: Type.Object(pageQuery, closed),
    success: {
      status: 200,
      description: "One page.",
      schema: Type.Object(
        { mcpServers: Type.Array(McpServer, { description: "By slug." }), nextCursor: NextCursor },
        { title: "McpServerList", description: "One page of remote MCP servers.", ...closed },
      ),
    },
    errors: [],
  }),
  getMcpServer: adminOperation({
    ...common,
    id: "getMcpServer",
    method: "GET",
    path: one,
    summary: "Show an MCP server",
    description: "Returns a remote MCP server with its review, its tools, and what differs from the review.",
    role: "viewer",
    params: ofServer,
    success: {
      status: 200,
      description: "The MCP server.",
      schema: Type.Object(
        {
          ...serverFields,
          review,
          tools: Type.Array(tool, { description: "In the order of the review, then those that wait for one." }),
          changes: Type.Array(changed, { description: "What differs from the review." }),
        },
        { title: "ReviewedMcpServer", description: "A remote MCP server with its review.", ...closed },
      ),
    },
  }),
  setMcpServer: adminOperation({
    ...common,
    id: "setMcpServer",
    method: "PUT",
    path: one,
    summary: "Apply the review of an MCP server",
    description:
      "Adds a remote MCP server, or replaces its review. Every process has its tools within seconds, this one at once. " +
      "With `If-None-Match: *`, only if there is none yet.",
    condition: "create",
    params: ofServer,
    body: Type.Object({ review }, { title: "SetMcpServer", description: "The review.", ...closed }),
    bodyLimits: { bytesMax: 5 * 1024 * 1024, depthMax: 64, keysMax: 100_000, valuesMax: 400_000 },
    success: {
      status: 200,
      description: "The MCP server.",
      schema: Type.Object(
        { ...serverFields, isNew: Type.Boolean({ description: "Whether there was none before." }) },
        { title: "SetMcpServerResult", description: "The MCP server after its review was applied.", ...closed },
      ),
    },
    errors: [],
  }),
  acceptMcpTool: adminOperation({
    ...common,
    id: "acceptMcpTool",
    method: "POST",
    path: `${one}:accept-tool`,
    summary: "Accept a tool that changed or is new",
    description:
      "Takes a tool into the review as the last check found it, and enables it again if it was. A new tool stays disabled until it is reviewed.",
    condition: "match",
    params: ofServer,
    body: Type.Object({ tool: toolName }, { title: "AcceptMcpTool", description: "The tool.", ...closed }),
    success: { status: 200, description: "The MCP server.", schema: McpServer },
  }),
  removeMcpServer: adminOperation({
    ...common,
    id: "removeMcpServer",
    method: "DELETE",
    path: one,
    summary: "Remove an MCP server",
    description: "Removes a remote MCP server. Its connections stay, and can't be used.",
    condition: "match",
    params: ofServer,
    success: {
      status: 200,
      description: "What was removed.",
      schema: Type.Object(
        { slug: Slug, url: serverUrl },
        { title: "RemovedMcpServer", description: "The removed MCP server.", ...closed },
      ),
    },
  }),
} as const;
