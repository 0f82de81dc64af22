export { PublicCatalog, ServiceClient, type ServiceClientSettings } from "./client.ts";
export {
  ActionOutcomeUnknownError,
  ApiError,
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
  WaitTimeoutError,
} from "./errors.ts";
export type { List, Page } from "./listing.ts";
export type { SdkPlatform } from "./platform.ts";
export type { ExecuteResult, TenantScope, ValidationResult } from "./tenant-scope.ts";
export type { CallOptions, KeyedOptions } from "./transport.ts";
