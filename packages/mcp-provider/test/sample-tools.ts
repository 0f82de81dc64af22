/** Tools for tests, as a server describes them. */
import type { JsonObject, ServerFacts, ToolFacts } from "../src/index.ts";

/** A tool without a title, schema or hint, with these differences. */
export function sampleTool(name: string, differences: Partial<ToolFacts> = {}): ToolFacts {
  const inputSchema: JsonObject = { type: "object", properties: {} };
  return {
    name,
    title: null,
    description: "Does it.",
    inputSchema,
    outputSchema: null,
    annotations: null,
    ...differences,
  };
}

const id: JsonObject = { type: "string", description: "Id of the note." };
const note: JsonObject = {
  type: "object",
  properties: { id, text: { type: "string" } },
  required: ["id", "text"],
};

/** A server with a read, a write and a destructive tool. */
export const sampleFacts: ServerFacts = {
  url: "https://notes.example.com/mcp",
  protocol: "2025-11-25",
  server: { name: "notes", title: "Notes", version: "1.0.0" },
  authorization: "bearer",
  tools: [
    sampleTool("get_note", {
      inputSchema: { type: "object", properties: { id }, required: ["id"] },
      outputSchema: note,
      annotations: { readOnlyHint: true },
    }),
    sampleTool("set_note", { inputSchema: note, outputSchema: note }),
    sampleTool("delete_note", {
      inputSchema: { type: "object", properties: { id }, required: ["id"] },
      annotations: { destructiveHint: true },
    }),
  ],
};
