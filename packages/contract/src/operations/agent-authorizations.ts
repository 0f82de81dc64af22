/** Operations for what svc asks your app about its own user (contract §10.4). */
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
      "What your own signed-in user came to your `agentSignInUrl` for, with this ID. A `sign_in`: who wants to act, and where the " +
      "browser would return; show it to them. An `approval`: which proposal they want to decide about.",
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
      "`continueUrl`. Approve only after your user has seen who asks and has agreed. For an `approval` it only says who your user is, " +
      "and that they may decide about their tenant's proposals: they decide on svc's page.",
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
    description:
      "Refuses the agent, or your user's decision about a proposal. Redirect your user's browser to `continueUrl`, which tells the " +
      "host, or your user.",
    success: decided,
    errors: ["AGENT_AUTHORIZATION_NOT_FOUND", "AGENT_AUTHORIZATION_NOT_PENDING"],
  }),
} as const;
