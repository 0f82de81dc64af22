/** What the client throws: a class for each thing that a caller does differently, and the code for the rest. */
import type { ErrorCode, InputError } from "@svc/contract";

/** A code of the contract's table; a newer server may answer with one that this version does not know. */
export type ProblemCode = ErrorCode | (string & {});

/** What a problem document said. */
export type ProblemFacts = {
  status: number;
  /** URL of the page about the code; null where the answer was not the service's own. */
  type: string | null;
  /** Null where the answer was not the service's own (a proxy's 502, say). */
  code: ProblemCode | null;
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
  readonly type: string | null;
  readonly code: ProblemCode | null;
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
    this.type = facts.type;
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
  /** The key of the write, to look the execution up by; null only where the caller sent none. */
  readonly idempotencyKey: string | null;

  constructor(facts: ProblemFacts, idempotencyKey: string | null) {
    super(facts);
    this.idempotencyKey = idempotencyKey;
  }
}

/** What the caller passed cannot be sent: an empty id, a key that no header holds. Nothing was sent. */
export class ArgumentError extends SvcError {
  override readonly name = "ArgumentError";
  /** The code that the service would have answered with. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A success that the service did not write: something between has answered. Whether the service acted is not known. */
export class UnexpectedAnswerError extends SvcError {
  override readonly name = "UnexpectedAnswerError";
  readonly status: number;
  readonly idempotencyKey: string | null;

  constructor(status: number, idempotencyKey: string | null) {
    super(`HTTP ${status} with a body that is not the service's own: check that the base URL is the service's.`);
    this.status = status;
    this.idempotencyKey = idempotencyKey;
  }
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

/**
 * Makes the error of an answer that is not a success.
 *
 * @param writeKey the key of the write that it answers; null where the request was none.
 */
export function apiErrorOf(facts: ProblemFacts, writeKey: string | null): ApiError {
  const { status, code } = facts;
  if (code === "ACTION_OUTCOME_UNKNOWN") return new ActionOutcomeUnknownError(facts, writeKey);
  if (status === 504 && code === null && writeKey !== null) {
    const detail =
      "A gateway stopped waiting, so the write may or may not have taken effect. Do not retry with a new key: look the execution up by its idempotency key.";
    return new ActionOutcomeUnknownError({ ...facts, detail }, writeKey);
  }
  if (status === 401) return new AuthenticationError(facts);
  if (status === 403) return new PermissionError(facts);
  if (status === 404 || status === 410) return new NotFoundError(facts);
  if (status === 409) return new ConflictError(facts);
  if (status === 429) return new RateLimitError(facts);
  if (status === 400 || status === 413 || status === 422) return new InvalidRequestError(facts);
  return status >= 500 ? new UnavailableError(facts) : new ApiError(facts);
}

/**
 * Reads a problem document, loosely: what is not one keeps its status alone, and none of its text is passed on.
 *
 * @param header gives a header's value by its lower-case name.
 */
export function problemFacts(status: number, body: unknown, header: (name: string) => string | null): ProblemFacts {
  const fields = isRecord(body) ? body : {};
  const code = fields["code"];
  const own = typeof code === "string" && /^[A-Z][A-Z_]{0,63}$/.test(code) && fields["status"] === status;
  const text = (name: string): string | null => {
    const value = own ? fields[name] : undefined;
    return typeof value === "string" ? value : null;
  };
  const errors = own ? fields["errors"] : undefined;
  const retryAfter = header("retry-after");
  return {
    status,
    type: text("type"),
    code: own ? code : null,
    title: text("title") ?? `HTTP ${status}`,
    detail: text("detail") ?? (status >= 300 && status < 400 ? redirected : foreign),
    requestId: text("requestId") ?? header("x-request-id"),
    retryable: own && fields["retryable"] === true,
    retryAfterSeconds: retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
    executionId: text("execution_id"),
    connectionId: text("connection_id"),
    tenantId: text("tenant_id"),
    errors: Array.isArray(errors) ? errors.filter(isInputError) : [],
  };
}

const foreign = "The answer is not one of the service's own; something between may have answered.";
const redirected = "A redirect, which is not followed because the service key would go with it. Check the base URL.";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isInputError(value: unknown): value is InputError {
  return isRecord(value) && ["pointer", "keyword", "message"].every((name) => typeof value[name] === "string");
}
