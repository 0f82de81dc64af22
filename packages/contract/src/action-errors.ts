/** The part of the error table about executing actions and about what providers answer. */
import { entry } from "./error-table.ts";

const executions = {
  INPUT_INVALID: entry({
    status: 422,
    title: "Input invalid",
    detail:
      "The input does not fit the action's schema and nothing was sent. Correct what `errors` points at; the same key may be used.",
    exitCode: 5,
    next: "caller",
  }),
  ACTION_NOT_GRANTED: entry({
    status: 403,
    title: "Action not granted",
    detail:
      "The user of this connection has not agreed to this action; nothing was sent. Reconnect with the action among `requestedActions`.",
    exitCode: 3,
    next: "end user",
  }),
  ACTION_NOT_DISPATCHED: entry({
    status: 503,
    title: "Action not dispatched",
    detail:
      "The changing request was not sent, so nothing took effect. Wait for `Retry-After`, then send the same request with the same key.",
    retryable: true,
    releasesKey: true,
    retryAfterSeconds: 2,
    exitCode: 6,
    next: "caller",
  }),
  ACTION_OUTCOME_UNKNOWN: entry({
    status: 504,
    title: "Action outcome unknown",
    detail:
      "The request left, and no definite answer came: it may or may not have taken effect. Do not retry with a new key. Look the execution up, check at the provider, then settle it by `:resolve`.",
    exitCode: 7,
    next: "caller",
  }),
  ACTION_RESOLVED_FAILED: entry({
    status: 409,
    title: "Action resolved as failed",
    detail:
      "The outcome of this key was unknown and has been settled as failed. Nothing was sent now. Use a new key for a new attempt.",
    next: "caller",
  }),
  EXECUTION_NOT_FOUND: entry({
    status: 404,
    title: "Execution not found",
    detail: "The tenant has no execution with this id. Check the id, or list the executions.",
    exitCode: 4,
    next: "caller",
  }),
  EXECUTION_NOT_UNKNOWN: entry({
    status: 409,
    title: "Execution not open to resolution",
    detail:
      "The execution is settled, or its request may still be under way. Read it; if `Retry-After` is given, try again then.",
    next: "caller",
  }),
} as const;

const providers = {
  PROVIDER_UNAUTHORIZED: entry({
    status: 409,
    title: "Provider refused the credential",
    detail:
      "The provider no longer accepts the credential; nothing took effect. The connection needs reconnecting: create a Connect session for it.",
    exitCode: 3,
    next: "end user",
  }),
  PROVIDER_FORBIDDEN: entry({
    status: 403,
    title: "Provider denied access",
    detail:
      "The credential is valid but lacks the grant for this; nothing took effect. Extend its access at the provider, or reconnect with another.",
    exitCode: 3,
    next: "end user",
  }),
  PROVIDER_NOT_FOUND: entry({
    status: 404,
    title: "Not found at the provider",
    detail:
      "The provider does not know what the input names, or hides it from this credential. Check the names in the input.",
    exitCode: 4,
    next: "caller",
  }),
  SECRET_NOT_FOUND: entry({
    status: 404,
    title: "Secret not found",
    detail: "No secret of this name is in this project and config. Check the name by listing the names.",
    exitCode: 4,
    next: "caller",
  }),
  PROVIDER_REJECTED: entry({
    status: 422,
    title: "Provider rejected the request",
    detail:
      "The provider refused the request as it stands; nothing took effect. Check the input against the provider's documentation.",
    exitCode: 6,
    next: "caller",
  }),
  PROVIDER_ERROR: entry({
    status: 502,
    title: "Provider error",
    detail: "The provider failed to answer a read; nothing was changed. Try again in a moment.",
    retryable: true,
    exitCode: 6,
    next: "caller",
  }),
  PROVIDER_TIMEOUT: entry({
    status: 504,
    title: "Provider timeout",
    detail: "The provider did not answer a read in time; nothing was changed. Try again in a moment.",
    retryable: true,
    exitCode: 6,
    next: "caller",
  }),
  PROVIDER_UNREACHABLE: entry({
    status: 503,
    title: "Provider unreachable",
    detail:
      "The provider could not be reached and nothing was sent. Wait for `Retry-After`, then send the same request with the same key.",
    retryable: true,
    releasesKey: true,
    retryAfterSeconds: 2,
    exitCode: 6,
    next: "caller",
  }),
  PROVIDER_RATE_LIMITED: entry({
    status: 503,
    title: "Provider rate limited",
    detail:
      "The provider limits requests and nothing took effect. Wait for `Retry-After`, then send the same request with the same key.",
    retryable: true,
    releasesKey: true,
    retryAfterSeconds: 5,
    exitCode: 6,
    next: "caller",
  }),
} as const;

/** The codes that concern executions and providers' answers. */
export const actionErrors = { ...executions, ...providers } as const;
