/** Connect sessions. */
import { authKinds, completions, connectSessionStatuses } from "@svc/contract";
import { bytes, flag, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const connectSessions = table({
  name: "connect_sessions",
  row: "ConnectSessionRow",
  note: "A one-time invitation to attach a credential to a tenant.",
  scope: { client: "client_id", subject: "id" },
  columns: {
    id: text({ key: true }),
    client_id: text(),
    tenant_id: text({ references: "tenants" }),
    provider: text(),
    auth_kind: oneOf(authKinds),
    status: oneOf(connectSessionStatuses),
    allowed_origin: text(),
    return_url: text(),
    requested_actions: json("readonly string[]"),
    requested_events: json("readonly string[]", { default: "[]", note: "The provider's events to ask for." }),
    completion: oneOf(completions),
    connection_id: text({
      note: "The created connection or, from the start, the one being reconnected; '' until there is one.",
    }),
    reconnect: flag(),
    token_hash: text({ note: "Keyed hash of the one-time token." }),
    token_used_at: orNull(time({ note: "When the token was exchanged; NULL while it is unused." })),
    secret_hash: text({ note: "Keyed hash of the frontend's session secret; '' before the exchange." }),
    completion_code_hash: text({ note: "Keyed hash of the one-time completion code; '' if there is none." }),
    verifying_until: time({ note: "When the running verification's lock on the session expires; 0 if there is none." }),
    rejections: number(),
    error_code: text(),
    created_at: time(),
    expires_at: time(),
    completed_at: orNull(time()),
    seal: text({ note: "Keyed hash of the session's initial values, set by the store's wrapper (session-seals.ts)." }),
  },
  indexes: {
    connect_sessions_token: { on: ["token_hash"], unique: true },
    connect_sessions_secret: { on: ["secret_hash"] },
    connect_sessions_listing: { on: ["client_id", "tenant_id", "created_at", "id"] },
    connect_sessions_expiry: { on: ["status", "expires_at"] },
    connect_sessions_age: { on: ["created_at"] },
  },
});

export const pendingCompletions = table({
  name: "pending_completions",
  note: "The data that a session awaiting confirmation will write. It is deleted when the session ends.",
  scope: { subjects: ["session_id"], through: "session_id" },
  columns: {
    session_id: text({ key: true, references: "connect_sessions" }),
    connection: json("ConnectionRow"),
    record: bytes(),
    at: time(),
  },
});

export const oauthFlows = table({
  name: "oauth_flows",
  row: "OAuthFlowRow",
  note: `One authorization flow of a session: the user's trip to the provider and back. Its secrets are keyed hashes, ''
    until there is one.`,
  scope: { subjects: ["session_id", "id"], through: "session_id" },
  columns: {
    id: text({ key: true }),
    session_id: text({ references: "connect_sessions", cascade: true }),
    provider: text(),
    languages: json("readonly string[]", {
      note: "BCP 47 languages of the flow's pages in order of preference; none contains a comma.",
    }),
    ticket_hash: text({ note: "Hash of the one-time ticket in the address of the consent page." }),
    browser_hash: text({ note: "Hash of the secret in the cookie of the one browser that opened the ticket." }),
    state_hash: text({ note: "Hash of the `state` of the authorization request, generated at the user's consent." }),
    app_id: text({ note: "The id, at the provider, of the app with which the user is sent there; '' until then." }),
    created_at: time(),
    expires_at: time(),
    used_at: orNull(time({ note: "When the provider's response was accepted; NULL before that." })),
  },
  indexes: {
    oauth_flows_session: { on: ["session_id"], unique: true },
    oauth_flows_ticket: { on: ["ticket_hash"], unique: true },
    oauth_flows_state: { on: ["state_hash"], unique: true, where: "state_hash <> ''" },
    oauth_flows_expiry: { on: ["expires_at"] },
  },
});
