/** Errors of the SDK: one class per way in which a program may need to react, and a code for the details. */
import type { ErrorCode, EvidenceProspect, InputError, Proposal } from "@svc/contract";
import { proposalText } from "@svc/contract/proposal-status";
import { isRecord, type ProblemCode, type ProblemFacts } from "./problem.ts";

/** Base class of all errors that this package throws on purpose. */
export class SvcError extends Error {
  override readonly name: string = "SvcError";
}

/** svc refused the request. Branch on `code`. */
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
  readonly webhookEndpointId: string | null;
  /** Where the input is invalid. */
  readonly errors: readonly InputError[];

  constructor(facts: ProblemFacts) {
    super(`${facts.code ?? facts.status}: ${facts.detail}${placesOf(facts.errors)}`);
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
    this.webhookEndpointId = facts.webhookEndpointId;
    this.errors = facts.errors;
  }
}

/** 401: the service key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}
/** 403: the permission is missing, or the origin isn't allowed. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}
/** 404 and 410: it doesn't exist, or no longer exists. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** 409: the current state doesn't allow it. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}
/** 400, 413 and 422: the request is invalid; `errors` says where. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}
/** 429: wait for `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}
/** 500, 502 and 503, and 504 for a read. */
export class UnavailableError extends ApiError {
  override readonly name = "UnavailableError";
}
/**
 * The write may or may not have taken effect. Don't retry it with a new key. If `evidenceMayCome`, wait with
 * `executions.wait` or request it with `executions.settle`. Otherwise look up the execution by `executionId`
 * or by the key, check at the provider, and resolve it. A gateway's 504 in response to a write throws this error too,
 * without an `executionId`.
 */
export class ActionOutcomeUnknownError extends ApiError {
  override readonly name = "ActionOutcomeUnknownError";
  /** The write's key, to look the execution up by; null only if the request had none. */
  readonly idempotencyKey: string | null;
  /**
   * Whether svc will look for the effect: automatically (`automatic`), if you call `executions.settle` (`on_request`),
   * or not at all (`none`). Null if the response doesn't say, such as a gateway's.
   */
  readonly evidence: EvidenceProspect | null;
  /** Whether svc can still find out: `evidence` is `automatic` or `on_request`. */
  readonly evidenceMayCome: boolean;

  constructor(facts: ProblemFacts, idempotencyKey: string | null) {
    super(facts);
    this.idempotencyKey = idempotencyKey;
    this.evidence = facts.evidence;
    this.evidenceMayCome = facts.evidence === "automatic" || facts.evidence === "on_request";
  }
}
/**
 * 409 `ACTION_NOT_APPLIED`: the write's response was lost, and svc has proved that it took no effect. The key is used
 * up; you may do the work again with a new one.
 */
export class ActionNotAppliedError extends ApiError {
  override readonly name = "ActionNotAppliedError";
}

/**
 * The call needs a person's approval, so nothing but reads was sent. Store `proposal.id`, and don't repeat the call
 * with a new key: once it's approved, svc makes it. Wait with `proposals.wait`. For a key whose proposal was
 * denied, expired or withdrawn, `proposal.status` says so.
 */
export class ApprovalRequiredError extends SvcError {
  override readonly name = "ApprovalRequiredError";
  /** What would be done, without secrets, and the decision, if any. */
  readonly proposal: Proposal;

  constructor(proposal: Proposal) {
    super(proposalText(proposal));
    this.proposal = proposal;
  }
}

/** An argument can't be sent: an empty id, or a key that isn't a valid header value. Nothing was sent. */
export class ArgumentError extends SvcError {
  override readonly name = "ArgumentError";
  /** The code that svc would have answered with. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns where the input is invalid, for a message that may be logged: names and rules, never values. */
function placesOf(errors: readonly InputError[]): string {
  return errors.map(({ pointer, message }) => ` ${pointer === "" ? "(body)" : pointer}: ${message}`).join("");
}

/** A success that svc didn't write, for example from a proxy. Whether svc acted is unknown. */
export class UnexpectedResponseError extends SvcError {
  override readonly name = "UnexpectedResponseError";
  readonly status: number;
  readonly idempotencyKey: string | null;

