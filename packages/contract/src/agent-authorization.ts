/** Agent authorizations: sign-ins of agents' hosts, which your app decides for its own user (contract §10.4). */
import { Type, type Static } from "typebox";
import { actionPatterns, connectionIds, maxExecutions, note } from "./delegated-token.ts";
import { idField, oneOf, timeField } from "./fields.ts";
import { idPattern, idPrefixes } from "./ids.ts";
import { actionEffects, agentAuthorizationStatuses } from "./values.ts";

const closed = { additionalProperties: false };

/** The program that wants to act, such as a chat application. What it says of itself is not verified. */
export const AgentHost = Type.Object(
  {
    id: Type.String({
      maxLength: 2048,
      description: "Its OAuth client ID: the URL of its metadata, or a registered ID.",
    }),
    name: Type.String({ maxLength: 200, description: "What it calls itself. Show it with `redirectOrigin`." }),
    redirectOrigin: Type.String({
      maxLength: 512,
      description: "Where the user's browser returns to: who really gets the access.",
    }),
  },
  { title: "AgentHost", description: "The program that wants to act for your user.", ...closed },
);

/** A sign-in that an agent's host has started. */
export const AgentAuthorization = Type.Object(
  {
    id: idField(idPrefixes.agentAuthorization, "The agent authorization."),
    status: oneOf(agentAuthorizationStatuses, "How far it is."),
    host: AgentHost,
    tenant_id: Type.Union([Type.String({ pattern: idPattern(idPrefixes.tenant), maxLength: 30 }), Type.Null()], {
      description: "The tenant whose MCP address the host was given; null for the address of all tenants.",
    }),
    createdAt: timeField("When it was started."),
    expiresAt: timeField("Until when it can be decided."),
  },
  { title: "AgentAuthorization", description: "A sign-in that an agent's host has started.", ...closed },
);
/** A sign-in that an agent's host has started. */
export type AgentAuthorization = Static<typeof AgentAuthorization>;

/** Body of `approveAgentAuthorization`. */
export const ApproveAgentAuthorization = Type.Object(
  {
    tenant_id: idField(idPrefixes.tenant, "The tenant that the agent acts for."),
    subject: note("Your signed-in user, who approves, for the records."),
    actions: {
      ...actionPatterns,
      description: "Patterns of the actions that it may execute, such as `github/issues.*`. If empty, none.",
    },
    connections: Type.Optional({
      ...connectionIds,
      description: "The only connections that it sees and uses; all of the tenant's by default.",
    }),
    maxEffect: Type.Optional(oneOf(actionEffects, "The strongest effect of its actions; `read` by default.")),
    maxExecutions: Type.Optional({
      ...maxExecutions,
      description: "How many executions it may start, as long as the sign-in lasts.",
    }),
    requireApproval: Type.Optional(
      Type.Boolean({
        description: "Whether a person has to approve every call that changes something; false by default.",
      }),
    ),
  },
  { title: "ApproveAgentAuthorization", description: "What your user allows.", ...closed },
);
/** Body of `approveAgentAuthorization`. */
export type ApproveAgentAuthorization = Static<typeof ApproveAgentAuthorization>;

/** Answer of `approveAgentAuthorization` and `denyAgentAuthorization`. */
export const DecidedAgentAuthorization = Type.Object(
  {
    continueUrl: Type.String({
      format: "uri",
      maxLength: 2048,
      description: "Redirect your user's browser there within two minutes. It works once, in the browser that started.",
      "x-sensitive": true,
    }),
  },
  { title: "DecidedAgentAuthorization", description: "Where your user continues.", ...closed },
);
/** Answer of `approveAgentAuthorization` and `denyAgentAuthorization`. */
export type DecidedAgentAuthorization = Static<typeof DecidedAgentAuthorization>;
