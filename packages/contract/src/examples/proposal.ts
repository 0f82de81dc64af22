/** The example proposal of the API description: the agent with the delegated token wants to open an issue. */
import type { PolicyVerdict } from "../policy.ts";
import type { Proposal } from "../proposal.ts";
import { issue } from "./execution.ts";
import { delegatedToken, exampleIds, exampleKey } from "./resources.ts";

/** The proposal while it is pending. */
export const proposal: Proposal = {
  id: exampleIds.proposal,
  status: "pending",
  tenant_id: exampleIds.tenant,
  connection_id: exampleIds.connection,
  provider: "github",
  action_id: "issues.create",
  effect: "write",
  summary: { input: issue },
  input: null,
  preview: null,
  approvalUrl: `https://svc.example.com/approve/${exampleIds.proposal}`,
  digest: "1.x0nUo5VtQxM3yUO0b5wYp0m5rJk8mC1o2cZ7w4kq9Ds",
  askedBy: { layer: "service_client", rule: 1 },
  approver: "any",
  delegatedToken: { id: exampleIds.delegatedToken, subject: delegatedToken.subject, agent: delegatedToken.agent },
  idempotencyKey: exampleKey,
  execution_id: null,
  decision: null,
  error: null,
  createdAt: "2026-11-02T10:02:58.301Z",
  expiresAt: "2026-11-03T10:02:58.301Z",
  endedAt: null,
};

/** The same proposal, once a person has approved it. */
export const approvedProposal: Proposal = {
  ...proposal,
  status: "approved",
  decision: {
    decision: "approved",
    decidedBy: "maria@example.com, through Acme support desk (scl_01m6dqhcpffakammrcdbdr6dbk), key 3kd8v0zq",
    reason: "Known regression.",
    decidedAt: "2026-11-02T10:04:11.020Z",
  },
};

/** The policy's decision on the call. */
export const policyVerdict: PolicyVerdict = {
  decision: "ask",
  approver: "any",
  reasons: [{ layer: "service_client", id: exampleIds.serviceClient, rule: 1, decision: "ask" }],
};