  constructor(status: number, idempotencyKey: string | null, origin = "the server") {
    super(`HTTP ${status} from ${origin} with a body that svc didn't write. Check that the base URL is the server's.`);
    this.status = status;
    this.idempotencyKey = idempotencyKey;
  }
}

/**
 * The server couldn't be reached, or the connection broke. Whether the request took effect is unknown: retry with
 * `idempotencyKey`, if there is one. If a retry was refused with 429 or 503, that refusal is the `cause`.
 */
export class ConnectionError extends SvcError {
  override readonly name = "ConnectionError";
  readonly idempotencyKey: string | null;
  /** The runtime's code for the reason, such as `ECONNREFUSED`; null if it has none. */
  readonly reason: string | null;

  /**
   * @param origin the server's: scheme, host and port. @param cause the runtime's error; only its code is kept.
   * @param refusal the response to a retry of the lost attempt.
   */
  constructor(idempotencyKey: string | null, origin: string, cause: unknown, refusal: ApiError | null = null) {
    const reason = reasonOf(cause);
    const words = reason === null ? undefined : reasons.get(reason);
    const lost =
      words === undefined
        ? `${origin} couldn't be reached, or the connection broke before the response was complete${reason === null ? "" : ` (${reason})`}.`
        : `${origin} couldn't be reached: ${words} (${reason}).`;
    if (refusal === null) super(lost);
    else {
      const code = refusal.code ?? `HTTP ${refusal.status}`;
      super(`${lost} It is unknown whether that attempt took effect, because the retry was refused (${code}).`, {
        cause: refusal,
      });
    }
    this.idempotencyKey = idempotencyKey;
    this.reason = reason;
  }
}

const reasons = new Map([
  ["ECONNREFUSED", "nothing accepts connections on this port"],
  ["ENOTFOUND", "no host has this name"],
  ["EAI_AGAIN", "the name server doesn't answer"],
  ["EHOSTUNREACH", "there is no route to the host"],
  ["ENETUNREACH", "there is no route to the network"],
  ["ETIMEDOUT", "the host doesn't answer"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate's issuer isn't trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate's issuer isn't trusted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it doesn't speak TLS on this port"],
  ["EPROTO", "it doesn't speak TLS on this port"],
]);

/** Returns the code of a runtime's error or of its cause. Its other properties may quote header values. */
function reasonOf(error: unknown): string | null {
  for (const each of [error, isRecord(error) ? error["cause"] : null]) {
    const code = isRecord(each) ? each["code"] : null;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,63}$/.test(code)) return code;
  }
  return null;
}

/** The SDK's own time limit passed. For a write, look up the execution by `idempotencyKey`. */
export class TimeoutError extends SvcError {
  override readonly name = "TimeoutError";
  readonly idempotencyKey: string | null;

  constructor(idempotencyKey: string | null, origin: string, timeoutMs: number) {
    super(`${origin} didn't answer within ${timeoutMs / 1000} s.`);
    this.idempotencyKey = idempotencyKey;
  }
}

/** A Connect session, an execution or a proposal didn't reach the expected status in time. */
export class WaitTimeoutError extends SvcError {
  override readonly name = "WaitTimeoutError";
}

/**
 * Creates the error for a response that isn't a success.
 *
 * @param writeKey the key of the write that was answered; null if the request wasn't a write.
 */
export function createApiError(facts: ProblemFacts, writeKey: string | null): ApiError {
  const { status, code } = facts;
  if (code === "ACTION_OUTCOME_UNKNOWN") return new ActionOutcomeUnknownError(facts, writeKey);
  if (code === "ACTION_NOT_APPLIED") return new ActionNotAppliedError(facts);
  if (status === 504 && code === null && writeKey !== null) {
    const detail =
      "A gateway stopped waiting, so the write may or may not have taken effect. Do not retry with a new key: look up the execution by its idempotency key.";
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
