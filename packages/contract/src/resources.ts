/** Every resource, request body and response body, by name. */
export { AgentAuthorization, ApproveAgentAuthorization, DecidedAgentAuthorization } from "./agent-authorization.ts";
export { AuditEvent, AuditEventList } from "./audit-event.ts";
export * from "./catalog.ts";
export {
  CompleteConnectSession,
  ConnectSession,
  ConnectSessionList,
  CreateConnectSession,
  CreatedConnectSession,
  Fault,
} from "./connect-session.ts";
export * from "./connection.ts";
export {
  CreateDelegatedToken,
  CreatedDelegatedToken,
  DelegatedToken,
  DelegatedTokenList,
  RevokeDelegatedTokens,
  RevokedDelegatedTokens,
} from "./delegated-token.ts";
export {
  AnyEventType,
  Event,
  eventKinds,
  EventList,
  eventTypes,
  EventType,
  type EventAuthor,
  type EventKind,
  providerEventPattern,
  type ProviderEventName,
} from "./event.ts";
export * from "./execution.ts";
export * from "./frontend-api.ts";
export { PolicyRule, PolicyRules, PolicyVerdict, TestPolicy } from "./policy.ts";
export type { PolicyReason } from "./policy.ts";
export { DecideProposal, Proposal, ProposalList, ProposedAction } from "./proposal.ts";
export * from "./service-client.ts";
export * from "./tenant.ts";
export * from "./webhook.ts";
