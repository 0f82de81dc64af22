/** The result of a tool call: the output without its secrets, or a problem that an agent can act on. Pure. */
import { dropSensitive, problemOf, ServiceError, type InputError } from "@svc/contract";
import type { ExecuteResult } from "../../domain/executions/replay.ts";
import type { McpAction } from "./tools.ts";

/** A `tools/call` result in the protocol's form. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta: Record<string, unknown>;
};

/** A result's metadata; `key` is null if the call has none. */
export type ResultFacts = { key: string | null; replayed: boolean };

/**
 * Returns the result of an executed action: its output without sensitive fields, because secrets don't belong in an
 * agent's context. A replay returns what the record contains, as in REST.
 */
export function toToolResult(
  { action, outputSchema }: Pick<McpAction, "action" | "outputSchema">,
  result: ExecuteResult & { kind: "answered" },
  facts: ResultFacts,
): ToolResult {
  const { execution, output } = result.answer;
  // A record contains nothing sensitive; null if the outcome was resolved.
  const safe = result.replayed ? output : (dropSensitive(action.output, output) ?? null);
  const structured = isObject(safe) ? safe : {};
  const isSettled = result.replayed && output === null && execution.resolution !== null;
  const text = isSettled ? resolvedText : JSON.stringify(safe ?? structured);
  return {
    content: [{ type: "text", text }],
    ...(isObject(safe) || outputSchema !== null ? { structuredContent: structured } : {}),
    _meta: { ...toMeta(facts), execution_id: execution.id },
  };
}

const resolvedText =
  "This call succeeded earlier: its outcome was unknown and has since been resolved as succeeded. Its output is not known. Nothing was done now.";

/** The context of a call's error. */
export type ErrorContext = ResultFacts & { docsUrl: string; requestId: string };

/** Returns the result of a refused or failed call: the problem as JSON. */
export function errorResult(error: ServiceError, context: ErrorContext): ToolResult {
  const { code, execution_id, connection_id, tenant_id, retryAfterSeconds } = error;
  const { docsUrl, requestId } = context;
  const detail = code === "ACTION_OUTCOME_UNKNOWN" ? unknownDetail(error) : error.detail;
  const errors = error.errors?.map(atArguments);
  const problem = problemOf(code, { docsUrl, requestId, detail, execution_id, connection_id, tenant_id, errors });
  const { status: _, ...rest } = problem;
  const shown = { ...rest, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  const _meta = { ...toMeta(context), ...(execution_id === undefined ? {} : { execution_id }) };
  return { content: [{ type: "text", text: JSON.stringify(shown) }], isError: true, _meta };
}

/** Refuses a call because an earlier one has an unknown outcome (contract §7.3). */
export class UnknownOutcomeRefusal extends ServiceError {
  constructor(execution_id: string, connection_id: string) {
    super("ACTION_OUTCOME_UNKNOWN", { execution_id, connection_id });
  }
}

function unknownDetail(error: ServiceError): string {
  const id = error.execution_id ?? "";
  const happened =
    error instanceof UnknownOutcomeRefusal
      ? `Nothing was sent: execution ${id} made the same call, and it is still unknown whether it took effect.`
      : `The request was sent, but there was no definite response: execution ${id} may or may not have taken effect.`;
  return `${happened} Do not repeat this call in any form or under another key. Tell the user, and name the execution, so that it can be checked at the provider and resolved with its \`:resolve\`.`;
}

/** Tool arguments are the action's input itself, so a pointer starts there. */
function atArguments(error: InputError): InputError {
  return { ...error, pointer: error.pointer.replace(/^\/input(?=\/|$)/, "") };
}

function toMeta({ key, replayed }: ResultFacts): Record<string, unknown> {
  return { ...(key === null ? {} : { idempotencyKey: key }), ...(replayed ? { replayed: true } : {}) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
