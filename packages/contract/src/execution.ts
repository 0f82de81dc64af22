/** Executions: the records of actions, with what was sent and what came back. */
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
const note = Type.String({ maxLength: 2000, description: "How the outcome was found. No secrets." });
const providerStatus = Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()], {
  description: "HTTP status of the provider's answer, or null.",
});

/** How an unknown outcome was resolved. */
export const Resolution = Type.Object(
  {
    outcome,
    note,
    resolvedAt: timeField("When."),
    resolvedBy: Type.String({ maxLength: 255, description: "Who resolved it: the service client and its key." }),
  },
  { title: "Resolution", description: "How an unknown outcome was resolved.", ...closed },
);
/** How an unknown outcome was resolved. */
export type Resolution = Static<typeof Resolution>;

/** An answer that came after the record had been settled. It's evidence and never changes the status. */
export const LateAnswer = Type.Object(
  {
    verdict: oneOf(["succeeded", "failed", "unknown"], "What the answer would have meant."),
    providerStatus,
    receivedAt: timeField("When it arrived."),
  },
  { title: "LateAnswer", description: "An answer that came too late to change the record.", ...closed },
);
/** An answer that came after the record had been settled. */
export type LateAnswer = Static<typeof LateAnswer>;

const basis = Type.Union([oneOf(evidenceBases, "The grounds."), Type.Null()], {
  description: "The grounds: which kind of proof was found, or null.",
});

/** One look at the provider for the effect of a changing request whose answer was lost. */
export const ExecutionEvidence = Type.Object(
  {
    at: timeField("When svc looked."),
    verdict: oneOf(evidenceVerdicts, "What it found."),
    basis,
    detail: textOrNull(500, "Why it is undetermined, or what was found, in svc's own words; or null."),
  },
  { title: "ExecutionEvidence", description: "One look at the provider, by reads alone.", ...closed },
);
/** One look at the provider. */
export type ExecutionEvidence = Static<typeof ExecutionEvidence>;

/** What settled an execution. */
export const Settlement = Type.Object(
  {
    by: oneOf(settledBy, "The provider's answer, or evidence that svc found afterwards."),
    basis,
    at: timeField("When it was settled."),
  },
  { title: "Settlement", description: "What settled an execution.", ...closed },
);
/** What settled an execution. */
export type Settlement = Static<typeof Settlement>;

/** The record of one attempt to execute an action. It contains no secrets. */
export const Execution = Type.Object(
  {
    id: idField(idPrefixes.execution, "The execution."),
    status: oneOf(executionStatuses, "The state of the execution."),
    action_id: ActionId,
    connection_id: idField(idPrefixes.connection, "The connection that it used."),
    tenant_id: idField(idPrefixes.tenant, "The tenant."),
    provider: Slug,
    effect: oneOf(actionEffects, "What the action does to the provider's state."),
    summary: Type.Object(
      {
        input: Type.Unknown({ description: "The input without fields that hold secrets." }),
        output: Type.Unknown({ description: "The parts of the output that may be stored, or null." }),
      },
      { description: "What you need to reconcile it, without secrets.", ...closed },
    ),
    error: faultOrNull("Why it failed or is unknown, or null."),
    providerStatus,
    providerRequestId: textOrNull(512, "The provider's id for the request, or null."),
    idempotencyKey: textOrNull(255, "The request's idempotency key, or null."),
    delegatedToken: Type.Union([ExecutionToken, Type.Null()], {
      description: "The delegated token with which it was started, or null for a service key.",
    }),
    proposal_id: Type.Union([idField(idPrefixes.proposal, "The proposal."), Type.Null()], {
      description: "The approved proposal that it comes from, or null.",
    }),
    attempt: Type.Integer({ minimum: 1, description: "The number of the attempt for its key." }),
    createdAt: timeField("When it was accepted."),
    dispatchedAt: timeOrNull("When the changing request was dispatched, or null if it wasn't."),
    completedAt: timeOrNull(
      "When the attempt ended, also with an unknown outcome, or null. What was settled later has its time in `settlement` or `resolution`.",
    ),
    lateAnswer: Type.Union([LateAnswer, Type.Null()], { description: "An answer that came too late, or null." }),
    evidence: Type.Array(ExecutionEvidence, {
      maxItems: 20,
      description: "The newest looks at the provider, oldest first; empty if there was no need to look.",
    }),
    settlement: Type.Union([Settlement, Type.Null()], {
      description: "What settled it, or null if it is running, unknown or resolved.",
    }),
    resolution: Type.Union([Resolution, Type.Null()], { description: "How an unknown outcome was resolved, or null." }),
  },
  { title: "Execution", description: "The record of one attempt to execute an action.", ...closed },
);
/** The record of one attempt to execute an action. */
export type Execution = Static<typeof Execution>;

/** One page of executions, newest first. */
export const ExecutionList = Type.Object(
  { executions: Type.Array(Execution, { description: "Newest first." }), next_cursor: NextCursor },
  { title: "ExecutionList", description: "One page of executions.", ...closed },
);
/** One page of executions, newest first. */
export type ExecutionList = Static<typeof ExecutionList>;

/** Body of `executeAction`. */
export const ExecuteAction = Type.Object(
  { input: jsonObject("The action's input, validated against its `inputSchema`.") },
  { title: "ExecuteAction", description: "The input of an action.", ...closed },
);
/** Body of `executeAction`. */
export type ExecuteAction = Static<typeof ExecuteAction>;

/** Answer of `executeAction`. */
export const ExecutedAction = Type.Object(
  {
    execution: Execution,
    output: Type.Unknown({
      description:
        "The action's output. A replay only has the parts that may be stored; null if the outcome was resolved, or settled by evidence that doesn't show it.",
    }),
  },
  { title: "ExecutedAction", description: "The record and the output.", ...closed },
);
/** Answer of `executeAction`. */
export type ExecutedAction = Static<typeof ExecutedAction>;

/** Body of `resolveExecution`. */
export const ResolveExecution = Type.Object(
  { outcome, note: Type.Optional(note) },
  { title: "ResolveExecution", description: "The outcome that you found for an unknown one.", ...closed },
);
/** Body of `resolveExecution`. */
export type ResolveExecution = Static<typeof ResolveExecution>;
