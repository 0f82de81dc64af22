export { splitActionId, type SplitActionId } from "./action-id.ts";
export type {
  ActionId,
  ActionInput,
  ActionOutput,
  ActionResult,
  ActionTypes,
  ExecuteArguments,
  ExecuteResult,
  ProposeArguments,
  ReplayedOutput,
  TenantActions,
  WriteOptions,
} from "./action-types.ts";
export type { AgentAuthorizationsScope } from "./agent-authorizations.ts";
export type { AgentTool, AgentTools, ToolChoice, ToolOutcome } from "./agent-tools.ts";
export { PublicCatalog, ServiceClient, type ServiceClientSettings } from "./client.ts";
export type { ConnectionScope } from "./connection-scope.ts";
export type { DelegatedTokenFilter, DelegatedTokensScope } from "./delegated-tokens.ts";
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
export type { List, Page } from "./listing.ts";
export { fetchStatus, postOnce } from "./probe.ts";
export { newIdempotencyKey, type SdkPlatform } from "./platform.ts";
export type { ProblemCode } from "./problem.ts";
export type { ValidationResult } from "@svc/contract/validation";
export type { TenantScope } from "./tenant-scope.ts";
export type { AnthropicTool, OpenAiChatTool, OpenAiResponsesTool, VercelTool } from "./tool-formats.ts";
export type { CallOptions, KeyedOptions } from "./transport.ts";
export {
  verifyWebhook,
  WebhookVerificationError,
  type ReceivedWebhook,
  type WebhookEvent,
} from "./webhook-signature.ts";
