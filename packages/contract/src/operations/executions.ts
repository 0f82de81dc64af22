/** Operations that execute actions, and those for their records. */
import { Type } from "typebox";
import {
  ExecuteAction,
  ExecutedAction,
  Execution,
  ExecutionList,
  ExecutionCounts,
  ResolveExecution,
} from "../execution.ts";
import { ActionId, idField, timeField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { ProposedAction } from "../proposal.ts";
import { operation, pageQuery, paths, statusQuery } from "./operation.ts";
import { executionStatuses } from "../values.ts";

const closed = { additionalProperties: false };

export const executionOperations = {
  executeAction: operation({
    id: "executeAction",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/connections/{connection_id}/actions/{action_id}:execute",
    tag: "Executions",
    summary: "Execute an action",
    description:
      "Executes one action with the connection's credential and sends at most one changing request. An action whose effect is " +
      "`write` or `destructive` needs an `Idempotency-Key`: store the key before you call. After `ACTION_OUTCOME_UNKNOWN`, look " +
      "up the execution and resolve it; don't call again with a new key. If the policy requires approval, the response is 202 with " +
      "a proposal.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "forWrites",
    params: paths.connectionAction,
    body: ExecuteAction,
    call: { method: "connection.execute", args: ["action_id", "input"], isHandwritten: true },
    success: {
      status: 200,
      description: "The action succeeded.",
      schema: ExecutedAction,
      headers: ["Idempotent-Replayed"],
    },
    otherResponses: [
      {
        status: 202,
        description:
          "The policy requires a person's approval, and nothing was sent. After the decision, the same key returns the call's response.",
        schema: ProposedAction,
        headers: ["Idempotent-Replayed"],
      },
    ],
    errors: [
      "CONNECTION_NOT_FOUND",
      "CONNECTION_NOT_ACTIVE",
      "PROVIDER_NOT_AVAILABLE",
      "ACTION_NOT_FOUND",
      "ACTION_NOT_GRANTED",
      "INPUT_INVALID",
      "TOKEN_BUDGET_EXHAUSTED",
      "POLICY_DENIED",
      "PROPOSALS_FULL",
      "PLAN_STALE",
      "ACTION_NOT_DISPATCHED",
      "ACTION_OUTCOME_UNKNOWN",
      "ACTION_RESOLVED_FAILED",
      "ACTION_NOT_APPLIED",
      "SECRET_NOT_FOUND",
      "PROVIDER_UNAUTHORIZED",
      "PROVIDER_FORBIDDEN",
      "RESOURCE_NOT_FOUND",
      "PROVIDER_REJECTED",
      "PROVIDER_ERROR",
      "PROVIDER_TIMEOUT",
      "PROVIDER_UNREACHABLE",
      "PROVIDER_RATE_LIMITED",
    ],
  }),
  listExecutions: operation({
    id: "listExecutions",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/action-executions",
    tag: "Executions",
    summary: "List executions",
    description:
      "Returns the tenant's executions, newest first. If you lost a response, look up the execution by its `idempotencyKey`.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    query: Type.Object(
      {
        connection_id: Type.Optional(idField(idPrefixes.connection, "Only executions with this connection.")),
        status: statusQuery(executionStatuses),
        action_id: Type.Optional({ ...ActionId, description: "Only executions of this action." }),
        idempotencyKey: Type.Optional(
          Type.String({ minLength: 1, maxLength: 255, description: "Only executions with this key." }),
        ),
        ...pageQuery,
      },
      closed,
    ),
    call: { method: "tenant.executions.list" },
    command: {
      usage: "executions list",
      text: "List executions, newest first",
      examples: ["svc executions list --status outcome_unknown"],
      flags: {
        connection_id: ["--connection <id>", "only executions of this connection"],
        action_id: ["--action <action_id>", "only executions of this action"],
        status: ["--status <status>", "only those with this status"],
        idempotencyKey: ["--idempotency-key <key>", "only executions with this key"],
      },
      columns: {
        EXECUTION: "id",
        STATUS: "status",
        ACTION: "provider/action_id",
        ERROR: "error.code",
        CREATED: "createdAt",
        "IDEMPOTENCY KEY": "idempotencyKey",
      },
    },
    success: { status: 200, description: "One page.", schema: ExecutionList },
    errors: [],
  }),
  summarizeExecutions: operation({
    id: "summarizeExecutions",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/action-executions:summary",
    tag: "Executions",
    summary: "Count executions",
    description:
      "Returns how many of the tenant's executions have each status, by action, for a time range of at most 31 days; the last " +
      "24 hours by default. Of more than 10,000 executions, only the newest are counted.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    query: Type.Object(
      {
        since: Type.Optional(timeField("The beginning of the time range; 24 hours before its end by default.")),
        until: Type.Optional(timeField("The end of the time range, which isn't part of it; now by default.")),
      },
      closed,
    ),
    call: { method: "tenant.executions.summary", result: "summary" },
    command: {
      usage: "executions summary",
      text: "Count executions by status and action, in the last 24 hours or another range of at most 31 days",
      examples: ["svc executions summary --since 2026-11-01T00:00:00.000Z --until 2026-11-08T00:00:00.000Z"],
      flags: {
        since: ["--since <time>", "the beginning of the range; 24 hours before its end by default"],
        until: ["--until <time>", "the end of the range; now by default"],
      },
      columns: { ACTION: "provider/action_id", STATUS: "status", COUNT: "count" },
    },
    success: { status: 200, description: "The counts.", schema: ExecutionCounts },
    errors: [],
  }),
  getExecution: operation({
    id: "getExecution",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/action-executions/{execution_id}",
    tag: "Executions",
    summary: "Show an execution",
    description: "Returns the record of one attempt: the request, the provider's response, and the outcome.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.execution,
    call: { method: "tenant.executions.get" },
    command: {
      usage: "executions get <execution_id>",
      text: "Show an execution and what happened to it",
      examples: ["svc executions get act_…"],
      shownBy: "showExecution",
    },
    success: { status: 200, description: "The execution.", schema: Execution },
    errors: ["EXECUTION_NOT_FOUND"],
  }),
  settleExecution: operation({
    id: "settleExecution",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/action-executions/{execution_id}:settle",
    tag: "Executions",
    summary: "Try to settle an unknown outcome",
    description:
      "Looks at the provider, using only reads, for the effect of an `outcome_unknown` execution's changing request, and settles " +
      "the execution if there is proof. Otherwise it stays unknown, with the look in `evidence`. The request is never sent again.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.execution,
    call: { method: "tenant.executions.settle" },
    command: {
      usage: "executions settle <execution_id>",
      text: "Look at the provider for the effect of an unknown outcome. Nothing is sent again",
      examples: ["svc executions settle act_…", "svc executions settle act_… --json status,settlement"],
      shownBy: "showOutcome",
    },
    success: { status: 200, description: "The execution after the look.", schema: Execution },
    errors: ["EXECUTION_NOT_FOUND", "EXECUTION_NOT_UNKNOWN", "EVIDENCE_NOT_AVAILABLE", "CONNECTION_NOT_ACTIVE"],
  }),
  resolveExecution: operation({
    id: "resolveExecution",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/action-executions/{execution_id}:resolve",
    tag: "Executions",
    summary: "Resolve an unknown outcome",
    description:
      "Records the outcome that you found at the provider for an `outcome_unknown` execution. You can do this once; repeating the call returns the same response.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.execution,
    body: ResolveExecution,
    call: { method: "tenant.executions.resolve" },
    command: {
      usage: "executions resolve <execution_id>",
      text: "Resolve an unknown outcome. This is final",
      examples: ['svc executions resolve act_… --outcome succeeded --note "The value is there."'],
      flags: {
        outcome: ["--outcome <outcome>", "what you found out"],
        note: ["--note <text>", "how you found out; no secrets"],
      },
    },
    success: { status: 200, description: "The resolved execution.", schema: Execution },
    errors: ["EXECUTION_NOT_FOUND", "EXECUTION_NOT_UNKNOWN"],
  }),
} as const;
