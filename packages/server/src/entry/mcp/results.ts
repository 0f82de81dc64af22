/** The result of a tool call: the output without its secrets, or a problem that an agent can act on. Pure. */
import { dropUnrecorded, problemOf, ServiceError, type Execution, type InputError } from "@svc/contract";
import type { ExecuteResult } from "../../domain/executions/replay.ts";
import { getExecutionToolName, type McpAction } from "./tools.ts";

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
  const { execution, output } = result.response;
  // A record contains nothing sensitive; null if the outcome was resolved, or evidence doesn't show it.
  const safe = result.replayed ? output : (dropUnrecorded(action.output, output) ?? null);
  const structured = isObject(safe) ? safe : {};
  const unseen = output === null ? unseenText(execution, result.replayed) : null;
  const text = unseen ?? JSON.stringify(safe ?? structured);
  return {
    content: [{ type: "text", text }],
    ...(isObject(safe) || outputSchema() !== null ? { structuredContent: structured } : {}),
    _meta: { ...toMeta(facts), execution_id: execution.id },
  };
}

/** The longest output that is sent twice, in characters. Some clients take at most 1 MiB in all. */
const repeatedLengthMax = 400_000;
/** The first revision with structured content. */
const structuredRevision = "2025-06-18";

/**
 * Returns a result whose large output is sent once. Small ones are sent as text too, because many hosts show their model
 * only that.
 * @param revision the client's; "" if unknown.
 */
export function sendOnce(result: ToolResult, revision: string): ToolResult {
  const [{ text } = { text: "" }] = result.content;
  if (result.structuredContent === undefined || text.length <= repeatedLengthMax) return result;
  if (revision >= structuredRevision) {
    return { ...result, content: [{ type: "text", text: "The output is large: see the structured content." }] };
  }
  const { structuredContent: _, ...rest } = result;
  return rest;
}

/** Describes a success whose output svc never saw; null if the provider's response was seen. */
function unseenText({ resolution, settlement }: Execution, isReplayed: boolean): string | null {
  const said = isReplayed ? "This call succeeded earlier" : "This call succeeded";
  const rest = `Its output is not known.${isReplayed ? " Nothing was done now." : ""}`;
  if (resolution !== null) return `${said}: its outcome was unknown and has since been resolved as succeeded. ${rest}`;
  if (settlement?.by !== "evidence") return null;
  return `${said}: its response was lost, and svc has found at the provider that it took effect. ${rest}`;
}

/** The context of a call's error. */
export type ErrorContext = ResultFacts & { docsUrl: string; requestId: string };

/** Returns the result of a refused or failed call: the problem as JSON. */
export function errorResult(error: ServiceError, context: ErrorContext): ToolResult {
  const { code, execution_id, connection_id, tenant_id, evidence, retryAfterSeconds } = error;
  const { docsUrl, requestId } = context;
  const detail = code === "ACTION_OUTCOME_UNKNOWN" ? unknownDetail(error) : error.detail;
  const errors = error.errors?.map(atArguments);
  const ids = { execution_id, connection_id, tenant_id };
  const problem = problemOf(code, { docsUrl, requestId, detail, ...ids, evidence, errors });
  const { status: _, ...rest } = problem;
  const shown = { ...rest, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  const _meta = { ...toMeta(context), ...(execution_id === undefined ? {} : { execution_id }) };
  return { content: [{ type: "text", text: JSON.stringify(shown) }], isError: true, _meta };
}

/** Refuses a call because an earlier one has an unknown outcome (contract §7.3). */
export class UnknownOutcomeRefusal extends ServiceError {
  readonly to: Readonly<{ isOwn: boolean; isSame: boolean }>;

  /**
   * @param to.isOwn whether the caller made the earlier call, and can therefore look it up. @param to.isSame whether the
   * calls are known to be the same, because nothing in them is kept out of the record.
   */
  constructor(
    facts: Pick<ServiceError, "execution_id" | "connection_id" | "evidence">,
    to: UnknownOutcomeRefusal["to"],
  ) {
    super("ACTION_OUTCOME_UNKNOWN", facts);
    this.to = to;
  }
}

function unknownDetail(error: ServiceError): string {
  const id = error.execution_id ?? "";
  const repeated = error instanceof UnknownOutcomeRefusal ? error.to : null;
  const call =
    repeated?.isSame === false ? "a call that differs at most in fields that no record keeps" : "the same call";
  const happened =
    repeated === null
      ? `The request was sent, but there was no definite response: execution ${id} may or may not have taken effect.`
      : `Nothing was sent: execution ${id} made ${call}, and it is still unknown whether it took effect.`;
  const check =
    repeated?.isOwn === false
      ? "It was made under another token, so you can't look it up: tell the user, and name the execution."
      : `Check the outcome with ${getExecutionToolName}; while it is unknown, tell the user, and name the execution.`;
  const next = {
    automatic: `svc keeps looking for its effect at the provider, with reads only. ${check}`,
    on_request:
      "Tell the user, and name the execution: svc looks for its effect at the provider if someone calls its `:settle`.",
    none: "Tell the user, and name the execution, so that it can be checked at the provider and resolved with its `:resolve`.",
  }[error.evidence ?? "none"];
  return `${happened} Do not repeat this call in any form or under another key. ${next}`;
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
