/** The tool that finds tools, offered to tenants with more tools than an agent can easily survey. */
import { ServiceError, type InputError } from "@svc/contract";
import { searchActions } from "../../domain/catalog/search.ts";
import { compileSchema, type SchemaCheck } from "../../domain/schemas/compile.ts";
import { type OfferedTool, type PresentedTool, searchToolName } from "./tools.ts";
import type { ToolResult } from "./results.ts";

/** With fewer tools, the listing itself is faster, and it contains only the tenant's actions. */
const offeredFrom = 11;

const limitDefault = 10;

const inputSchema = {
  type: "object",
  properties: {
    query: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: "Words in any order that describe what you want to do, such as `create issue`.",
    },
    limit: { type: "integer", minimum: 1, maximum: 50, default: limitDefault, description: "The maximum number." },
  },
  required: ["query"],
  additionalProperties: false,
} as const;

const found = {
  type: "object",
  properties: {
    tool: { type: "string", description: "The tool to call; its schema is in the list of tools." },
    title: { type: "string" },
    description: { type: "string" },
    provider: { type: "string" },
    effect: { type: "string", enum: ["read", "write", "destructive"] },
  },
  required: ["tool", "title", "description", "provider", "effect"],
  additionalProperties: false,
} as const;

const searchTool: PresentedTool = {
  name: searchToolName,
  title: "Search actions",
  description:
    "Searches this tenant's tools by a few words, best match first. It calls no provider and changes nothing.",
  inputSchema,
  outputSchema: {
    type: "object",
    properties: { actions: { type: "array", items: found } },
    required: ["actions"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Returns the search tool for the listing; null if the tenant has too few tools. @param tools the tenant's. */
export function searchAmong(tools: readonly OfferedTool[]): PresentedTool | null {
  return tools.length >= offeredFrom ? searchTool : null;
}

let check: SchemaCheck | null = null;

function findFaults(input: unknown): InputError[] {
  check ??= compileSchema(inputSchema);
  return check(input);
}

/**
 * Searches a tenant's tools.
 * @param tools the tenant's tools; nothing else is found.
 * @throws ServiceError INPUT_INVALID.
 */
export function searchTools(tools: readonly OfferedTool[], input: Readonly<Record<string, unknown>>): ToolResult {
  const errors = findFaults(input);
  if (errors.length > 0) throw new ServiceError("INPUT_INVALID", { errors });
  const { query, limit = limitDefault } = input as { query: string; limit?: number };
  const names = new Map(tools.map(({ entry, name }) => [entry().match, name]));
  const matches = searchActions(
    tools.map(({ entry }) => entry()),
    query,
    limit,
  );
  const actions = matches.map((match) => {
    const { title, description, provider, effect } = match;
    return { tool: names.get(match) ?? "", title, description, provider, effect };
  });
  const structuredContent = { actions };
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent, _meta: {} };
}
