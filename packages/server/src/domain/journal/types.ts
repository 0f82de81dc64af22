/**
 * What is recorded: one name for each fact, for everyone who reads it. docs/audit.md and docs/webhooks.md have these
 * tables (`npm run generate`).
 */
import { eventKinds, type EventKind, type EventType, type ProviderEventName } from "@svc/contract";

const operators = ["operator", "console"] as const;
const callers = ["key", "console"] as const;
const agents = ["key", "token", "console"] as const;

/** What only the audit trail has. What the event log and webhooks show too is in the contract: `eventKinds`. */
const trailTypes = {
  "service_client.created": { by: operators, when: "a service client was created, with its first key" },
  "service_client.updated": { by: operators, when: "its settings were changed: `fields`" },
  "service_client.revoked": { by: operators, when: "it was revoked, with all of its keys" },
  "service_client.key_added": { by: operators, when: "it got another key" },
  "service_client.key_rotated": { by: operators, when: "a key was replaced: the old ones expire" },
  "service_client.key_updated": {
    by: operators,
    when: "what a key may do was changed: `data` says what it may do now",
  },
  "service_client.key_revoked": { by: operators, when: "a key was revoked" },

  "tenant.created": { by: callers, when: "a tenant was created" },
  "tenant.renamed": { by: callers, when: "its name was changed" },
  "tenant.relabeled": { by: callers, when: "its label was changed" },
  "tenant.deleted": { by: callers, when: "it was deleted; everything that ended with it has an entry of its own" },

  "connect_session.created": { by: callers, when: "a Connect session was created" },
  "connect_session.exchanged": { by: ["end_user"], when: "its token was exchanged" },
  "connect_session.exchange_repeated": { by: ["end_user"], when: "the exchange was repeated with the same proof" },
  "connect_session.exchange_refused": { by: ["end_user"], when: "an exchange from another origin was refused" },
  "connect_session.call_refused": { by: ["end_user"], when: "another call from another origin was refused" },
  "connect_session.authorization_started": { by: ["end_user"], when: "a user was sent to the consent page" },
  "connect_session.consent_given": { by: ["end_user"], when: "a user agreed there, and went to the provider" },
  "connect_session.callback_refused": {
    by: ["end_user"],
    when: "a provider's response in another browser was refused",
  },
  "connect_session.authorization_failed": { by: ["end_user"], when: "a user came back without a credential" },
  "connect_session.account_mismatch": { by: ["end_user"], when: "a credential belongs to another account" },
  "connect_session.awaits_confirmation": {
    by: ["end_user"],
    when: "a credential was verified and waits for the backend",
  },

  "connection.import_tried": { by: ["key"], when: "an import was tried with `dryRun`" },
  "connection.import_refused": { by: ["key"], when: "the provider refused a credential that was to be imported" },
  "connection.tested": { by: callers, when: "a connection was tested" },
  "credential.used": {
    by: agents,
    when: "an execution was claimed under a connection, or a proposal's preview was read: `subject` is the connection",
  },
  "credential.refreshed": { by: ["system"], when: "an OAuth credential was refreshed" },
  "credential.refresh_refused": {
    by: ["system"],
    when: "the authorization server refused to, and the connection stays as it is",
  },
  "credential.revoked": { by: callers, when: "a disconnected connection's token was revoked at the provider" },
  "credential.revocation_failed": { by: callers, when: "it couldn't be; `reason` says why" },

  "action.refused": {
    by: agents,
    when: "a policy denied a call, or a token's budget is used up; `reason` is the code",
  },

  "proposal.decision_refused": {
    by: agents,
    when: "a decision, or a key that said who decides, was refused; `reason` is the code, and `decidedBy` is who made it",
  },

  "delegated_token.created": { by: agents, when: "a delegated token was created; `data` names its user and its agent" },
  "delegated_token.revoked": { by: [...agents, "operator", "system"], when: "a delegated token was revoked" },
  "delegated_token.refused": {
    by: ["token"],
    when: "one was used after it expired, or requested a token wider than itself; `reason` is the code",
  },
  "agent_authorization.approved": { by: ["key"], when: "the consumer's app approved an agent's sign-in" },
  "agent_authorization.denied": { by: ["key"], when: "it denied the sign-in" },
  "agent_authorization.refused": {
    by: ["key", "end_user"],
    when: "another browser or a wrong secret tried to continue a sign-in, and it ended",
  },

  "webhook_endpoint.created": { by: callers, when: "a webhook endpoint was created" },
  "webhook_endpoint.updated": {
    by: [...callers, "operator"],
    when: "it was changed or enabled, or its service client disabled it",
  },
  "webhook_endpoint.deleted": { by: callers, when: "it was deleted" },
  "webhook_endpoint.secret_rotated": { by: callers, when: "it got a new signing secret" },
  "webhook_endpoint.redelivered": { by: [...callers, "operator"], when: "an event is sent to it again" },

  "audit.exported": { by: ["operator"], when: "a chain was exported, up to this `seq` and `hash`; in that chain" },
  "operator_token.created": {
    by: operators,
    when: "a token for the [operator console](operator-console.md) was created: `role`",
  },
  "operator_token.updated": { by: operators, when: "such a token got another `role`" },
  "operator_token.revoked": { by: operators, when: "such a token was revoked" },
  "operator.signed_in": {
    by: ["console"],
    when: "somebody signed in at the console; with [the company's account](operator-sign-in.md), `data` has the person's name, `issuer`, `subject` and role",
  },
  "operator.signed_out": { by: ["console"], when: "somebody signed out" },
  "operator.role_changed": {
    by: ["system"],
    when: "the company's identity provider gave a person another `role`; `subject` is the person",
  },
  "operator.session_ended": {
    by: ["system"],
    when: "a person's session ended: no role is left (`role`), the provider ended it (`provider`, `logout_token`) or couldn't be asked for too long (`unconfirmed`)",
  },
  "operator.change_refused": {
    by: ["console"],
    when: "an operator's role wasn't enough for a change, at the console or the admin API: `needs` is the role that is",
  },
  "operator.sign_in_refused": {
    by: ["system"],
    when: "sign-ins were refused: the first one immediately with its address, then once per minute the number of further ones (`attempts`)",
  },
  "oauth_app.set": { by: operators, when: "an [OAuth app](oauth.md) was set: `appId` is its client id" },
  "oauth_app.event_secret_set": {
    by: operators,
    when: "the secret for an app's [events](events-in.md) was set; with `keepsOld`, the one before it works for another day",
  },
  "oauth_app.event_secret_expected": {
    by: operators,
    when: "svc began to show, for ten minutes, the secrets that are sent to an app's address for events",
  },
  "oauth_app.removed": { by: operators, when: "an OAuth app was removed" },
  "provider.applied": {
    by: operators,
    when: "the review of an [MCP server](mcp-providers.md) was applied: `enabled` is the number of its tools, and `accepted` a tool whose change was accepted",
  },
  "provider.removed": { by: operators, when: "such a provider was removed; its connections stay" },
  "provider.tool_changed": {
    by: ["operator", "system"],
    when: "a check found that a reviewed tool had changed or was gone, and disabled it: `tool`, and the digests `before` and `after`",
  },
  "vault.rotated": { by: operators, when: "the vault's keys were rotated" },
  "vault.rekeyed": { by: ["operator"], when: "tenants got new keys" },
  "connections.disconnected": {
    by: operators,
    when: "a command disconnected many connections; each has an entry of its own",
  },
  "idempotency_keys.expired": {
    by: ["operator"],
    when: "a restore was recorded, and the keys from after it no longer replay",
  },
  "idempotency_keys.expiry_cleared": { by: ["operator"], when: "such a record was removed" },
  "clock.accepted": { by: ["operator"], when: "a clock that jumped was accepted" },
  "failover.accepted": { by: ["operator"], when: "a PostgreSQL that had failed over was accepted" },
  "failover.advanced": { by: ["system"], when: "it had lost nothing, and was accepted on its own" },
} as const satisfies Readonly<Record<string, EventKind>>;

/** Every kind of fact. */
export const journalTypes = { ...trailTypes, ...eventKinds };

/** The name of a kind of fact. */
export type JournalTypeName = keyof typeof journalTypes | ProviderEventName;

/** The name of one that only the audit trail has. */
export type TrailTypeName = keyof typeof trailTypes;

/** The name of one that the event log shows. */
export type PublicTypeName = EventType | ProviderEventName;
