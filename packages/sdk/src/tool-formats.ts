/**
 * Tools in the formats that the SDKs of OpenAI, Anthropic and Vercel accept. Their types fit without importing them.
 */
import { SvcError } from "./errors.ts";

/** A JSON Schema of an object. */
export type ToolSchema = { type: "object" } & Record<string, unknown>;

/** The input for every format. */
export type ToolDescription = { name: string; description: string; inputSchema: ToolSchema };

/** A tool of OpenAI's Chat Completions. */
export type OpenAiChatTool = {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown>; strict: false };
};

/** A tool of OpenAI's Responses. */
export type OpenAiResponsesTool = {
  type: "function";
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: false;
};

/** A tool of Anthropic's Messages. */
export type AnthropicTool = { name: string; description: string; input_schema: ToolSchema };

/** A schema as standardschema.dev describes it, with its JSON Schema. */
export type ToolStandardSchema = {
  "~standard": {
    version: 1;
    vendor: "svc";
    validate(value: unknown): { value: Record<string, unknown> } | { issues: readonly { message: string }[] };
    jsonSchema: { input(): Record<string, unknown>; output(): Record<string, unknown> };
    types?: { input: unknown; output: Record<string, unknown> };
  };
};

/** A tool of Vercel's AI SDK, version 6 or later. */
export type VercelTool = {
  description: string;
  inputSchema: ToolStandardSchema;
  execute(input: Record<string, unknown>, options: { abortSignal?: AbortSignal | undefined }): Promise<unknown>;
};

/** Executes a tool call. */
export type ToolCall = (
  name: string,
  args: unknown,
  options?: { signal?: AbortSignal },
) => Promise<{ text: string; isError: boolean }>;

/** Tools for Chat Completions. Not `strict`, because that mode rejects schemas with optional fields. */
export function openAiChatTools(list: readonly ToolDescription[]): OpenAiChatTool[] {
  return list.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema, strict: false },
  }));
}

/** The format of OpenAI's Responses API. */
export function openAiResponsesTools(list: readonly ToolDescription[]): OpenAiResponsesTool[] {
  return list.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }));
}

/** Tools for Messages. */
export function anthropicTools(list: readonly ToolDescription[]): AnthropicTool[] {
  return list.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
}

/** Tools for Vercel's AI SDK. A refusal is thrown, with the problem as its message. */
export function vercelTools(list: readonly ToolDescription[], call: ToolCall): Record<string, VercelTool> {
  const entries = list.map(({ name, description, inputSchema }): [string, VercelTool] => [
    name,
    {
      description,
      inputSchema: standardSchema(inputSchema),
      async execute(input, { abortSignal }) {
        const { text, isError } = await call(name, input, abortSignal === undefined ? {} : { signal: abortSignal });
        if (isError) throw new SvcError(text);
        return JSON.parse(text) as unknown;
      },
    },
  ]);
  return Object.fromEntries(entries);
}

/** The server validates the input, and its response says what is wrong with it. */
function standardSchema(schema: ToolSchema): ToolStandardSchema {
  // A copy, because the AI SDK changes the schema that it receives.
  const jsonSchema = (): Record<string, unknown> => structuredClone(schema);
  return {
    "~standard": {
      version: 1,
      vendor: "svc",
      validate: (value) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? { value: value as Record<string, unknown> }
          : { issues: [{ message: "Must be a JSON object." }] },
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
