/** The error codes for Connect sessions and connections. */
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
      "The Connect session's status doesn't allow this. Check its `status`; if the session has ended, create a new one.",
    next: "caller",
  }),
  CONNECT_SESSION_EXPIRED: entry({
    status: 410,
    title: "Connect session expired",
    detail: "The Connect session has expired; nothing was stored. The application has to create a new one.",
    next: "caller",
  }),
  CONNECT_TOKEN_INVALID: entry({
    status: 401,
    title: "Connect token invalid",
    detail:
      "The Connect token or session secret is missing or wrong. The application has to create a new Connect session.",
    next: "caller",
  }),
  CONNECT_TOKEN_USED: entry({
    status: 410,
    title: "Connect token used",
    detail:
      "The Connect token works only once and was already exchanged. The application has to create a new Connect session.",
    next: "caller",
  }),
  COMPLETION_CODE_INVALID: entry({
    status: 422,
    title: "Completion code invalid",
    detail:
      "This isn't the completion code that the user's browser received. Send the code that came back with this session.",
    next: "caller",
  }),
  ORIGIN_NOT_ALLOWED: entry({
    status: 403,
    title: "Origin not allowed",
    detail:
      "The request didn't come from this Connect session's origin; its token is still unused. Call from the session's `allowedOrigin`.",
    next: "caller",
  }),
  ORIGIN_NOT_REGISTERED: entry({
    status: 422,
    title: "Origin not registered",
    detail: "This service client doesn't have `allowedOrigin` registered. An operator can register it.",
    next: "operator",
  }),
  RETURN_URL_NOT_REGISTERED: entry({
    status: 422,
    title: "Return URL not registered",
    detail:
      "`returnUrl` isn't below a return URL of this service client, or its form isn't accepted. An operator can register it.",
    next: "operator",
  }),
} as const;

const credentials = {
  CREDENTIAL_INVALID: entry({
    status: 422,
    title: "Credential invalid",
    detail:
      "This kind or form of credential isn't accepted here; the provider wasn't called, and nothing was stored. Enter a different one.",
    next: "end user",
  }),
  CREDENTIAL_REJECTED: entry({
    status: 422,
    title: "Credential rejected",
    detail:
      "The provider refused the credential, and nothing was stored. Enter a valid one; after five refusals the session fails.",
    next: "end user",
  }),
  CREDENTIAL_UNVERIFIED: entry({
    status: 502,
    title: "Credential unverified",
    detail: "The provider gave no clear response about the credential, and nothing was stored. Try again in a moment.",
    retryable: true,
    releasesKey: true,
    exitCode: 6,
    next: "end user",
  }),
  ACCOUNT_UNREADABLE: entry({
    status: 502,
    title: "Account unreadable",
    detail:
      "The provider accepted the credential, but svc can't read its response about the account, and nothing was stored. Trying again won't help. The operator finds the provider in the server's log.",
    next: "operator",
  }),
} as const;

const connections = {
  IMPORT_NOT_ALLOWED: entry({
    status: 403,
    title: "Import not allowed",
    detail:
      "This service client isn't allowed to import connections; nothing was done. An operator can allow it with `svc-server service-clients update <client> --allow-import on`.",
    exitCode: 3,
    next: "operator",
  }),
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
      "The connection is disconnected or its user has to reconnect; nothing was sent to the provider. Create a Connect session for it, or a new connection.",
    next: "end user",
  }),
  CONNECTION_ACCOUNT_MISMATCH: entry({
    status: 422,
    title: "Connection account mismatch",
    detail:
      "The new credential belongs to a different account than the connection. The old credential is unchanged. Use one for the same account.",
    next: "end user",
  }),
} as const;

/** The codes for Connect sessions, credentials and connections. */
export const connectErrors = { ...sessions, ...credentials, ...connections } as const;
