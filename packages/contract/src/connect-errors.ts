/** The part of the error table about Connect sessions and connections. */
import { entry } from "./error-table.ts";

const sessions = {
  CONNECT_SESSION_NOT_FOUND: entry({
    status: 404,
    title: "Connect session not found",
    detail: "The tenant has no Connect session with this id. Check the id, or list the sessions.",
    exitCode: 4,
    next: "caller",
  }),
  CONNECT_SESSION_NOT_OPEN: entry({
    status: 409,
    title: "Connect session not open",
    detail:
      "The Connect session is not in a state in which this can be done. Read its `status`; create a new session if it has ended.",
    next: "caller",
  }),
  CONNECT_SESSION_EXPIRED: entry({
    status: 410,
    title: "Connect session expired",
    detail: "The Connect session is past its lifetime; nothing was stored. The application creates a new one.",
    next: "caller",
  }),
  CONNECT_TOKEN_INVALID: entry({
    status: 401,
    title: "Connect token invalid",
    detail: "The Connect token or session secret is missing or wrong. The application creates a new Connect session.",
    next: "caller",
  }),
  CONNECT_TOKEN_USED: entry({
    status: 410,
    title: "Connect token used",
    detail:
      "The Connect token was exchanged before and works once only. The application creates a new Connect session.",
    next: "caller",
  }),
  COMPLETION_CODE_INVALID: entry({
    status: 422,
    title: "Completion code invalid",
    detail:
      "The completion code is not the one that came back from the user's part. Send the code that returned with this session.",
    next: "caller",
  }),
  ORIGIN_NOT_ALLOWED: entry({
    status: 403,
    title: "Origin not allowed",
    detail:
      "The request did not come from the origin of this Connect session; its token is still unused. Call from the session's `allowedOrigin`.",
    next: "caller",
  }),
  ORIGIN_NOT_REGISTERED: entry({
    status: 422,
    title: "Origin not registered",
    detail: "`allowedOrigin` is not among the origins of this service client. An operator registers it.",
    next: "operator",
  }),
  RETURN_URL_NOT_REGISTERED: entry({
    status: 422,
    title: "Return URL not registered",
    detail:
      "`returnUrl` is not under a return URL of this service client, or is not in a form that is accepted. An operator registers it.",
    next: "operator",
  }),
} as const;

const credentials = {
  CREDENTIAL_INVALID: entry({
    status: 422,
    title: "Credential invalid",
    detail:
      "The credential is not of a kind or form that is accepted here; the provider was not called and nothing was stored. Enter another one.",
    next: "end user",
  }),
  CREDENTIAL_REJECTED: entry({
    status: 422,
    title: "Credential rejected",
    detail:
      "The provider refused the credential and nothing was stored. Enter one that is valid; after five refusals the session fails.",
    next: "end user",
  }),
  CREDENTIAL_UNVERIFIED: entry({
    status: 502,
    title: "Credential unverified",
    detail: "The provider gave no clear answer about the credential and nothing was stored. Try again in a moment.",
    retryable: true,
    exitCode: 6,
    next: "end user",
  }),
} as const;

const connections = {
  CONNECTION_NOT_FOUND: entry({
    status: 404,
    title: "Connection not found",
    detail: "The tenant has no connection with this id. Check the id, or list the connections.",
    exitCode: 4,
    next: "caller",
  }),
  CONNECTION_NOT_ACTIVE: entry({
    status: 409,
    title: "Connection not active",
    detail:
      "The connection needs reconnecting or is disconnected; nothing was sent to the provider. Create a Connect session for it (or a new one).",
    next: "end user",
  }),
  CONNECTION_ACCOUNT_MISMATCH: entry({
    status: 422,
    title: "Connection account mismatch",
    detail:
      "The new credential belongs to another account than the connection. The old credential is untouched. Use one of the same account.",
    next: "end user",
  }),
} as const;

/** The codes that concern Connect sessions, credentials and connections. */
export const connectErrors = { ...sessions, ...credentials, ...connections } as const;
