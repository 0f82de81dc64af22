/** Delegated tokens and sign-ins of agents. */
import { actionEffects } from "@svc/contract";
import { checkedOneOf, flag, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const delegatedTokens = table({
  name: "delegated_tokens",
  note: `Tokens that a service client hands to agents. parent_id is '' if a token was made with the key itself.
    connections and actions are JSON, NULL if the token doesn't narrow them; audience is JSON.`,
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true }),
    client_id: text({ references: "service_clients" }),
    tenant_id: text({ references: "tenants" }),
    key_id: text({ references: "service_keys" }),
    parent_id: text(),
    hash: text(),
    connections: orNull(json("readonly string[]")),
    actions: orNull(json("readonly string[]")),
    max_effect: oneOf(actionEffects),
    max_executions: orNull(number()),
    used_executions: number({ note: "Counted with each execution's claim, for tokens with a maximum." }),
    require_approval: flag({ default: 0 }),
    audience: json("readonly TokenAudience[]"),
    subject: text(),
    agent: text(),
    label: text(),
    created_at: time(),
    expires_at: time(),
    revoked_at: orNull(time()),
    seal: text(),
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
  note: `Sign-ins of agents' hosts that an app has decided on. Before that, a request is sealed into its id and stored
    nowhere. tenant_id is '' for the address of all tenants; approval is JSON, NULL if the app denied it. Secrets
    are keyed hashes, '' until there is one and once it is used. grant_id is the delegated token that represents the
    sign-in. A row with a proposal_id isn't a host's: a person wants to decide on that proposal, and the app says
    who they are.`,
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true }),
    client_id: text({ references: "service_clients" }),
    tenant_id: text(),
    resource: text(),
    host_id: text(),
    host_name: text(),
    redirect_uri: text(),
    state: orNull(text()),
    code_challenge: text(),
    browser_hash: text(),
    status: checkedOneOf(["approved", "denied", "completed", "ended"]),
    approval: orNull(json("Approval")),
    secret_hash: text(),
    code_hash: text(),
    usable_until: time(),
    grant_id: text(),
    proposal_id: text(),
    created_at: time(),
    expires_at: time(),
    seal: text(),
  },
  indexes: {
    agent_authorizations_code: { on: ["code_hash"], where: "code_hash <> ''" },
    agent_authorizations_expiry: { on: ["expires_at"] },
  },
});

export const agentRefreshTokens = table({
  name: "agent_refresh_tokens",
  note: "The refresh tokens of a sign-in. Each can be used once; a second use ends the sign-in.",
  scope: { client: "client_id" },
  columns: {
    hash: text({ key: true }),
    client_id: text(),
    grant_id: text({ references: "delegated_tokens", cascade: true }),
    host_id: text(),
    resource: text(),
    created_at: time(),
    used_at: orNull(time()),
    seal: text(),
  },
  checks: ["used_at IS NULL OR seal = ''"],
  indexes: {
    agent_refresh_tokens_grant: { on: ["grant_id"] },
  },
});

export const agentHosts = table({
  name: "agent_hosts",
  note: "Hosts that registered themselves. redirect_uris is JSON; used_at is the time of the newest completed sign-in.",
  scope: "system",
  columns: {
    id: text({ key: true }),
    name: text(),
    redirect_uris: json("readonly string[]"),
    created_at: time(),
    used_at: orNull(time()),
    seal: text(),
  },
});
