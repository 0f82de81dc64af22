/** The example executions of the API description: an issue that was opened, and one whose response was lost. */
import type { Execution } from "../execution.ts";
import { exampleIds, exampleKey } from "./resources.ts";

/** The input of the executed action. */
export const issue = { owner: "octocat", repo: "hello-world", title: "The build fails on main" };

/** The output of the executed action. */
export const openedIssue = {
  id: 2914733871,
  number: 1347,
  title: issue.title,
  state: "open",
  stateReason: null,
  htmlUrl: "https://github.com/octocat/hello-world/issues/1347",
  labels: [],
  assignees: [],
  milestone: null,
  type: null,
  createdAt: "2026-11-02T10:02:58Z",
  updatedAt: "2026-11-02T10:02:58Z",
};

/** A write that took effect. */
export const execution: Execution = {
  id: exampleIds.execution,
  status: "succeeded",
  action_id: "issues.create",
  connection_id: exampleIds.connection,
  tenant_id: exampleIds.tenant,
  provider: "github",
  effect: "write",
  summary: { input: issue, output: openedIssue },
  error: null,
  providerStatus: 201,
  providerRequestId: "C8F2:2A91F7:1B7A3D:1C40E2:6907290A",
  idempotencyKey: exampleKey,
  delegatedToken: null,
  proposal_id: null,
  toolDigest: null,
  attempt: 1,
  createdAt: "2026-11-02T10:02:58.301Z",
  dispatchedAt: "2026-11-02T10:02:58.309Z",
  completedAt: "2026-11-02T10:02:58.742Z",
  lateResponse: null,
  evidence: [],
  settlement: { by: "response", basis: null, at: "2026-11-02T10:02:58.742Z" },
  resolution: null,
};

/** A write whose response was lost, resolved by a person who looked at the provider. */
export const resolvedExecution: Execution = {
  ...execution,
  id: exampleIds.unknownExecution,
  summary: { input: issue, output: null },
  providerStatus: null,
  providerRequestId: null,
  idempotencyKey: "ticket-4712",
  createdAt: "2026-11-02T10:16:10.041Z",
  dispatchedAt: "2026-11-02T10:16:10.048Z",
  completedAt: "2026-11-02T10:16:40.052Z",
  settlement: null,
  resolution: {
    outcome: "succeeded",
    note: "Issue #1348 exists.",
    resolvedAt: "2026-11-02T10:31:05.377Z",
    resolvedBy: "key:7hq2mx4c",
  },
};

/** The same write, if svc found the issue itself. */
export const settledExecution: Execution = {
  ...resolvedExecution,
  status: "succeeded",
  summary: {
    input: issue,
    output: { ...openedIssue, number: 1348, htmlUrl: "https://github.com/octocat/hello-world/issues/1348" },
  },
  evidence: [{ at: "2026-11-02T10:16:45.118Z", verdict: "applied", basis: "marker", detail: null }],
  settlement: { by: "evidence", basis: "marker", at: "2026-11-02T10:16:45.131Z" },
  resolution: null,
};
