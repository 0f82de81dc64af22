/** Executions: the records of actions, with their requests and outcomes. */
import { Type, type Static } from "typebox";
import { ExecutionToken } from "./delegated-token.ts";
import { faultOrNull } from "./connect-session.ts";
import { ActionId, idField, jsonObject, NextCursor, oneOf, Slug, textOrNull, timeField, timeOrNull } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import {
  actionEffects,
  evidenceBases,
  evidenceVerdicts,
  executionStatuses,
  resolutionOutcomes,
  settledBy,
} from "./values.ts";

const closed = { additionalProperties: false };
const outcome = oneOf(resolutionOutcomes, "The outcome that was found.");
const note = Type.String({ maxLength: 2000, description: "How the outcome was found. Must not contain secrets." });
const providerStatus = Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()], {
  description: "HTTP status of the provider's response, or null.",
});

/** How an unknown outcome was resolved. */
export const Resolution = Type.Object(
  {
    outcome,
    note,
    resolvedAt: timeField("When it was resolved."),
    resolvedBy: Type.String({
      maxLength: 255,
      description: "Who resolved the outcome: the service client and its key.",
    }),
  },
  { title: "Resolution", description: "How an unknown outcome was resolved.", ...closed },
);
/** How an unknown outcome was resolved. */
export type Resolution = Static<typeof Resolution>;

/** A response that arrived after the record had been settled. It's evidence and never changes the status. */
export const LateResponse = Type.Object(
  {
    verdict: oneOf(["succeeded", "failed", "unknown"], "What the response would have meant."),
    providerStatus,
    receivedAt: timeField("When the response arrived."),
  },
  { title: "LateResponse", description: "A response that arrived too late to change the record.", ...closed },
);
/** A response that arrived after the record had been settled. */
export type LateResponse = Static<typeof LateResponse>;

const basis = Type.Union([oneOf(evidenceBases, "The kind of proof."), Type.Null()], {
  description: "The kind of proof that was found, or null.",
});

/** One look at the provider for the effect of a changing request whose response was lost. */
export const ExecutionEvidence = Type.Object(
  {
    at: timeField("When svc looked."),
    verdict: oneOf(evidenceVerdicts, "What svc found."),
    basis,
    detail: textOrNull(500, "Why the verdict is undetermined, or what was found, in svc's own words; or null."),
  },
  { title: "ExecutionEvidence", description: "One look at the provider, using only reads.", ...closed },
);
/** One look at the provider. */
export type ExecutionEvidence = Static<typeof ExecutionEvidence>;

/** What settled an execution. */
export const Settlement = Type.Object(
  {
    by: oneOf(
      settledBy,
      "`response`: the provider's response. `evidence`: proof that svc found at the provider afterwards.",
    ),
    basis,
    at: timeField("When the execution was settled."),
  },
  { title: "Settlement", description: "What settled an execution.", ...closed },
);
/** What settled an execution. */
export type Settlement = Static<typeof Settlement>;

