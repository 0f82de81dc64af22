/** The names of the enums that the API description publishes once, so that a generated client has one type for each. */
import { errorCodes } from "./errors.ts";
import * as values from "./values.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  ErrorCode: errorCodes,
  AuthKind: values.authKinds,
  Effect: values.actionEffects,
  Idempotency: values.actionIdempotencies,
  ConnectSessionStatus: values.connectSessionStatuses,
  ConnectSessionCompletion: values.completions,
  ConnectionStatus: values.connectionStatuses,
  ConnectionOrigin: values.connectionOrigins,
  ExecutionStatus: values.executionStatuses,
  ResolutionOutcome: values.resolutionOutcomes,
  EvidenceStrength: values.evidenceStrengths,
  EvidenceVerdict: values.evidenceVerdicts,
  EvidenceBasis: values.evidenceBases,
  EvidenceProspect: values.evidenceProspects,
  SettledBy: values.settledBy,
  WebhookEndpointStatus: values.webhookEndpointStatuses,
  WebhookDeliveryStatus: values.webhookDeliveryStatuses,
  DelegatedTokenStatus: values.delegatedTokenStatuses,
  TokenAudience: values.tokenAudiences,
  AgentAuthorizationPurpose: values.agentAuthorizationPurposes,
  AgentAuthorizationStatus: values.agentAuthorizationStatuses,
  PolicyDecision: values.policyDecisions,
  PolicyApprover: values.policyApprovers,
  PolicyLayer: values.policyLayers,
  ProposalStatus: values.proposalStatuses,
  Decision: values.proposalDecisions,
};

/** The name of an enum by its values, as JSON. */
export const namedEnums: ReadonlyMap<string, string> = new Map(
  Object.entries(names).map(([name, list]) => [JSON.stringify(list), name]),
);
