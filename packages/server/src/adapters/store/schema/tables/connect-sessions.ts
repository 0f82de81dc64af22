/** Connect sessions. */
import { authKinds, completions, connectSessionStatuses } from "@svc/contract";
import { bytes, flag, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const connectSessions = table({
  name: "connect_sessions",
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
    completion: oneOf(completions),
    connection_id: text(),
    reconnect: flag(),
    token_hash: text(),
    token_used_at: orNull(time()),
    secret_hash: text(),
    completion_code_hash: text(),
    verifying_until: time(),
    rejections: number(),
    error_code: text(),
    created_at: time(),
    expires_at: time(),
    completed_at: orNull(time()),
    seal: text({
      note: "A keyed hash of the values the session was created with, which only a server with the vault's keys can make.",
    }),
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
  note: `A session's OAuth flow, from its one-time URL to the provider's response. Each secret is stored as a keyed hash,
    '' until there is one.`,
  scope: { subjects: ["session_id", "id"], through: "session_id" },
  columns: {
    id: text({ key: true }),
    session_id: text({ references: "connect_sessions", cascade: true }),
    provider: text(),
    languages: json("readonly string[]", { note: "BCP 47 tags, the preferred one first. JSON." }),
    ticket_hash: text(),
    browser_hash: text(),
    state_hash: text(),
    app_id: text({ note: "The OAuth client id of the app that sent the user to the provider; '' before that." }),
    created_at: time(),
    expires_at: time(),
    used_at: orNull(time()),
  },
  indexes: {
    oauth_flows_session: { on: ["session_id"], unique: true },
    oauth_flows_ticket: { on: ["ticket_hash"], unique: true },
    oauth_flows_state: { on: ["state_hash"], unique: true, where: "state_hash <> ''" },
    oauth_flows_expiry: { on: ["expires_at"] },
  },
});
