/**
 * What is recorded: one name for each fact, for everyone who reads it. docs/audit.md and docs/webhooks.md have this
 * table (`npm run generate`).
 */

/** Who can cause a fact, as its entry's actor says. */
export type Author = "key" | "token" | "operator" | "console" | "end_user" | "system";

/** One kind of fact. */
export type JournalType = {
  /** `trail`: the audit trail only. `public`: the event log and webhooks too. */
  seenBy: "trail" | "public";
  by: readonly Author[];
  /** Completes "Recorded when …", in Markdown. */
  when: string;
};

type Seen<By extends JournalType["seenBy"]> = JournalType & { seenBy: By };

const trail = (by: Author | readonly Author[], when: string): Seen<"trail"> => ({
  seenBy: "trail",
  by: typeof by === "string" ? [by] : by,
  when,
});
const published = (by: Author | readonly Author[], when: string): Seen<"public"> => ({
  ...trail(by, when),
  seenBy: "public",
});

const operators = ["operator", "console"] as const;
const callers = ["key", "console"] as const;
const agents = ["key", "token", "console"] as const;
const anyone = ["key", "operator", "console", "end_user", "system"] as const;

export const journalTypes = {
  "service_client.created": trail("operator", "a service client was created, with its first key"),
  "service_client.updated": trail("operator", "its settings were changed: `fields`"),
  "service_client.revoked": trail("operator", "it was revoked, with all of its keys"),
  "service_client.key_added": trail("operator", "it got another key"),
  "service_client.key_rotated": trail("operator", "a key was replaced: the old ones expire"),
  "service_client.key_updated": trail("operator", "what a key may do was changed: `data` says what it may do now"),
  "service_client.key_revoked": trail(operators, "a key was revoked"),

  "tenant.created": trail(callers, "a tenant was created"),
  "tenant.renamed": trail(callers, "its name was changed"),
  "tenant.relabeled": trail(callers, "its label was changed"),
  "tenant.deleted": trail(callers, "it was deleted; everything that ended with it has an entry of its own"),

  "connect_session.created": trail(callers, "a Connect session was created"),
  "connect_session.exchanged": trail("end_user", "its token was exchanged"),
  "connect_session.exchange_repeated": trail("end_user", "the exchange was repeated with the same proof"),
  "connect_session.exchange_refused": trail("end_user", "an exchange from another origin was refused"),
  "connect_session.call_refused": trail("end_user", "another call from another origin was refused"),
  "connect_session.authorization_started": trail("end_user", "a user was sent to the consent page"),
  "connect_session.consent_given": trail("end_user", "a user agreed there, and went to the provider"),
  "connect_session.callback_refused": trail("end_user", "a provider's response in another browser was refused"),
  "connect_session.authorization_failed": trail("end_user", "a user came back without a credential"),
  "connect_session.account_mismatch": trail("end_user", "a credential belongs to another account"),
  "connect_session.awaits_confirmation": trail("end_user", "a credential was verified and waits for the backend"),
  "connect_session.completed": published(["key", "end_user"], "a Connect session ended with a connection"),
  "connect_session.failed": published(["key", "end_user"], "a Connect session failed: `error` says why"),
  "connect_session.cancelled": published(anyone, "a Connect session was cancelled, or its tenant deleted"),
  "connect_session.expired": published("system", "a Connect session expired"),
  "credential.rejected": published(
    ["end_user", "key"],
    "the provider refused a credential given in a Connect session, or a completion code was wrong",
  ),

  "connection.created": published(["end_user", "key"], "a user connected, or a backend imported a connection"),
  "connection.import_tried": trail("key", "an import was tried with `dryRun`"),
  "connection.import_refused": trail("key", "the provider refused a credential that was to be imported"),
  "connection.updated": published(
    ["end_user", ...callers],
    "a user reconnected, or a test found that a refused credential works again",
  ),
  "connection.tested": trail(callers, "a connection was tested"),
  "connection.expiring": published(
    "system",
    "a connection's credential expires in 7 days, or in 1 day: [ask its user to reconnect](connect.md#credentials-that-expire)",
  ),
  "connection.needs_reconnect": published(
    [...callers, "system"],
    "the provider refused a connection's credential, or it expired: ask its user to reconnect",
  ),
  "connection.disconnected": published(
    ["key", "operator", "console"],
    "a connection was disconnected, or its tenant deleted; its credential is destroyed",
  ),
  "credential.used": trail(
    agents,
    "an execution was claimed under a connection, or a proposal's preview was read: `subject` is the connection",
  ),
  "credential.refreshed": trail("system", "an OAuth credential was refreshed"),
  "credential.refresh_refused": trail(
    "system",
    "the authorization server refused to, and the connection stays as it is",
  ),
  "credential.revoked": trail(callers, "a disconnected connection's token was revoked at the provider"),
  "credential.revocation_failed": trail(callers, "it couldn't be; `reason` says why"),

  "action.refused": trail(agents, "a policy denied a call, or a token's budget is used up; `reason` is the code"),
  "action_execution.outcome_unknown": published(
    "system",
    "a write was sent and got no definite response: [what happens now](lost-responses.md)",
  ),
  "action_execution.settled": published(
    "system",
    "evidence at the provider settled an unknown outcome ([lost responses](lost-responses.md))",
  ),
  "action_execution.contradicted": published(
    "system",
    "a response arrived late and contradicts the evidence; the status stays: look into it yourself",
  ),
  "action_execution.resolved": published(agents, "an unknown outcome was resolved by a person or by you"),

  "proposal.created": published(agents, "a call needs a person's approval: [notify your approvers](approval.md)"),
  "proposal.approved": published(
    callers,
    "a person approved a call; `decidedBy` is the person, as named by the backend, the approval page or the console",
  ),
  "proposal.denied": published(callers, "a person denied a call"),
  "proposal.expired": published("system", "no one decided about a proposal in time"),
  "proposal.withdrawn": published(
    ["system", "operator"],
    "a proposed call is no longer possible, its proposer lost the right, or the database was restored or failed over",
  ),
  "proposal.decision_refused": trail(
    agents,
    "a decision, or a key that said who decides, was refused; `reason` is the code, and `decidedBy` is who made it",
  ),

  "delegated_token.created": trail(agents, "a delegated token was created; `data` names its user and its agent"),
  "delegated_token.revoked": trail([...agents, "operator", "system"], "a delegated token was revoked"),
  "delegated_token.refused": trail(
    "token",
    "one was used after it expired, or requested a token wider than itself; `reason` is the code",
  ),
  "agent_authorization.approved": trail("key", "the consumer's app approved an agent's sign-in"),
  "agent_authorization.denied": trail("key", "it denied the sign-in"),
  "agent_authorization.refused": trail(
    ["key", "end_user"],
    "another browser or a wrong secret tried to continue a sign-in, and it ended",
  ),

  "webhook_endpoint.created": trail(callers, "a webhook endpoint was created"),
  "webhook_endpoint.updated": trail(
    [...callers, "operator"],
    "it was changed or enabled, or its service client disabled it",
  ),
  "webhook_endpoint.deleted": trail(callers, "it was deleted"),
  "webhook_endpoint.secret_rotated": trail(callers, "it got a new signing secret"),
  "webhook_endpoint.redelivered": trail([...callers, "operator"], "an event is sent to it again"),
  "webhook_endpoint.disabled": published(
    ["system", "operator", "console"],
    "an endpoint gets nothing more: it was gone, it failed for days, or an operator disabled it",
  ),
  "webhook_endpoint.test": published(callers, "a test was requested for an endpoint; only it gets the event"),

  "audit.exported": trail("operator", "a chain was exported, up to this `seq` and `hash`; in that chain"),
  "operator_token.created": trail("operator", "a token for the [operator console](operator-console.md) was created"),
  "operator_token.revoked": trail("operator", "such a token was revoked"),
  "operator.signed_in": trail("console", "somebody signed in at the console"),
  "operator.signed_out": trail("console", "somebody signed out"),
  "operator.sign_in_refused": trail(
    "system",
    "sign-ins were refused: the first one immediately with its address, then once per minute the number of further ones (`attempts`)",
  ),
  "oauth_app.set": trail("operator", "an [OAuth app](oauth.md) was set: `appId` is its client id"),
  "oauth_app.removed": trail("operator", "an OAuth app was removed"),
  "vault.rotated": trail("operator", "the vault's keys were rotated"),
  "vault.rekeyed": trail("operator", "tenants got new keys"),
  "connections.disconnected": trail(
    "operator",
    "a command disconnected many connections; each has an entry of its own",
  ),
  "idempotency_keys.expired": trail("operator", "a restore was recorded, and the keys from after it no longer replay"),
  "idempotency_keys.expiry_cleared": trail("operator", "such a record was removed"),
  "clock.accepted": trail("operator", "a clock that jumped was accepted"),
  "failover.accepted": trail("operator", "a PostgreSQL that had failed over was accepted"),
  "failover.advanced": trail("system", "it had lost nothing, and was accepted on its own"),
} as const satisfies Readonly<Record<string, JournalType>>;

/** The name of a kind of fact. */
export type JournalTypeName = keyof typeof journalTypes;

type NameOf<By extends JournalType["seenBy"]> = {
  [Name in JournalTypeName]: (typeof journalTypes)[Name]["seenBy"] extends By ? Name : never;
}[JournalTypeName];

/** The name of one that only the audit trail has. */
export type TrailTypeName = NameOf<"trail">;

/** The name of one that the event log shows. */
export type PublicTypeName = NameOf<"public">;
