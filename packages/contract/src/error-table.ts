/** The error table: every code that svc returns (contract §12), with its properties. */

/** Who has to act next. */
export type NextActor = "caller" | "operator" | "end user" | "nobody";

/** The table's row for one code. */
export interface ErrorEntry {
  /** HTTP status. */
  readonly status: number;
  /** Short name of the error, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** Default text: what happened, and what to do next. */
  readonly detail: string;
  /** Whether the same request with the same key may be sent again. It can't act twice. */
  readonly retryable: boolean;
  /** Whether the idempotency key may be used for a new attempt with the same body (contract §4.2). */
  readonly releasesKey: boolean;
  /** Default seconds for `Retry-After`; absent if the header isn't sent. */
  readonly retryAfterSeconds?: number;
  /** Exit code of the command line (contract §7.4). */
  readonly exitCode: ExitCode;
  /** Who has to act next. */
  readonly next: NextActor;
}

/** Exit codes of the command line (contract §7.4). */
export type ExitCode = 1 | 2 | 3 | 4 | 5 | 6 | 7;

type Row = Omit<ErrorEntry, "retryable" | "releasesKey" | "exitCode"> & Partial<ErrorEntry>;

/** Builds a row of the table. By default, the error isn't retryable, keeps its key and exits with 1. */
export function entry(row: Row): ErrorEntry {
  return { retryable: false, releasesKey: false, exitCode: 1, ...row };
}

const request = {
  INVALID_REQUEST: entry({
    status: 400,
    title: "Invalid request",
    detail: "The request is malformed, and nothing was done. Fix what `errors` points to, then send it again.",
    exitCode: 5,
    next: "caller",
  }),
  UNAUTHENTICATED: entry({
    status: 401,
    title: "Not authenticated",
    detail:
      "The service key or delegated token is missing, wrong, expired or revoked, or not meant for this address. Send `Authorization: Bearer …` with a valid one; an operator issues keys.",
    exitCode: 3,
    next: "caller",
  }),
  NOT_FOUND: entry({
    status: 404,
    title: "Not found",
    detail: "This path doesn't exist. Check it against the API description at /openapi.json.",
    exitCode: 4,
    next: "caller",
  }),
  METHOD_NOT_ALLOWED: entry({
    status: 405,
    title: "Method not allowed",
    detail: "This path exists, but not for this method, and nothing was done. `Allow` lists the methods that it has.",
    next: "caller",
  }),
  REQUEST_TIMEOUT: entry({
    status: 408,
    title: "Request timeout",
    detail: "The request didn't arrive completely in time, and nothing was done. Send the same request again.",
    retryable: true,
    exitCode: 6,
    next: "caller",
  }),
  PRECONDITION_FAILED: entry({
    status: 412,
    title: "Precondition failed",
    detail:
      "This isn't the version that the request names: somebody has changed it since it was read. Nothing was done. Read it again, and repeat the change if you still want it.",
    next: "caller",
  }),
  PAYLOAD_TOO_LARGE: entry({
    status: 413,
    title: "Payload too large",
    detail: "The body is larger than this route accepts, and wasn't read. Send a smaller one.",
    next: "caller",
  }),
  WRONG_CELL: entry({
    status: 421,
    title: "Wrong cell",
    detail:
      "What this request names belongs to another cell, which `svc-cell` names; nothing was done. Send it to the address in front of the cells; if it came from there, an operator corrects the router.",
    next: "operator",
  }),
  RATE_LIMITED: entry({
    status: 429,
    title: "Rate limited",
    detail:
      "Too many requests for this service client, tenant, connection, Connect session or address; nothing was done. Wait for `Retry-After`, then send the same request.",
    retryable: true,
    retryAfterSeconds: 1,
    exitCode: 6,
    next: "caller",
  }),
  INTERNAL: entry({
    status: 500,
    title: "Internal error",
    detail:
      "The service failed. After a write, first look up the execution by its idempotency key. Report `requestId` to the operator.",
    exitCode: 6,
    next: "operator",
  }),
  OVERLOADED: entry({
    status: 503,
    title: "Overloaded",
    detail:
      "The service can't take more work right now; nothing was done. Wait for `Retry-After`, then send the same request.",
    retryable: true,
    retryAfterSeconds: 1,
    exitCode: 6,
    next: "caller",
  }),
} as const;

const idempotency = {
  IDEMPOTENCY_KEY_REQUIRED: entry({
    status: 400,
    title: "Idempotency key required",
    detail:
      "This request changes something and needs an `Idempotency-Key` header. Nothing was done. Create a key, store it, and send it.",
    exitCode: 5,
    next: "caller",
  }),
  IDEMPOTENCY_KEY_INVALID: entry({
    status: 400,
    title: "Idempotency key invalid",
    detail:
      "`Idempotency-Key` must be sent once, as 1 to 255 visible ASCII characters, bare or quoted. Nothing was done.",
    exitCode: 5,
    next: "caller",
  }),
  IDEMPOTENCY_KEY_IN_PROGRESS: entry({
    status: 409,
    title: "Idempotency key in progress",
    detail:
      "The first request with this key is still running. Wait for `Retry-After`, then send the same request to get its response.",
    retryable: true,
    retryAfterSeconds: 1,
    exitCode: 5,
    next: "caller",
  }),
  IDEMPOTENCY_KEY_REUSED: entry({
    status: 422,
    title: "Idempotency key reused",
    detail:
      "This key belongs to another request (method, path or body differ). Nothing was done. Use a new key for a new request.",
    exitCode: 5,
    next: "caller",
  }),
  IDEMPOTENCY_RESULT_EXPIRED: entry({
    status: 410,
    title: "Idempotency result expired",
    detail:
      "This key was used before, and its response is no longer kept. Nothing was done now. Look for the effect before you use a new key.",
    next: "caller",
  }),
} as const;

const tenants = {
  TENANT_NOT_FOUND: entry({
    status: 404,
    title: "Tenant not found",
    detail: "This service client has no tenant with this id. Check the id, or list the tenants.",
    exitCode: 4,
    next: "caller",
  }),
  TENANT_EXISTS: entry({
    status: 409,
    title: "Tenant exists",
    detail: "A tenant with this `externalId` already exists; `tenant_id` is its id. Use that one.",
    next: "caller",
  }),
  TENANT_HAS_UNRESOLVED: entry({
    status: 409,
    title: "Tenant has unresolved executions",
    detail:
      "The tenant has executions with an unknown outcome and wasn't deleted. Resolve them with `:resolve`, or delete with `force=true`.",
    next: "caller",
  }),
} as const;

const catalog = {
  PROVIDER_NOT_AVAILABLE: entry({
    status: 404,
    title: "Provider not available",
    detail:
      "The provider is unknown, not set up, or not allowed for this service client. List the providers; an operator changes what is allowed.",
    exitCode: 4,
    next: "caller",
  }),
  ACTION_NOT_FOUND: entry({
    status: 404,
    title: "Action not found",
    detail:
      "The action is unknown, not enabled, or not allowed for this service client. List the actions; an operator changes what is allowed.",
    exitCode: 4,
    next: "caller",
  }),
} as const;

/** The codes for requests, keys, tenants and the catalog. The other `*-errors.ts` files have the rest. */
export const requestErrors = { ...request, ...idempotency, ...tenants, ...catalog } as const;
