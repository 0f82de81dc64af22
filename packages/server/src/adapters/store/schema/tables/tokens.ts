/** Delegated tokens and sign-ins of agents. */
import { actionEffects } from "@svc/contract";
import { checkedOneOf, flag, json, number, oneOf, orNull, rowSeal, text, time } from "../column.ts";
import { table } from "../table.ts";

export const delegatedTokens = table({
  name: "delegated_tokens",
  row: "DelegatedTokenRow",
  note: "A token that a service client hands to an agent. A list is NULL if the token doesn't restrict it.",
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true }),
    client_id: text({ references: "service_clients" }),
    tenant_id: text({ references: "tenants" }),
    key_id: text({
      references: "service_keys",
      note: "The service key with which it, or its first ancestor, was created.",
    }),
    parent_id: text({ note: "'' if it was created with the key itself." }),
    hash: text({ note: "Keyed hash of the whole token, bound to its row." }),
    connections: orNull(json("readonly string[]")),
    actions: orNull(json("readonly string[]", { note: "Action patterns." })),
    max_effect: oneOf(actionEffects),
    max_executions: orNull(number()),
    used_executions: number({ note: "Counted with each execution's claim, and only if max_executions is set." }),
    require_approval: flag({ default: 0, note: "Whether a person must approve every call that changes something." }),
    audience: json("readonly TokenAudience[]"),
    subject: text({ note: "These three are '' if not set." }),
    agent: text(),
    label: text(),
    created_at: time(),
    expires_at: time(),
    revoked_at: orNull(time()),
    // Each execution counts, so a seal would be made with each.
    seal: rowSeal({ ended: "revoked_at", free: ["used_executions"] }),
  },
  checks: ["revoked_at IS NULL OR seal = ''", "used_executions >= 0"],
  indexes: {
    delegated_tokens_listing: { on: ["client_id", "created_at", "id"] },
    delegated_tokens_age: { on: ["created_at", "id"], note: "The operator's list, across clients." },
    delegated_tokens_tenant: { on: ["tenant_id", "created_at", "id"] },
    delegated_tokens_label: { on: ["client_id", "label", "created_at", "id"], where: "label <> ''" },
    delegated_tokens_parent: { on: ["parent_id"], where: "parent_id <> ''" },
    delegated_tokens_expiry: { on: ["expires_at"] },
    delegated_tokens_budget: {
      on: ["id"],
      where: "max_executions IS NOT NULL AND revoked_at IS NULL",
      note: "After a restore, tokens with a budget are revoked.",
    },
  },
});

export const agentAuthorizations = table({
  name: "agent_authorizations",
  row: "AgentAuthorizationRow",
  note: `A sign-in of an agent's host, or of a person who wants to decide on a proposal. Its row exists once the app has
    decided; before that, a request is sealed into its id and stored nowhere. Secrets are keyed hashes: '' before
    there is one and after it was used.`,
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true }),
    client_id: text({ references: "service_clients" }),
    tenant_id: text({ note: "'' for the address for all tenants." }),
    resource: text({ note: "The address that the access is for (RFC 8707)." }),
    host_id: text(),
    host_name: text(),
    redirect_uri: text(),
    state: orNull(text({ note: "The host's `state`; NULL if it sent none." })),
    code_challenge: text({ note: "PKCE S256 (RFC 7636)." }),
    browser_hash: text(),
    status: checkedOneOf(["approved", "denied", "completed", "ended"]),
    approval: orNull(json("Approval", { note: "NULL if the app denied it." })),
    secret_hash: text(),
    code_hash: text(),
    usable_until: time({
      note: "When the continue secret, and later the code or the approval page, expires; 0 if there is none.",
    }),
    grant_id: text({ note: "The delegated token that represents the whole sign-in; '' until the code is redeemed." }),
    proposal_id: text({ note: "The proposal that a person wants to decide on; '' for a host's sign-in." }),
    created_at: time(),
    expires_at: time(),
    must_sign: flag({ default: 0, note: "Whether the host said that it signs all its requests." }),
    seal: rowSeal(),
  },
  indexes: {
    agent_authorizations_code: { on: ["code_hash"], where: "code_hash <> ''" },
    agent_authorizations_expiry: { on: ["expires_at"] },
  },
});

export const agentRefreshTokens = table({
  name: "agent_refresh_tokens",
  row: "RefreshTokenRow",
  note: "A refresh token of a sign-in. Each can be used once; a second use ends the sign-in.",
  scope: { client: "client_id" },
  columns: {
    hash: text({ key: true }),
    client_id: text(),
    grant_id: text({
      references: "delegated_tokens",
      cascade: true,
      note: "The delegated token that represents the sign-in.",
    }),
    host_id: text(),
    resource: text(),
    created_at: time(),
    used_at: orNull(time()),
    is_signed: flag({
      default: 0,
      note: "Whether the host signed the request for it, or an earlier one. It then has to sign every further one.",
    }),
    seal: rowSeal({ ended: "used_at" }),
  },
  checks: ["used_at IS NULL OR seal = ''"],
  indexes: {
    agent_refresh_tokens_grant: { on: ["grant_id"] },
  },
});

export const agentHosts = table({
  name: "agent_hosts",
  row: "RegisteredHost",
  note: "A host that registered itself (RFC 7591).",
  scope: "system",
  columns: {
    id: text({ key: true }),
    name: text(),
    redirect_uris: json("readonly string[]"),
    created_at: time(),
    used_at: orNull(time({ note: "When its newest sign-in was completed; NULL before the first one." })),
    keys: orNull(json("HostKeys", { note: "The public keys with which it signs; NULL if it has none." })),
    must_sign: flag({ default: 0, note: "Whether it has to sign all its requests." }),
    seal: rowSeal({ free: ["used_at"] }),
  },
});

export const agentAssertions = table({
  name: "agent_assertions",
  note: "An assertion of a host (RFC 7523) that was used. Each works once; the row is kept until it has expired.",
  scope: "system",
  columns: {
    hash: text({ key: true, note: "Digest of the host's id and the assertion's `jti`." }),
    expires_at: time(),
  },
  indexes: {
    agent_assertions_expiry: { on: ["expires_at"] },
  },
});
