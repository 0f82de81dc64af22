/** Operations for proposals, and for the policy that requires them (contract §1.16). */
import { Type } from "typebox";
import { ExecuteAction, ExecutedAction } from "../execution.ts";
import { idField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { PolicyVerdict, TestPolicy } from "../policy.ts";
import { DecideProposal, Proposal, ProposalList, ProposedAction } from "../proposal.ts";
import { proposalStatuses } from "../values.ts";
import { operation, pageQuery, paths, statusQuery } from "./operation.ts";

const closed = { additionalProperties: false };
const common = { tag: "Approval", auth: "serviceKey", idempotency: "none", reach: "delegated" } as const;
const path = "/v1/tenants/{tenant_id}/proposals";

export const proposalOperations = {
  proposeAction: operation({
    ...common,
    id: "proposeAction",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/connections/{connection_id}/actions/{action_id}:propose",
    summary: "Propose an action",
    description:
      "Requests a person's approval for a call that changes something, whatever the policy says. Only the reads of the action's " +
      "preview are sent. After the approval, svc executes the call once, with the same `Idempotency-Key`; `:execute` with this key " +
      "then returns the execution's response.",
    idempotency: "required",
    params: paths.connectionAction,
    body: ExecuteAction,
    call: { method: "connection.propose", args: ["action_id", "input"], isHandwritten: true },
    success: { status: 202, description: "The proposal.", schema: ProposedAction, headers: ["Idempotent-Replayed"] },
    otherResponses: [
      {
        status: 200,
        description: "The call with this key was already executed; this is the execution's response.",
        schema: ExecutedAction,
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
      "POLICY_DENIED",
      "PROPOSALS_FULL",
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
  listProposals: operation({
    ...common,
    id: "listProposals",
    method: "GET",
    path,
    summary: "List proposals",
    description: "Returns the tenant's proposals, newest first.",
    params: paths.tenant,
    query: Type.Object(
      {
        connection_id: Type.Optional(idField(idPrefixes.connection, "Only proposals for this connection.")),
        status: statusQuery(proposalStatuses),
        ...pageQuery,
      },
      closed,
    ),
    call: { method: "tenant.proposals.list" },
    command: {
      usage: "proposals list",
      text: "List proposals, newest first",
      examples: ["svc proposals list --status pending"],
      flags: {
        connection_id: ["--connection <id>", "only proposals for this connection"],
        status: ["--status <status>", "only those with this status"],
      },
      columns: {
        PROPOSAL: "id",
        STATUS: "status",
        ACTION: "provider/action_id",
        AGENT: "delegatedToken.agent",
        PREVIEW: "preview",
        EXPIRES: "expiresAt",
      },
    },
    success: { status: 200, description: "One page.", schema: ProposalList },
    errors: [],
  }),
  getProposal: operation({
    ...common,
    id: "getProposal",
    method: "GET",
    path: `${path}/{proposal_id}`,
    summary: "Show a proposal",
    description: "Returns a proposal: what the call would do, and the person's decision if there is one.",
    params: paths.proposal,
    call: { method: "tenant.proposals.get" },
    command: {
      usage: "proposals get <proposal_id>",
      text: "Show a proposal: what would be done, and its digest",
      examples: ["svc proposals get prp_…", "svc proposals get prp_… --json status,preview,digest"],
    },
    success: { status: 200, description: "The proposal.", schema: Proposal },
    errors: ["PROPOSAL_NOT_FOUND"],
  }),
  decideProposal: operation({
    ...common,
    id: "decideProposal",
    method: "POST",
    path: `${path}/{proposal_id}:decide`,
    summary: "Decide on a proposal",
    description:
      "Records a decision that a person made in your app. It requires a service key that an operator allowed to decide, and not " +
      "the key that made the proposal, directly or through a token. A delegated token can't decide. The first decision counts.",
    params: paths.proposal,
    body: DecideProposal,
    call: { method: "tenant.proposals.decide" },
    success: { status: 200, description: "The decided proposal.", schema: Proposal },
    errors: ["PROPOSAL_NOT_FOUND", "PROPOSAL_NOT_PENDING", "DIGEST_MISMATCH", "DECISION_NOT_ALLOWED"],
  }),
  testPolicy: operation({
    ...common,
    id: "testPolicy",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/policy:test",
    summary: "Test the policy",
    description:
      "Returns what the policy would decide on a call by this key or token, and why. Nothing is executed, proposed or sent.",
    params: paths.tenant,
    body: TestPolicy,
    call: { method: "tenant.testPolicy", isHandwritten: true, result: "verdict" },
    success: { status: 200, description: "The verdict.", schema: PolicyVerdict },
    errors: ["CONNECTION_NOT_FOUND", "ACTION_NOT_FOUND"],
  }),
} as const;
