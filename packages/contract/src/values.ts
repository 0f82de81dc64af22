/**
 * The values of the contract's enum fields. This file imports nothing, so that the command line can load it for its
 * help.
 */

/** How a user supplies a connection's credential. */
export const authKinds = ["static_credential", "oauth2_authorization_code"] as const;
/** What an action does to the provider's state. */
export const actionEffects = ["read", "write", "destructive"] as const;
/** What happens if an action is sent twice. */
export const actionIdempotencies = ["safe", "idempotent", "unsafe"] as const;
/** The states of a Connect session; it has ended in the last four. */
export const connectSessionStatuses = [
  "pending",
  "opened",
  "authorizing",
  "awaiting_confirmation",
  "completed",
  "failed",
  "cancelled",
  "expired",
] as const;
/** The states of a connection. */
export const connectionStatuses = ["active", "needs_reconnect", "disconnected"] as const;
/** How a connection was created. */
export const connectionOrigins = ["connect", "import"] as const;
/** The states of an execution. */
export const executionStatuses = ["accepted", "dispatched", "succeeded", "failed", "outcome_unknown"] as const;
/** How a Connect session is completed. */
export const completions = ["automatic", "confirmed"] as const;
/** How an unknown outcome can be resolved. */
export const resolutionOutcomes = ["succeeded", "failed"] as const;
/** How much a provider can prove about an action whose response was lost. */
export const evidenceStrengths = ["exact", "strong", "state", "weak", "none"] as const;
/** What a look at the provider found. */
export const evidenceVerdicts = ["applied", "not_applied", "undetermined"] as const;
/** The basis of a look's verdict. */
export const evidenceBases = ["marker", "fence", "state", "expiry", "absence"] as const;
/** Whether svc looks for the effect of an unknown outcome: automatically, only on request, or not at all. */
export const evidenceProspects = ["automatic", "on_request", "none"] as const;
/** What settled an outcome. */
export const settledBy = ["response", "evidence"] as const;
/** Whether events are sent to an endpoint. */
export const webhookEndpointStatuses = ["enabled", "disabled"] as const;
/** The states of a delivery. */
export const webhookDeliveryStatuses = ["pending", "delivered", "failed"] as const;

/** The states of a delegated token. */
export const delegatedTokenStatuses = ["active", "expired", "revoked"] as const;
/** Where a delegated token is accepted. */
export const tokenAudiences = ["api", "mcp"] as const;

/** The purpose of an agent authorization: a host's sign-in, or a person's decision on a proposal. */
export const agentAuthorizationPurposes = ["sign_in", "approval"] as const;
/** The states of an agent authorization. */
export const agentAuthorizationStatuses = ["pending", "approved", "denied", "completed", "ended", "expired"] as const;

/** A policy's decisions on a call, from the most to the least permissive. */
export const policyDecisions = ["allow", "ask", "deny"] as const;
/** Who may give the approval that a rule requires. */
export const policyApprovers = ["any", "other"] as const;
/** Where a rule can be set; in each place the first rule that matches decides. */
export const policyLayers = ["service_client", "key", "token"] as const;
/** The states of a proposal. */
export const proposalStatuses = ["pending", "approved", "accepted", "denied", "expired", "withdrawn"] as const;
/** The states of a proposal that is still open: awaiting a decision, or approved and not yet executed. */
export const waitingProposalStatuses = ["pending", "approved"] as const satisfies readonly ProposalStatus[];
/** A person's decisions on a proposal. */
export const proposalDecisions = ["approved", "denied"] as const;

/** The state of a Connect session. */
export type ConnectSessionStatus = (typeof connectSessionStatuses)[number];
/** The state of a connection. */
export type ConnectionStatus = (typeof connectionStatuses)[number];
/** How a connection was created. */
export type ConnectionOrigin = (typeof connectionOrigins)[number];
/** The state of an execution. */
export type ExecutionStatus = (typeof executionStatuses)[number];
/** What a look at the provider found. */
export type EvidenceVerdict = (typeof evidenceVerdicts)[number];
/** The basis of a look's verdict. */
export type EvidenceBasis = (typeof evidenceBases)[number];
/** Whether svc looks for the effect of an unknown outcome. */
export type EvidenceProspect = (typeof evidenceProspects)[number];
/** How a Connect session is completed. */
export type Completion = (typeof completions)[number];
/** How an unknown outcome can be resolved. */
export type ResolutionOutcome = (typeof resolutionOutcomes)[number];
/** The state of a delegated token. */
export type DelegatedTokenStatus = (typeof delegatedTokenStatuses)[number];
/** Where a delegated token is accepted. */
export type TokenAudience = (typeof tokenAudiences)[number];
/** A policy's decision on a call. */
export type PolicyDecision = (typeof policyDecisions)[number];
/** Who may give an approval. */
export type PolicyApprover = (typeof policyApprovers)[number];
/** A place where a rule can be set. */
export type PolicyLayer = (typeof policyLayers)[number];
/** The state of a proposal. */
export type ProposalStatus = (typeof proposalStatuses)[number];
/** Whether a person signs an agent in, or decides about a proposal. */
export type AgentAuthorizationPurpose = (typeof agentAuthorizationPurposes)[number];
/** The state of an agent authorization. */
export type AgentAuthorizationStatus = (typeof agentAuthorizationStatuses)[number];

/** The roles of operators, from least to most: each may do what those before it may. */
export const operatorRoles = ["viewer", "operator", "admin"] as const;
/** One of {@link operatorRoles}. */
export type OperatorRole = (typeof operatorRoles)[number];
