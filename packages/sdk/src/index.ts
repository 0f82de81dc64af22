export { splitActionId, type SplitActionId } from "./action-id.ts";
export type {
  ActionId,
  ActionInput,
  ActionOutput,
  ActionResult,
  ActionTypes,
  ArgumentsOfUnknown,
  ArgumentsWithoutKey,
  ExecuteArguments,
  ExecuteResult,
  ProposeArguments,
  ReplayedOutput,
  SimilarActionId,
  TenantActions,
  WriteOptions,
} from "./action-types.ts";
export type { AgentTool, AgentTools, ToolChoice, ToolOutcome } from "./agent-tools.ts";
export { PublicCatalog, ServiceClient, type ServiceClientSettings } from "./client.ts";
export type { ConnectionScope } from "./connection-scope.ts";
export type { SessionWaitOptions, WaitingConnectSessions } from "./connect-sessions.ts";
export {
  ActionNotAppliedError,
  ActionOutcomeUnknownError,
  ApiError,
  ApprovalRequiredError,
  ArgumentError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  SvcError,
  TimeoutError,
  UnavailableError,
  UnexpectedResponseError,
  WaitTimeoutError,
} from "./errors.ts";
export type { Exchange, ExchangeResponse, ExchangeRequest } from "./exchange.ts";
export type { WaitingExecutions } from "./executions.ts";
export type { ActionsScope } from "./generated/actions.ts";
export type { AgentAuthorizationsScope } from "./generated/agent-authorizations.ts";
export type { AuditEventsScope } from "./generated/audit-events.ts";
export type { ConnectSessionsScope } from "./generated/connect-sessions.ts";
export type { ConnectionsScope } from "./generated/connections.ts";
export type { DelegatedTokensScope } from "./generated/delegated-tokens.ts";
export type { EventsScope } from "./generated/events.ts";
export type { ExecutionsScope } from "./generated/executions.ts";
export type { ProposalsScope } from "./generated/proposals.ts";
export type { ProvidersScope } from "./generated/providers.ts";
export type { TenantsScope } from "./generated/tenants.ts";
export type { WebhookEndpointsScope } from "./generated/webhook-endpoints.ts";
export type { List, Page } from "./listing.ts";
export { fetchStatus, postOnce } from "./probe.ts";
export { newIdempotencyKey, type SdkPlatform } from "./platform.ts";
export type { ProblemCode } from "./problem.ts";
export type { ValidationResult } from "@svc/contract/validation";
export type { WaitOptions } from "./poll.ts";
export type { WaitingProposals } from "./proposals.ts";
export type { TenantScope, ValidatingActions } from "./tenant-scope.ts";
export type { AnthropicTool, OpenAiChatTool, OpenAiResponsesTool, VercelTool } from "./tool-formats.ts";
export type { CallOptions, KeyedOptions } from "./transport.ts";
export {
  verifyWebhook,
  WebhookVerificationError,
  type ReceivedWebhook,
  type WebhookEvent,
} from "./webhook-signature.ts";
