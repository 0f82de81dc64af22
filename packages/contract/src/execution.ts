/** Executions: the records of actions, which tell the truth about what was sent and what came back. */
import { Type, type Static } from "typebox";
import { faultOrNull } from "./connect-session.ts";
import { ActionId, idField, jsonObject, NextCursor, oneOf, Slug, textOrNull, timeField, timeOrNull } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { actionEffects, executionStatuses, resolutionOutcomes } from "./values.ts";

const closed = { additionalProperties: false };
const outcome = oneOf(resolutionOutcomes, "What was found out.");
const note = Type.String({ maxLength: 2000, description: "How it was found out. No secrets." });
const providerStatus = Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()], {
  description: "HTTP status of the provider's answer, or null.",
});

/** How an unknown outcome was settled. */
export const Resolution = Type.Object(
  {
    outcome,
    note,
    resolvedAt: timeField("When."),
    resolvedBy: Type.String({ maxLength: 255, description: "By whom: the service client and its key." }),
  },
  { title: "Resolution", description: "How an unknown outcome was resolved.", ...closed },
);
/** How an unknown outcome was settled. */
export type Resolution = Static<typeof Resolution>;

/** An answer that came after the record had been settled: evidence, never a change of status. */
export const LateAnswer = Type.Object(
  {
    verdict: oneOf(["succeeded", "failed", "unknown"], "What the answer would have meant."),
    providerStatus,
    receivedAt: timeField("When it came."),
  },
  { title: "LateAnswer", description: "An answer that came too late to change the record.", ...closed },
);
/** An answer that came after the record had been settled. */
export type LateAnswer = Static<typeof LateAnswer>;

/** The record of one attempt to do one action. Nothing in it is secret. */
export const Execution = Type.Object(
  {
    id: idField(idPrefixes.execution, "The execution."),
    status: oneOf(executionStatuses, "Where it stands."),
    action_id: ActionId,
    connection_id: idField(idPrefixes.connection, "The connection that it ran under."),
    tenant_id: idField(idPrefixes.tenant, "The tenant."),
    provider: Slug,
    effect: oneOf(actionEffects, "What the action does to the provider's state."),
    summary: Type.Object(
      {
        input: Type.Unknown({ description: "The input without fields that hold secrets." }),
        output: Type.Unknown({ description: "What may be kept of the output, or null." }),
      },
      { description: "What you need to reconcile it, without secrets.", ...closed },
    ),
    error: faultOrNull("Why it failed or is unknown, or null."),
    providerStatus,
    providerRequestId: textOrNull(512, "The provider's own id of the request, or null."),
    idempotencyKey: textOrNull(255, "The key that it was asked for with, or null."),
    attempt: Type.Integer({ minimum: 1, description: "Which attempt of its key it is." }),
    createdAt: timeField("When it was accepted."),
    dispatchedAt: timeOrNull("When the changing request was about to leave, or null if it never was."),
    completedAt: timeOrNull("When it ended, or null."),
    lateAnswer: Type.Union([LateAnswer, Type.Null()], { description: "An answer that came too late, or null." }),
    resolution: Type.Union([Resolution, Type.Null()], { description: "How an unknown outcome was resolved, or null." }),
  },
  { title: "Execution", description: "The record of one attempt to do one action.", ...closed },
);
/** The record of one attempt to do one action. */
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
  { input: jsonObject("The action's input; its `inputSchema` judges it.") },
  { title: "ExecuteAction", description: "What to do.", ...closed },
);
/** Body of `executeAction`. */
export type ExecuteAction = Static<typeof ExecuteAction>;

/** Answer of `executeAction`. */
export const ExecutedAction = Type.Object(
  {
    execution: Execution,
    output: Type.Unknown({
      description:
        "The action's output. In a replay what may be kept of it; null once the outcome was settled by hand.",
    }),
  },
  { title: "ExecutedAction", description: "The record and the output.", ...closed },
);
/** Answer of `executeAction`. */
export type ExecutedAction = Static<typeof ExecutedAction>;

/** Body of `resolveExecution`. */
export const ResolveExecution = Type.Object(
  { outcome, note: Type.Optional(note) },
  { title: "ResolveExecution", description: "What was found out about an unknown outcome.", ...closed },
);
/** Body of `resolveExecution`. */
export type ResolveExecution = Static<typeof ResolveExecution>;
