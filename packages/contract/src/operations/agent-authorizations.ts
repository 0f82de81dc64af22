/** Operations for agent authorizations: svc's requests to your app about its own user (contract §10.4). */
import { Type } from "typebox";
import {
  AgentAuthorization,
  agentAuthorizationId,
  ApproveAgentAuthorization,
  DecidedAgentAuthorization,
} from "../agent-authorization.ts";
import { operation } from "./operation.ts";

const path = "/v1/agent-authorizations/{agent_authorization_id}";
const common = {
  tag: "Agent sign-in",
  auth: "serviceKey",
  idempotency: "none",
  reach: "tenant",
  params: Type.Object(
    {
      agent_authorization_id: agentAuthorizationId(
        "As your page received it. Its first 30 characters are enough later.",
      ),
    },
    { additionalProperties: false },
  ),
} as const;
const decided = { status: 200, description: "Where your user continues.", schema: DecidedAgentAuthorization } as const;

export const agentAuthorizationOperations = {
  getAgentAuthorization: operation({
    ...common,
    id: "getAgentAuthorization",
    method: "GET",
    path,
    summary: "Show an agent authorization",
    description:
      "Returns the request with which your signed-in user arrived at your `agentSignInUrl`. A `sign_in` says who wants to act and " +
      "where the browser would return; show this to the user. An `approval` names the proposal the user wants to decide on.",
    call: { method: "agentAuthorizations.get" },
    success: { status: 200, description: "The agent authorization.", schema: AgentAuthorization },
    errors: ["AGENT_AUTHORIZATION_NOT_FOUND"],
  }),
  approveAgentAuthorization: operation({
    ...common,
    id: "approveAgentAuthorization",
    method: "POST",
    path: `${path}:approve`,
    summary: "Approve an agent authorization",
    description:
      "Allows the agent to act for your signed-in user, in one tenant, with these actions. Approve only after your user has seen " +
      "who is asking and has agreed. Then redirect the same user's browser to `continueUrl`. For an `approval`, this call only " +
      "confirms who your user is and that they may decide on their tenant's proposals; they make the decision on svc's page. It " +
      "then requires a service key that may decide, and not the key that made the proposal, as `decideProposal` does.",
    body: ApproveAgentAuthorization,
    call: { method: "agentAuthorizations.approve", result: "decided" },
    success: decided,
    errors: [
      "AGENT_AUTHORIZATION_NOT_FOUND",
      "AGENT_AUTHORIZATION_NOT_PENDING",
      "TENANT_NOT_FOUND",
      "CONNECTION_NOT_FOUND",
      "DECISION_NOT_ALLOWED",
    ],
  }),
  denyAgentAuthorization: operation({
    ...common,
    id: "denyAgentAuthorization",
    method: "POST",
    path: `${path}:deny`,
    summary: "Deny an agent authorization",
    description:
      "Denies the agent's sign-in, or your user's request to decide on a proposal. Redirect your user's browser to `continueUrl`, " +
      "which informs the host or your user.",
    call: { method: "agentAuthorizations.deny", result: "decided" },
    success: decided,
    errors: ["AGENT_AUTHORIZATION_NOT_FOUND", "AGENT_AUTHORIZATION_NOT_PENDING"],
  }),
} as const;
