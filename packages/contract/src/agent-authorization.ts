/** Agent authorizations: what svc asks your app to decide for its own user (contract §10.4). */
import { Type, type Static } from "typebox";
import { actionPatterns, connectionIds, maxExecutions, note } from "./delegated-token.ts";
import { idField, oneOf, timeField } from "./fields.ts";
import { idPattern, idPrefixes } from "./ids.ts";
import { actionEffects, agentAuthorizationPurposes, agentAuthorizationStatuses } from "./values.ts";

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

/** What svc asks your app about its own user: a host's sign-in, or who wants to decide about a proposal. */
export const AgentAuthorization = Type.Object(
  {
    id: idField(idPrefixes.agentAuthorization, "The agent authorization."),
    purpose: oneOf(
      agentAuthorizationPurposes,
      "`sign_in`: an agent's host wants to act for your user. `approval`: your user wants to decide about a proposal.",
    ),
    status: oneOf(agentAuthorizationStatuses, "How far it is."),
    host: Type.Union([AgentHost, Type.Null()], { description: "Who wants to sign in; null for an `approval`." }),
    proposal_id: Type.Union([idField(idPrefixes.proposal, "The proposal."), Type.Null()], {
      description: "The proposal that your user wants to decide about; null for a `sign_in`.",
    }),
    tenant_id: Type.Union([Type.String({ pattern: idPattern(idPrefixes.tenant), maxLength: 30 }), Type.Null()], {
      description:
        "The tenant whose MCP address the host was given, or the proposal's; null for the address of all tenants.",
    }),
    createdAt: timeField("When it was started."),
    expiresAt: timeField("Until when it can be decided."),
  },
  {
    title: "AgentAuthorization",
    description:
      "What svc asks your app about its own user: a host's sign-in, or who wants to decide about a proposal.",
    ...closed,
  },
);
/** What svc asks your app about its own user. */
export type AgentAuthorization = Static<typeof AgentAuthorization>;

/** Body of `approveAgentAuthorization`. */
export const ApproveAgentAuthorization = Type.Object(
  {
    tenant_id: idField(idPrefixes.tenant, "Your signed-in user's tenant: the one that the agent acts for."),
    subject: note("Your signed-in user, for the records."),
    actions: Type.Optional({
      ...actionPatterns,
      description:
        "Patterns of the actions that the agent may execute, such as `github/issues.*`. If empty, none. Required for a " +
        "`sign_in`; an `approval` takes only `tenant_id` and `subject`.",
    }),
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
