/** What the client throws: a class for each thing that a caller does differently, and the code for the rest. */
import { isErrorCode, type ErrorCode, type InputError } from "@svc/contract";

/** What a problem document said. */
export type ProblemFacts = {
  status: number;
  /** The contract's code; null where the answer was not the service's own (a proxy's 502, say). */
  code: ErrorCode | null;
  title: string;
  detail: string;
  requestId: string | null;
  /** The same request with the same key may be sent again and cannot act twice. */
  retryable: boolean;
  retryAfterSeconds: number | null;
  executionId: string | null;
  connectionId: string | null;
  tenantId: string | null;
  errors: readonly InputError[];
};

/** Everything that this package throws on purpose. */
export class SvcError extends Error {
  override readonly name: string = "SvcError";
}

/** The service refused. Branch on `code`. */
export class ApiError extends SvcError {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  readonly executionId: string | null;
  readonly connectionId: string | null;
  readonly tenantId: string | null;
  /** Where the input is wrong. */
  readonly errors: readonly InputError[];

  constructor(facts: ProblemFacts) {
    super(`${facts.code ?? facts.status}: ${facts.detail}`);
    this.status = facts.status;
    this.code = facts.code;
    this.title = facts.title;
    this.detail = facts.detail;
    this.requestId = facts.requestId;
    this.retryable = facts.retryable;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.executionId = facts.executionId;
    this.connectionId = facts.connectionId;
    this.tenantId = facts.tenantId;
    this.errors = facts.errors;
  }
}

/** 401: the service key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}
/** 403: not granted, or an origin that is not allowed. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}
/** 404 and 410: it is not there, or not any more. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** 409: the state forbids it. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}
/** 400, 413 and 422: the request is at fault; `errors` says where. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}
/** 429: wait for `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}
/** 500, 502, 503 and a read's 504. */
export class UnavailableError extends ApiError {
  override readonly name = "UnavailableError";
}
/**
 * Nobody can know whether the write took effect. Do not repeat it with a new key: look the execution up (by
 * `executionId`, or by the key) and settle it. A gateway's own 504 to a write means the same, with no `executionId`.
 */
export class ActionOutcomeUnknownError extends ApiError {
  override readonly name = "ActionOutcomeUnknownError";
}

/** The service could not be reached, or the connection broke. `idempotencyKey` is the one to send again, if any. */
export class ConnectionError extends SvcError {
  override readonly name = "ConnectionError";
  readonly idempotencyKey: string | null;

  constructor(idempotencyKey: string | null) {
    super("The service could not be reached, or the connection broke before the answer was whole.");
    this.idempotencyKey = idempotencyKey;
  }
}

/** The client's own time limit passed. For a write, look the execution up by `idempotencyKey`. */
export class TimeoutError extends SvcError {
  override readonly name = "TimeoutError";
  readonly idempotencyKey: string | null;

  constructor(idempotencyKey: string | null) {
    super("The time limit passed before the service answered.");
    this.idempotencyKey = idempotencyKey;
  }
}

/** A session or another thing did not reach the awaited state in time. */
export class WaitTimeoutError extends SvcError {
  override readonly name = "WaitTimeoutError";
}

/** Makes the error of an answer that is not a success. */
export function apiErrorOf(facts: ProblemFacts, write: boolean): ApiError {
  const { status, code } = facts;
  if (code === "ACTION_OUTCOME_UNKNOWN") return new ActionOutcomeUnknownError(facts);
  if (status === 504 && code === null && write) return new ActionOutcomeUnknownError(facts);
  if (status === 401) return new AuthenticationError(facts);
  if (status === 403) return new PermissionError(facts);
  if (status === 404 || status === 410) return new NotFoundError(facts);
  if (status === 409) return new ConflictError(facts);
  if (status === 429) return new RateLimitError(facts);
  if (status === 400 || status === 413 || status === 422) return new InvalidRequestError(facts);
  return status >= 500 ? new UnavailableError(facts) : new ApiError(facts);
}

/** Reads a problem document, loosely: what is not one keeps its status. */
export function problemFacts(status: number, body: unknown, headers: Headers): ProblemFacts {
  const field = (name: string): unknown =>
    typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  const text = (name: string): string | null => {
    const value = field(name);
    return typeof value === "string" ? value : null;
  };
  const code = field("code");
  const errors = field("errors");
  const retryAfter = headers.get("retry-after");
  return {
    status,
    code: isErrorCode(code) ? code : null,
    title: text("title") ?? `HTTP ${status}`,
    detail: text("detail") ?? "The answer is not one of the service's own; something between may have answered.",
    requestId: text("requestId") ?? headers.get("x-request-id"),
    retryable: field("retryable") === true,
    retryAfterSeconds: retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
    executionId: text("execution_id"),
    connectionId: text("connection_id"),
    tenantId: text("tenant_id"),
    errors: Array.isArray(errors) ? (errors as InputError[]) : [],
  };
}
