/** Operations for the sign-in of agents' hosts (contract §10.4). */
import { Type } from "typebox";
import { AgentAuthorization, ApproveAgentAuthorization, DecidedAgentAuthorization } from "../agent-authorization.ts";
import { idField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { operation } from "./operation.ts";

const path = "/v1/agent-authorizations/{agent_authorization_id}";
const common = {
  tag: "Agent sign-in",
  auth: "serviceKey",
  idempotency: "none",
  reach: "tenant",
  params: Type.Object(
    { agent_authorization_id: idField(idPrefixes.agentAuthorization, "The agent authorization.") },
    { additionalProperties: false },
  ),
} as const;
const decided = { status: 200, description: "Where your user continues.", schema: DecidedAgentAuthorization } as const;

/** Operations for agent authorizations. */
export const agentAuthorizationOperations = {
  getAgentAuthorization: operation({
    ...common,
    id: "getAgentAuthorization",
    method: "GET",
    path,
    summary: "Show an agent authorization",
    description:
      "Who wants to act, and where the browser would return. Show it to your own signed-in user, who came to your `agentSignInUrl` with " +
      "this ID.",
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
      "Allows the agent to act for your signed-in user, in one tenant, with these actions. Redirect the same user's browser to " +
      "`continueUrl`. Approve only after your user has seen who asks and has agreed.",
    body: ApproveAgentAuthorization,
    success: decided,
    errors: [
      "AGENT_AUTHORIZATION_NOT_FOUND",
      "AGENT_AUTHORIZATION_NOT_PENDING",
      "TENANT_NOT_FOUND",
      "CONNECTION_NOT_FOUND",
    ],
  }),
  denyAgentAuthorization: operation({
    ...common,
    id: "denyAgentAuthorization",
    method: "POST",
    path: `${path}:deny`,
    summary: "Deny an agent authorization",
    description: "Refuses the agent. Redirect your user's browser to `continueUrl`, which tells the host.",
    success: decided,
    errors: ["AGENT_AUTHORIZATION_NOT_FOUND", "AGENT_AUTHORIZATION_NOT_PENDING"],
  }),
} as const;
