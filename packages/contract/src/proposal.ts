/** Proposals: calls that await a person's approval (contract §1.16). */
import { Type, type Static } from "typebox";
import { faultOrNull } from "./connect-session.ts";
import { ExecutionToken, note } from "./delegated-token.ts";
import { ActionId, idField, NextCursor, oneOf, Slug, textOrNull, timeField, timeOrNull } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { actionEffects, policyApprovers, policyLayers, proposalDecisions, proposalStatuses } from "./values.ts";

const closed = { additionalProperties: false };

/** How long a proposal can stay open, in seconds. */
export const proposalSecondsMax = 24 * 60 * 60;

/** The maximum length of a preview's text, in characters. */
export const previewTextMax = 500;

const digest = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Identifies exactly this call: its input, the action and its version, the connection, and the preview.",
});

/** A person's decision. */
const ProposalDecision = Type.Object(
  {
    decision: oneOf(proposalDecisions, "What was decided."),
    decidedBy: Type.String({ maxLength: 400, description: "The person, and how the decision reached svc." }),
    reason: textOrNull(200, "The person's reason, or null."),
    decidedAt: timeField("When the person decided."),
  },
  { title: "ProposalDecision", description: "A person's decision on a proposal.", ...closed },
);

/** A call that awaits, or awaited, a person's approval. It contains no secrets. */
export const Proposal = Type.Object(
  {
    id: idField(idPrefixes.proposal, "ID of the proposal."),
    status: oneOf(
      proposalStatuses,
      "`pending`: a person has to decide. `approved`: svc is about to execute the call. `accepted`: see `execution_id` for the outcome.",
    ),
    tenant_id: idField(idPrefixes.tenant, "The tenant."),
    connection_id: idField(idPrefixes.connection, "The connection the call would use."),
    provider: Slug,
    action_id: ActionId,
    effect: oneOf(actionEffects, "What the action does to the provider's state."),
    summary: Type.Object(
      { input: Type.Unknown({ description: "The input without secrets and content." }) },
      { description: "What records keep of the call.", ...closed },
    ),
    input: Type.Unknown({
      description:
        "The input without secrets, but with its content, for a key that may decide about the proposal and asks for it alone while it's pending; null otherwise.",
    }),
    preview: textOrNull(
      previewTextMax,
      "What the call would change, as read from the provider when it was proposed; null if the action has no preview.",
    ),
    approvalUrl: Type.Union([Type.String({ format: "uri", maxLength: 2048 }), Type.Null()], {
      description:
        "The page where a person decides on the proposal, once your app has confirmed who they are; null if your service client has no `agentSignInUrl`.",
    }),
    digest,
    askedBy: Type.Object(
      {
        layer: Type.Union([oneOf(policyLayers), Type.Null()], {
          description: "The policy layer that required approval; null if the caller proposed the call.",
        }),
        rule: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
          description: "The number of the layer's rule, from 1; null if there is none.",
        }),
      },
      { description: "Why the call needs approval.", ...closed },
    ),
    approver: oneOf(
      policyApprovers,
      "Who may approve: `any` person who may decide, or only one `other` than the agent's own user.",
    ),
    delegatedToken: Type.Union([ExecutionToken, Type.Null()], {
      description: "The delegated token that proposed the call; null for a service key.",
    }),
    idempotencyKey: Type.String({ maxLength: 255, description: "The idempotency key for the execution." }),
    execution_id: Type.Union([idField(idPrefixes.execution, "The execution."), Type.Null()], {
      description: "The execution of the call; null until the proposal is `accepted`.",
    }),
    decision: Type.Union([ProposalDecision, Type.Null()], { description: "The person's decision, or null." }),
    error: faultOrNull("Why the proposal was withdrawn, or null."),
    createdAt: timeField("When it was proposed."),
    expiresAt: timeField("When the proposal expires if it isn't accepted before."),
    endedAt: timeOrNull("When the proposal was accepted, denied or withdrawn, or when it expired; null until then."),
  },
  { title: "Proposal", description: "A call that awaits a person's approval.", ...closed },
);
/** A call that awaits a person's approval. */
export type Proposal = Static<typeof Proposal>;

/** Response of `proposeAction`, and of `executeAction` if the policy requires approval. */
export const ProposedAction = Type.Object(
  { proposal: Proposal },
  { title: "ProposedAction", description: "The proposal. Only reads were sent to the provider.", ...closed },
);
/** Response of `proposeAction`. */
export type ProposedAction = Static<typeof ProposedAction>;

/** One page of proposals, newest first. */
export const ProposalList = Type.Object(
  { proposals: Type.Array(Proposal, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "ProposalList", description: "One page of proposals.", ...closed },
);
/** One page of proposals, newest first. */
export type ProposalList = Static<typeof ProposalList>;

/** Body of `decideProposal`. */
export const DecideProposal = Type.Object(
  {
    decision: oneOf(["approve", "deny"], "The person's decision."),
    digest: { ...digest, description: "The `digest` of the proposal, as the person saw it." },
    decidedBy: note("The person who decided, as named by your backend."),
    reason: Type.Optional(note("The person's reason.")),
  },
  { title: "DecideProposal", description: "A person's decision.", ...closed },
);
/** Body of `decideProposal`. */
export type DecideProposal = Static<typeof DecideProposal>;
