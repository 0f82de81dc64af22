/** What a tool call answers: the output without its secrets, or a problem that an agent can act on. Pure. */
import { dropSensitive, problemOf, ServiceError, type InputError } from "@svc/contract";
import type { ExecuteResult } from "../executions/replay.ts";
import type { McpAction } from "./tools.ts";

/** A `tools/call` result in the protocol's form. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta: Record<string, unknown>;
};

/** What a result says beside its content; a key is there where the call has one. */
export type ResultFacts = { key: string | null; replayed: boolean };

/**
 * The result of an executed action: its output without the fields that are marked sensitive, for an agent's context is no
 * place for a secret. A replay gives what the record holds, as in REST.
 */
export function resultOf(
  { action, outputSchema }: Pick<McpAction, "action" | "outputSchema">,
  result: ExecuteResult & { kind: "answered" },
  facts: ResultFacts,
): ToolResult {
  const { execution, output } = result.answer;
  // A record holds nothing sensitive; null where the outcome was settled by hand.
  const safe = result.replayed ? output : (dropSensitive(action.output, output) ?? null);
  const structured = isObject(safe) ? safe : {};
  const isSettled = result.replayed && output === null && execution.resolution !== null;
  const text = isSettled ? settledText : JSON.stringify(safe ?? structured);
  return {
    content: [{ type: "text", text }],
    ...(isObject(safe) || outputSchema !== null ? { structuredContent: structured } : {}),
    _meta: { ...metaOf(facts), execution_id: execution.id },
  };
}

const settledText =
  "This call succeeded before: its outcome was unknown and has since been settled as succeeded. Its output is not known. Nothing was done now.";

/** What the error of a call is about. */
export type ErrorContext = ResultFacts & { docsUrl: string; requestId: string };

/** The result of a refused or failed call: the problem as JSON. */
export function errorResult(error: ServiceError, context: ErrorContext): ToolResult {
  const { code, execution_id, connection_id, tenant_id, retryAfterSeconds } = error;
  const { docsUrl, requestId } = context;
  const detail = code === "ACTION_OUTCOME_UNKNOWN" ? unknownDetail(error) : error.detail;
  const errors = error.errors?.map(atArguments);
  const problem = problemOf(code, { docsUrl, requestId, detail, execution_id, connection_id, tenant_id, errors });
  const { status: _, ...rest } = problem;
  const shown = { ...rest, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  const _meta = { ...metaOf(context), ...(execution_id === undefined ? {} : { execution_id }) };
  return { content: [{ type: "text", text: JSON.stringify(shown) }], isError: true, _meta };
}

/** The refusal of a call that an open question forbids (contract §7.3). */
export class OpenQuestion extends ServiceError {
  constructor(execution_id: string, connection_id: string) {
    super("ACTION_OUTCOME_UNKNOWN", { execution_id, connection_id });
  }
}

function unknownDetail(error: ServiceError): string {
  const id = error.execution_id ?? "";
  const happened =
    error instanceof OpenQuestion
      ? `Nothing was sent: execution ${id} did the same, and nobody knows yet whether it took effect.`
      : `The request left, and no definite answer came: execution ${id} may or may not have taken effect.`;
  return `${happened} Do not repeat this call, in no form and under no other key. Tell the user, and name the execution: it is checked at the provider and then settled with its \`:resolve\`.`;
}

/** Tool arguments are the action's input itself, so a pointer begins there. */
function atArguments(error: InputError): InputError {
  return { ...error, pointer: error.pointer.replace(/^\/input(?=\/|$)/, "") };
}

function metaOf({ key, replayed }: ResultFacts): Record<string, unknown> {
  return { ...(key === null ? {} : { idempotencyKey: key }), ...(replayed ? { replayed: true } : {}) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
