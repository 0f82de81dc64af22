/** Proposals: calls that wait for a person's approval (contract §1.16). */
import { Type, type Static } from "typebox";
import { faultOrNull } from "./connect-session.ts";
import { ExecutionToken, note } from "./delegated-token.ts";
import { ActionId, idField, NextCursor, oneOf, Slug, textOrNull, timeField, timeOrNull } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { actionEffects, policyApprovers, policyLayers, proposalDecisions, proposalStatuses } from "./values.ts";

const closed = { additionalProperties: false };

/** How long a proposal can wait, in seconds. */
export const proposalSecondsMax = 24 * 60 * 60;

/** The longest text of a preview, in characters. */
export const previewTextMax = 500;

const digest = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Stands for exactly this call: input, action and its version, connection, and preview.",
});

/** What a person decided. */
const ProposalDecision = Type.Object(
  {
    decision: oneOf(proposalDecisions, "What was decided."),
    decidedBy: Type.String({ maxLength: 400, description: "The person, and how the decision reached svc." }),
    reason: textOrNull(200, "Why, or null."),
    decidedAt: timeField("When."),
  },
  { title: "ProposalDecision", description: "What a person decided about a proposal.", ...closed },
);

/** A call that waits for a person, or waited for one. It contains no secrets. */
export const Proposal = Type.Object(
  {
    id: idField(idPrefixes.proposal, "The proposal."),
    status: oneOf(
      proposalStatuses,
      "`pending`: it waits for a person. `approved`: svc is about to execute it. `accepted`: `execution_id` tells how it went.",
    ),
    tenant_id: idField(idPrefixes.tenant, "The tenant."),
    connection_id: idField(idPrefixes.connection, "The connection that it would use."),
    provider: Slug,
    action_id: ActionId,
    effect: oneOf(actionEffects, "What the action does to the provider's state."),
    summary: Type.Object(
      { input: Type.Unknown({ description: "The input without fields that hold secrets." }) },
      { description: "What would be sent, without secrets.", ...closed },
    ),
    preview: textOrNull(
      previewTextMax,
      "What it would change, as svc read it at the provider when it was proposed; null if the action has no preview.",
    ),
    approvalUrl: Type.Union([Type.String({ format: "uri", maxLength: 2048 }), Type.Null()], {
      description:
        "Where a person decides about it, once your app has said who they are; null if your service client has no `agentSignInUrl`.",
    }),
    digest,
    askedBy: Type.Object(
      {
        layer: Type.Union([oneOf(policyLayers), Type.Null()], {
          description: "Whose policy asked for approval; null if the caller proposed it.",
        }),
        rule: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
          description: "The number of its rule, from 1; null without one.",
        }),
      },
      { description: "Why it waits.", ...closed },
    ),
    approver: oneOf(
      policyApprovers,
      "Who may approve: `any` person who may decide, or one `other` than the agent's own user.",
    ),
    delegatedToken: Type.Union([ExecutionToken, Type.Null()], {
      description: "The delegated token with which it was proposed, or null for a service key.",
    }),
    idempotencyKey: Type.String({ maxLength: 255, description: "The key that it will be executed under." }),
    execution_id: Type.Union([idField(idPrefixes.execution, "The execution."), Type.Null()], {
      description: "The execution, once it is `accepted`; or null.",
    }),
    decision: Type.Union([ProposalDecision, Type.Null()], { description: "What a person decided, or null." }),
    error: faultOrNull("Why it was withdrawn, or null."),
    createdAt: timeField("When it was proposed."),
    expiresAt: timeField("When it expires, unless it is accepted before."),
    endedAt: timeOrNull("When it was accepted, denied or withdrawn, or expired; or null."),
  },
  { title: "Proposal", description: "A call that waits for a person's approval.", ...closed },
);
/** A call that waits for a person's approval. */
export type Proposal = Static<typeof Proposal>;

/** Answer of `proposeAction`, and of `executeAction` if the policy asks for approval. */
export const ProposedAction = Type.Object(
  { proposal: Proposal },
  { title: "ProposedAction", description: "The proposal. Nothing was sent to the provider but reads.", ...closed },
);
/** Answer of `proposeAction`. */
export type ProposedAction = Static<typeof ProposedAction>;

/** One page of proposals, newest first. */
export const ProposalList = Type.Object(
  { proposals: Type.Array(Proposal, { description: "Newest first." }), next_cursor: NextCursor },
  { title: "ProposalList", description: "One page of proposals.", ...closed },
);
/** One page of proposals, newest first. */
export type ProposalList = Static<typeof ProposalList>;

/** Body of `decideProposal`. */
export const DecideProposal = Type.Object(
  {
    decision: oneOf(["approve", "deny"], "What the person decided."),
    digest: { ...digest, description: "The proposal's `digest`, as the person saw it." },
    decidedBy: note("The person who decided, as your backend names them."),
    reason: Type.Optional(note("Why.")),
  },
  { title: "DecideProposal", description: "What a person decided.", ...closed },
);
/** Body of `decideProposal`. */
export type DecideProposal = Static<typeof DecideProposal>;
