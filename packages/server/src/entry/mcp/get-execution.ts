/**
 * The tool `get_execution`: shows an agent the outcome of an earlier call. It shows only executions that were made
 * through MCP under the same grant, calls no provider and changes nothing.
 */
import {
  evidenceBases,
  evidenceVerdicts,
  executionStatuses,
  idPattern,
  idPrefixes,
  resolutionOutcomes,
  ServiceError,
  settledBy,
  type Execution,
  type InputError,
} from "@svc/contract";
import { compileSchema, type SchemaCheck } from "../../domain/schemas/compile.ts";
import { actorOf, type Caller } from "../../domain/service-clients/caller.ts";
import type { McpScope, McpServices } from "./deps.ts";
import type { ToolResult } from "./results.ts";
import { getExecutionToolName, type OfferedTool, type PresentedTool } from "./tools.ts";

/** The grant under which a caller acts through MCP: its service key, its delegated token, or its sign-in. */
export function grantOf(caller: Caller): string {
  // A sign-in's tokens change every hour. The token for the sign-in itself is never issued, so it has no hash.
  const signIn = caller.token?.chain.find(({ hash }) => hash === "");
  return signIn === undefined ? actorOf(caller) : `token:${signIn.id}`;
}

const inputSchema = {
  type: "object",
  properties: {
    execution_id: {
      type: "string",
      pattern: idPattern(idPrefixes.execution),
      description: "The id of an execution, from an earlier result.",
    },
  },
  required: ["execution_id"],
  additionalProperties: false,
} as const;

const text = { type: "string" };
const textOrNull = { anyOf: [text, { type: "null" }] };
const closed = (properties: object): object => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const orNull = (properties: object): object => ({ anyOf: [closed(properties), { type: "null" }] });
const basis = { enum: [...evidenceBases, null] };

const outputSchema = {
  type: "object",
  properties: {
    execution_id: text,
    status: {
      enum: executionStatuses,
      description: "`outcome_unknown`: it may or may not have taken effect. Don't repeat the call.",
    },
    provider: text,
    action_id: text,
    connection_id: text,
    output: { description: "The recorded part of the output, without secrets; null if it isn't known." },
    error: orNull({ code: text, detail: text }),
    evidence: {
      type: "array",
      items: closed({ at: text, verdict: { enum: evidenceVerdicts }, basis, detail: textOrNull }),
      description: "The newest looks at the provider.",
    },
    settlement: orNull({ by: { enum: settledBy }, basis, at: text }),
    resolution: orNull({ outcome: { enum: resolutionOutcomes }, resolvedAt: text }),
  },
  required: [
    "execution_id",
    "status",
    "provider",
    "action_id",
    "connection_id",
    "output",
    "error",
    "evidence",
    "settlement",
    "resolution",
  ],
  additionalProperties: false,
} as const;

const presented: PresentedTool = {
  name: getExecutionToolName,
  title: "Get an execution",
  description:
    "Shows the outcome of one of your earlier tool calls, by the execution named in its result: the status, and what svc has found at the provider if the response was lost. It calls no provider and changes nothing.",
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Returns the tool for the listing; null if no tool of the tenant's changes anything. */
export function getExecutionAmong(tools: readonly OfferedTool[]): PresentedTool | null {
  return tools.some(({ action }) => action.effect !== "read") ? presented : null;
}

let check: SchemaCheck | null = null;

function faultsOf(input: unknown): InputError[] {
  check ??= compileSchema(inputSchema);
  return check(input);
}

/** @throws ServiceError INPUT_INVALID; EXECUTION_NOT_FOUND, also for an execution that wasn't made under this grant. */
export async function getExecution(
  services: Pick<McpServices, "records">,
  { caller, tenantId }: Pick<McpScope, "caller" | "tenantId">,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  const errors = faultsOf(input);
  if (errors.length > 0) throw new ServiceError("INPUT_INVALID", { errors });
  const { execution_id } = input as { execution_id: string };
  const execution = await services.records.getMadeUnder(grantOf(caller), caller, tenantId, execution_id);
  const structuredContent = shown(execution);
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    _meta: { execution_id },
  };
}

/** An agent's view of a record, which contains no secret. Who resolved it, and how, is shown only to people. */
function shown(execution: Execution): Record<string, unknown> {
  const { id, status, provider, action_id, connection_id, summary, error, evidence, settlement, resolution } =
    execution;
  return {
    execution_id: id,
    status,
    provider,
    action_id,
    connection_id,
    output: summary.output ?? null,
    error,
    evidence,
    settlement,
    resolution: resolution === null ? null : { outcome: resolution.outcome, resolvedAt: resolution.resolvedAt },
  };
}
