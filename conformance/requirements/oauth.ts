/** Promises about credentials issued by a provider's authorization server. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, source: string, text: string): Requirement => ({ id, source, text });
const attack = (id: string, text: string, source = "contract §5.10"): Requirement =>
  of(`oauth.attack.${id}`, source, text);

const attacks: readonly Requirement[] = [
  attack(
    "link-to-victim",
    "A link created for one user and finished by another creates no connection if completion is confirmed.",
    "contract §5.8",
  ),
  attack("authorize-url", "An authorizationUrl is opened once, and works only in the browser that opened it."),
  attack("other-browser", "A callback in a browser other than the one that agreed is refused."),
  attack("state-replay", "A state is used once."),
  attack("other-provider", "A state is valid only at the callback of its own provider."),
  attack("forged-callback", "A callback that answers no request of this service is refused (CORF, login CSRF)."),
  attack("issuer", "An iss other than the provider's is refused before the code is used (RFC 9207)."),
  attack("code-injection", "A code issued for another flow creates no connection: the verifier doesn't match."),
  attack(
    "return-url",
    "A user is redirected only to the session's registered returnUrl, whatever the callback's parameters.",
    "contract §5.2",
  ),
  attack(
    "token-race",
    "Of fifty concurrent exchanges of one Connect token, one succeeds; a replay is refused.",
    "contract §5.1",
  ),
  attack(
    "consent-skipped",
    "No browser reaches the provider without agreement on the service's own page, through that page's form.",
  ),
  attack("foreign-completion", "A completion code doesn't work with another service client's key.", "contract §5.8"),
  attack("completion-replay", "A completion code is used once.", "contract §5.8"),
  attack(
    "reduced-scope",
    "An action whose scope the user deselected is shown as not granted and doesn't run.",
    "contract §5.9",
  ),
];

/** Promises about OAuth. */
export const requirements: readonly Requirement[] = [
  of(
    "oauth.flow",
    "contract §5.10",
    "From the hosted page through a real authorization server to an executed read and write, in Chromium and over HTTP.",
  ),
  of(
    "oauth.authorize-page",
    "contract §5.10",
    "authorizationUrl is on the service's own origin, shows what is agreed to, and binds the browser with a cookie.",
  ),
  of(
    "oauth.request",
    "contract §5.10",
    "The authorization request has PKCE S256, a state of 256 bits, the provider's own callback path, and the scopes that the actions require.",
  ),
  of(
    "oauth.return",
    "contract §5.4",
    "The callback redirects to returnUrl with connect_session_id and status (completion_code if requested), and nothing else.",
  ),
  of(
    "oauth.refused",
    "contract §5.10",
    "A user who declines at the provider gets no connection: the session is cancelled, and the application is informed.",
  ),
  of(
    "oauth.refresh-once",
    "contract §5.10",
    "However many processes find a token expired, it is refreshed once, no family is revoked, and every call succeeds.",
  ),
  of(
    "oauth.refresh-rejected",
    "contract §5.10",
    "A token that the provider rejects before its expiry is refreshed once; a read continues, a write is one recorded attempt.",
  ),
  of(
    "oauth.revoked",
    "contract §4.11, §5.10",
    "Revoking a grant makes the connection need reconnecting, and a reconnect makes it active again.",
  ),
  of(
    "oauth.revocation",
    "contract §3.4",
    "A disconnect revokes nothing at the provider unless the operator enables it; then one request does, and the audit trail records it.",
  ),
  of(
    "oauth.refresh-faults",
    "contract §4.11, §5.10",
    "A fault of the authorization server never makes a connection need reconnecting, and the connection works again afterwards.",
  ),
  of(
    "oauth.reconnect",
    "contract §5.7",
    "A reconnect keeps the id, and the old credential works until the new one is verified.",
  ),
  of(
    "oauth.reconnect-account",
    "contract §5.7",
    "A reconnect by another account is refused, and the old credential is untouched.",
  ),
  of(
    "oauth.not-set-up",
    "contract §11.1",
    "A provider without an app is in the public catalog and absent from the effective listing.",
  ),
  of(
    "oauth.apps",
    "contract §11.1",
    "An operator sets and removes apps while the server runs, for all or for one service client; a token is refreshed by its own app only.",
  ),
  of(
    "oauth.canaries",
    "contract §1.10; SECURITY.md",
    "No token, code, verifier, state, ticket or client secret appears in a log line, a response or a file where it doesn't belong.",
  ),
  ...attacks,
];
