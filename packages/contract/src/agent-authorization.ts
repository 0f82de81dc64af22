/** Agent authorizations: requests to your app to identify its own user and decide for them (contract §10.4). */
import { Type, type Static } from "typebox";
import { note, optional, tokenRights } from "./delegated-token.ts";
import { idField, oneOf, timeField } from "./fields.ts";
import { agentAuthorizationIdLengthMax, idLengthMax, idPattern, idPrefixes } from "./ids.ts";
import { agentAuthorizationPurposes, agentAuthorizationStatuses } from "./values.ts";

const closed = { additionalProperties: false };

/**
 * Builds a schema for the id of an agent authorization. Until your app has decided, it contains the whole request,
 * sealed, because svc stores nothing for a visitor.
 */
export function agentAuthorizationId(description: string) {
  const pattern = idPattern(idPrefixes.agentAuthorization, "(\\.[A-Za-z0-9_-]+)?");
  return Type.String({ pattern, maxLength: agentAuthorizationIdLengthMax, description });
}

/** The program that wants to act, such as a chat application. What it says about itself isn't verified. */
export const AgentHost = Type.Object(
  {
    id: Type.String({
      maxLength: 2048,
      description: "The host's OAuth client ID: the URL of its metadata, or a registered ID.",
    }),
    name: Type.String({
      maxLength: 200,
      description: "The host's own name for itself. Show it together with `redirectOrigin`.",
    }),
    redirectOrigin: Type.String({
      maxLength: 512,
      description: "The origin the user's browser returns to. It shows who really gets access.",
    }),
  },
  { title: "AgentHost", description: "The program that wants to act for your user.", ...closed },
);

/** A request to your app about its own user: a host wants to sign in, or the user wants to decide on a proposal. */
export const AgentAuthorization = Type.Object(
  {
    id: agentAuthorizationId("As in the request."),
    purpose: oneOf(
      agentAuthorizationPurposes,
      "`sign_in`: an agent's host wants to act for your user. `approval`: your user wants to decide on a proposal.",
    ),
    status: oneOf(agentAuthorizationStatuses, "The state of the agent authorization."),
    host: Type.Union([AgentHost, Type.Null()], {
      description: "The host that wants to sign in; null for an `approval`.",
    }),
    proposal_id: Type.Union([idField(idPrefixes.proposal, "The proposal."), Type.Null()], {
      description: "The proposal your user wants to decide on; null for a `sign_in`.",
    }),
    tenant_id: Type.Union(
      [Type.String({ pattern: idPattern(idPrefixes.tenant), maxLength: idLengthMax }), Type.Null()],
      {
        description:
          "The tenant whose MCP address the host uses, or the proposal's tenant; null for the address shared by all tenants.",
      },
    ),
    createdAt: timeField("When it was created."),
    expiresAt: timeField("Your app can decide until this time."),
  },
  {
    title: "AgentAuthorization",
    description:
      "A request to your app about its own user: a host wants to sign in, or the user wants to decide on a proposal.",
    ...closed,
  },
);
/** A request to your app about its own user. */
export type AgentAuthorization = Static<typeof AgentAuthorization>;

/** Body of `approveAgentAuthorization`. */
export const ApproveAgentAuthorization = Type.Object(
  {
    tenant_id: idField(idPrefixes.tenant, "Your signed-in user's tenant, which the agent will act for."),
    subject: note("Your signed-in user, for the records."),
    name: Type.Optional(note("Your user's name, for the approval page; by default, it shows the `subject`.")),
    ...optional({
      ...tokenRights,
      // Without a parent, the defaults differ.
      actions: {
        ...tokenRights.actions,
        description:
          "Patterns of the actions the agent may execute, such as `github/issues.*`. If empty, none. Required for a `sign_in`; " +
          "an `approval` accepts only `tenant_id`, `subject` and `name`.",
      },
      connections: {
        ...tokenRights.connections,
        description: "The only connections the agent can see and use; by default, all of the tenant's.",
      },
      maxEffect: {
        ...tokenRights.maxEffect,
        description: "The strongest effect the agent's actions may have; `read` by default.",
      },
      maxExecutions: {
        ...tokenRights.maxExecutions,
        description: "The maximum number of executions the agent may start while the sign-in lasts.",
      },
      requireApproval: {
        ...tokenRights.requireApproval,
        description: "Whether a person has to approve every call that changes something; false by default.",
      },
    }),
  },
  { title: "ApproveAgentAuthorization", description: "What your user allows.", ...closed },
);
/** Body of `approveAgentAuthorization`. */
export type ApproveAgentAuthorization = Static<typeof ApproveAgentAuthorization>;

/** Response of `approveAgentAuthorization` and `denyAgentAuthorization`. */
export const DecidedAgentAuthorization = Type.Object(
  {
    continueUrl: Type.String({
      format: "uri",
      maxLength: 2048,
      description:
        "Redirect your user's browser to this URL within two minutes. It works once, in the browser that started.",
      "x-sensitive": true,
    }),
  },
  { title: "DecidedAgentAuthorization", description: "Where your user continues.", ...closed },
);
/** Response of `approveAgentAuthorization` and `denyAgentAuthorization`. */
export type DecidedAgentAuthorization = Static<typeof DecidedAgentAuthorization>;
