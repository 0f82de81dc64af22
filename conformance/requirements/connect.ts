/** Promises about Connect. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source: string): Requirement => ({ id, source, text });

/** Promises about Connect. */
export const requirements: readonly Requirement[] = [
  of(
    "connect.evidence-gaps",
    "Creating a session answers which requested changes would have no evidence, and which actions to request as well.",
    "contract §5.1",
  ),
  of("connect.token-once", "A token is exchanged once; a second exchange is 410 CONNECT_TOKEN_USED.", "contract §5.1"),
  of(
    "connect.exchange-repeat",
    "An exchange whose response was lost returns the same secret again, but only with the same proof.",
    "contract §5.1",
  ),
  of(
    "connect.status",
    "POST /connect/v1/status returns the session's status to the token's holder, and never the completion code.",
    "contract §5.4",
  ),
  of("connect.token-invalid", "A wrong token is 401 CONNECT_TOKEN_INVALID.", "contract §5.1"),
  of(
    "connect.moved-session",
    "A session moved to another client, tenant or return URL in the database accepts no credential.",
    "SECURITY.md",
  ),
  of(
    "connect.exchange-response",
    "The exchange returns session, provider and sessionSecret, in plain language.",
    "contract §5.4",
  ),
  of(
    "connect.origin",
    "Only the session's origin or the service's own is accepted; else 403, and the token stays unused.",
    "contract §5.1, §5.3",
  ),
  of(
    "connect.cors",
    "OPTIONS is answered for any origin, without credentials; the real response only for the session's.",
    "contract §5.3",
  ),
  of(
    "connect.rate",
    "A token, and an address, over its rate is 429 RATE_LIMITED with Retry-After, before anything is looked up.",
    "contract §5.11",
  ),
  of(
    "connect.events-bounded",
    "An end user's repeated calls are recorded once and then counted; an ended session writes no event.",
    "contract §5.11",
  ),
  of("connect.secret", "The frontend's other calls need the session's secret as the bearer.", "contract §5.4"),
  of(
    "connect.frontend-session",
    "GET and cancel return the session; a reloaded page continues.",
    "contract §5.4, §5.5",
  ),
  of(
    "connect.registered",
    "allowedOrigin and returnUrl must be registered, else 422 with their own codes.",
    "contract §5.2",
  ),
  of(
    "connect.return-attacks",
    "Return URLs match by exact origin and path prefix; ambiguous ones are refused.",
    "contract §5.2",
  ),
  of("connect.url-no-token", "The token is in no path and no query.", "contract §5.5"),
  of("connect.kinds", "Every token kind but dp.st. and dp.sa. is refused before any call, by name.", "contract §6.2"),
  of("connect.credential-form", "A malformed credential is CREDENTIAL_INVALID without a call.", "contract §5.4, §6.2"),
  of(
    "connect.verified",
    "A credential is verified with GET /v3/me before a connection is active.",
    "contract §5.6, §6.2",
  ),
  of(
    "connect.echo",
    "An account, a request id or a clear-text field that repeats the credential is neither stored nor shown.",
    "contract §5.6",
  ),
  of(
    "connect.rejected",
    "A rejection by the provider is CREDENTIAL_REJECTED; five of them fail the session.",
    "contract §4.10, §5.4",
  ),
  of(
    "connect.unverified",
    "If the provider can't answer: 502 CREDENTIAL_UNVERIFIED, nothing is stored, and a retry is possible.",
    "contract §5.4",
  ),
  of(
    "connect.repeat",
    "A repeat after a lost response returns the same connection_id; there is no duplicate.",
    "contract §5.6",
  ),
  of("connect.race", "Many concurrent submissions create one connection.", "contract §5.6"),
  of("connect.cancel", "A cancelled session accepts no credential.", "contract §4.10, §5.4"),
  of("connect.policy-again", "Completion checks policy and tenant again.", "contract §5.6"),
  of(
    "connect.granted",
    "grantedActions = requestedActions: a connection runs only actions that were agreed to.",
    "contract §5.9",
  ),
  of(
    "connect.reconnect",
    "A reconnect keeps id and tenant, and the old credential works until the new is verified.",
    "contract §5.7",
  ),
  of(
    "connect.reconnect-grants",
    "A reconnect keeps the grants, or replaces them and shows the added ones.",
    "contract §5.7",
  ),
  of(
    "connect.reconnect-account",
    "Another account is CONNECTION_ACCOUNT_MISMATCH; the old credential is untouched.",
    "contract §5.7",
  ),
  of("connect.reconnect-ended", "A disconnected connection cannot be reconnected: 409.", "contract §5.7"),
  of(
    "connect.needs-reconnect",
    "After the provider's refusal, a reconnect makes the connection active again.",
    "contract §4.11",
  ),
  of(
    "connect.confirmed",
    "A confirmed session waits with a code, and :complete by the backend ends it.",
    "contract §5.8",
  ),
  of("connect.confirmed-wrong", "A wrong code is 422, and another client finds no session.", "contract §5.8"),
  of(
    "connect.confirmed-required",
    "The operator may require confirmed completion for a service client.",
    "contract §5.8",
  ),
];