/** The record of one attempt to execute an action. It contains no secrets. */
export const Execution = Type.Object(
  {
    id: idField(idPrefixes.execution, "ID of the execution."),
    status: oneOf(executionStatuses, "The state of the execution."),
    action_id: ActionId,
    connection_id: idField(idPrefixes.connection, "The connection the action used."),
    tenant_id: idField(idPrefixes.tenant, "The tenant."),
    provider: Slug,
    effect: oneOf(actionEffects, "What the action does to the provider's state."),
    summary: Type.Object(
      {
        input: Type.Unknown({ description: "The input without its secret fields." }),
        output: Type.Unknown({ description: "The parts of the output that may be stored, or null." }),
      },
      { description: "The input and output you need for reconciliation, without secrets.", ...closed },
    ),
    error: faultOrNull("Why the action failed or its outcome is unknown; or null."),
    providerStatus,
    providerRequestId: textOrNull(512, "The provider's id for the request, or null."),
    idempotencyKey: textOrNull(255, "The request's idempotency key, or null."),
    delegatedToken: Type.Union([ExecutionToken, Type.Null()], {
      description: "The delegated token that started the execution; null for a service key.",
    }),
    proposal_id: Type.Union([idField(idPrefixes.proposal, "The proposal."), Type.Null()], {
      description: "The approved proposal that was executed, or null.",
    }),
    toolDigest: textOrNull(
      71,
      "The digest of the tool as an operator reviewed it, if the action is a tool of a remote MCP server; otherwise null.",
    ),
    attempt: Type.Integer({ minimum: 1, description: "The number of this attempt with its idempotency key." }),
    createdAt: timeField("When the execution was accepted."),
    dispatchedAt: timeOrNull("When the changing request was dispatched; null if it wasn't."),
    completedAt: timeOrNull(
      "When the attempt ended, even if its outcome is unknown; or null. If it was settled or resolved later, `settlement` or `resolution` has that time.",
    ),
    lateResponse: Type.Union([LateResponse, Type.Null()], {
      description: "A response that arrived too late, or null.",
    }),
    evidence: Type.Array(ExecutionEvidence, {
      maxItems: 20,
      description: "The most recent looks at the provider, oldest first; empty if there was no need to look.",
    }),
    settlement: Type.Union([Settlement, Type.Null()], {
      description: "What settled the execution; null if it is running, unknown or resolved.",
    }),
    resolution: Type.Union([Resolution, Type.Null()], { description: "How an unknown outcome was resolved, or null." }),
  },
  { title: "Execution", description: "The record of one attempt to execute an action.", ...closed },
);
/** The record of one attempt to execute an action. */
export type Execution = Static<typeof Execution>;

/** One page of executions, newest first. */
export const ExecutionList = Type.Object(
  { executions: Type.Array(Execution, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "ExecutionList", description: "One page of executions.", ...closed },
);
/** One page of executions, newest first. */
export type ExecutionList = Static<typeof ExecutionList>;

/** How many executions of one action have one status. */
const executionCount = Type.Object(
  {
    provider: Slug,
    action_id: ActionId,
    status: oneOf(executionStatuses, "The status that they have now."),
    count: Type.Integer({ minimum: 1, description: "How many there are." }),
  },
  { title: "ExecutionCount", description: "The executions of one action with one status.", ...closed },
);

/** Counts of executions by status and action. */
export const ExecutionCounts = Type.Object(
  {
    since: timeField("The beginning of the time range."),
    until: timeField("The end of the time range, which isn't part of it."),
    countedSince: timeOrNull(
      "When the oldest counted execution was created, if there are more than 10,000 in the range and only the newest are counted; otherwise null.",
    ),
    counts: Type.Array(executionCount, { description: "The most frequent first." }),
  },
  { title: "ExecutionCounts", description: "Counts of executions by status and action.", ...closed },
);
/** Counts of executions by status and action. */
export type ExecutionCounts = Static<typeof ExecutionCounts>;

/** Body of `executeAction`. */
export const ExecuteAction = Type.Object(
  { input: jsonObject("The action's input, validated against its `inputSchema`.") },
  { title: "ExecuteAction", description: "The input of an action.", ...closed },
);
/** Body of `executeAction`. */
export type ExecuteAction = Static<typeof ExecuteAction>;

/** Response of `executeAction`. */
export const ExecutedAction = Type.Object(
  {
    execution: Execution,
    output: Type.Unknown({
      description:
        "The action's output. A replay contains only the parts that may be stored. Null if the outcome was resolved, or settled by evidence that doesn't show the output.",
    }),
  },
  { title: "ExecutedAction", description: "The record and the output.", ...closed },
);
/** Response of `executeAction`. */
export type ExecutedAction = Static<typeof ExecutedAction>;

/** Body of `resolveExecution`. */
export const ResolveExecution = Type.Object(
  { outcome, note: Type.Optional(note) },
  { title: "ResolveExecution", description: "The outcome you found for an unknown one.", ...closed },
);
/** Body of `resolveExecution`. */
export type ResolveExecution = Static<typeof ResolveExecution>;
