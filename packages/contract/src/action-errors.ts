/** The error codes for executions and for providers' responses. */
import { entry } from "./error-table.ts";

const executions = {
  INPUT_INVALID: entry({
    status: 422,
    title: "Input invalid",
    detail:
      "The input doesn't match the action's schema, and nothing was sent. Fix what `errors` points to; you can use the same key.",
    exitCode: 5,
    next: "caller",
  }),
  ACTION_NOT_GRANTED: entry({
    status: 403,
    title: "Action not granted",
    detail:
      "This connection's user hasn't agreed to this action; nothing was sent. Reconnect with the action in `requestedActions`.",
    exitCode: 3,
    next: "end user",
  }),
  ACTION_NOT_DISPATCHED: entry({
    status: 503,
    title: "Action not dispatched",
    detail:
      "The changing request wasn't sent, so nothing took effect. Wait for `Retry-After`, then send the same request with the same key.",
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
      "The request was sent and got no definitive response: it may or may not have taken effect. Do not retry with a new key. `evidence` says whether svc looks for the effect. If it can't, check with the provider, and record what you found with `:resolve`.",
    exitCode: 7,
    next: "caller",
  }),
  ACTION_RESOLVED_FAILED: entry({
    status: 409,
    title: "Action resolved as failed",
    detail:
      "This key's outcome was unknown and was resolved as failed. Nothing was sent now. Use a new key for a new attempt.",
    next: "caller",
  }),
  ACTION_NOT_APPLIED: entry({
    status: 409,
    title: "Action not applied",
    detail:
      "The provider's response was lost, and svc has proof that the request took no effect. Use a new key for a new attempt.",
    next: "caller",
  }),
  EVIDENCE_NOT_AVAILABLE: entry({
    status: 409,
    title: "Evidence not available",
    detail:
      "svc can't look for this execution's effect: the action has no evidence, or a read that it needs isn't allowed or granted. Check with the provider, then resolve it with `:resolve`.",
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
    title: "Execution can't be resolved",
    detail:
      "The execution has a definite outcome, or its request may still be on its way. Look up the execution; if `Retry-After` is present, try again then.",
    next: "caller",
  }),
} as const;

const providers = {
  PROVIDER_UNAUTHORIZED: entry({
    status: 409,
    title: "Provider refused the credential",
    detail:
      "The provider doesn't accept the credential: it was revoked or has expired, or it was never right for this API. Nothing took effect. The user has to reconnect: create a Connect session for the connection.",
    exitCode: 3,
    next: "end user",
  }),
  PROVIDER_FORBIDDEN: entry({
    status: 403,
    title: "Provider denied access",
    detail:
      "The credential is valid but lacks access to this; nothing took effect. Extend its access at the provider, or reconnect with another.",
    exitCode: 3,
    next: "end user",
  }),
  RESOURCE_NOT_FOUND: entry({
    status: 404,
    title: "Not found at the provider",
    detail:
      "The provider can't find what the input refers to, or hides it from this credential. Check the names in the input.",
    exitCode: 4,
    next: "caller",
  }),
  SECRET_NOT_FOUND: entry({
    status: 404,
    title: "Secret not found",
    detail: "This project and config have no secret with this name. List the names to check it.",
    exitCode: 4,
    next: "caller",
  }),
  PROVIDER_REJECTED: entry({
    status: 422,
    title: "Provider rejected the request",
    detail:
      "The provider refused the request; nothing took effect. Check the input against the provider's documentation.",
    exitCode: 6,
    next: "caller",
  }),
  PROVIDER_ERROR: entry({
    status: 502,
    title: "Provider error",
    detail: "The provider failed to answer a read; nothing changed. Try again in a moment.",
    retryable: true,
    exitCode: 6,
    next: "caller",
  }),
  PROVIDER_TIMEOUT: entry({
    status: 504,
    title: "Provider timeout",
    detail: "The provider didn't answer a read in time; nothing changed. Try again in a moment.",
    retryable: true,
    exitCode: 6,
    next: "caller",
  }),
  PROVIDER_UNREACHABLE: entry({
    status: 503,
    title: "Provider unreachable",
    detail:
      "The provider couldn't be reached, and nothing was sent. Wait for `Retry-After`, then send the same request with the same key.",
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
      "The provider is limiting requests, and nothing took effect. Wait for `Retry-After`, then send the same request with the same key.",
    retryable: true,
    releasesKey: true,
    retryAfterSeconds: 5,
    exitCode: 6,
    next: "caller",
  }),
} as const;

/** The codes for executions and for providers' responses. */
export const actionErrors = { ...executions, ...providers } as const;
