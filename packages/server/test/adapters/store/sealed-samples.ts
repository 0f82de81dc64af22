/** How to make, use and revoke a row of each sealed table; and why the other tables have no seal. */
import type { SealedTable } from "../../../src/adapters/store/sealed-rows.ts";
import type { Store } from "../../../src/domain/store/port.ts";
import { sampleEvent } from "../../domain/audit/fixture.ts";
import { sampleDelegatedToken } from "./agent-samples.ts";
import { makeHolder, newId } from "./samples.ts";

/** `use` is a look-up that decides what a caller may do; it returns null for a row that isn't accepted. */
type Sample = {
  make(store: Store): Promise<string>;
  use(store: Store, id: string): Promise<unknown>;
  revoke?(store: Store, id: string): Promise<unknown>;
};

const eventOf = ({ clientId, id }: { clientId: string; id: string }) =>
  sampleEvent(clientId, 1, { id: newId("evt"), subject: id });

/** Samples by table. */
export const sealedSamples: Readonly<Record<SealedTable, Sample>> = {
  service_clients: {
    make: async (store) => (await makeHolder(store)).clientId,
    use: (store, id) => store.serviceClients.find(id),
    revoke: (store, id) => store.serviceClients.revoke(id, 1500),
  },
  service_keys: {
    make: async (store) => (await makeHolder(store)).keyId,
    use: (store, id) => store.serviceClients.findByKeyId(id),
    revoke: (store, id) => store.serviceClients.revokeKey(id, 1500),
  },
  delegated_tokens: {
    async make(store) {
      const token = sampleDelegatedToken(await makeHolder(store), { maxExecutions: 5 });
      await store.delegatedTokens.create(token, eventOf(token));
      return token.id;
    },
    use: (store, id) => store.delegatedTokens.findForUse(id),
    async revoke(store, id) {
      const found = await store.delegatedTokens.findForUse(id);
      await store.delegatedTokens.revoke(found?.client.id ?? "", { id }, 1500, eventOf);
    },
  },
};

/** Why a table has no seal. */
export const unsealedTables: Readonly<Record<string, string>> = {
  schema_migrations: "grants nothing: the schema's version",
  deployment: "everything that the vault seals is bound to it, so another deployment opens nothing",
  service_clock: "grants nothing to anyone in particular: the time that ends rights, which SECURITY.md names",
  uncounted_spans: "grants nothing: what retention doesn't count",
  owners: "grants nothing: which servers run",
  restores: "grants nothing: which idempotency keys are refused, which SECURITY.md names",
  database_fence: "grants nothing: whether writes are dispatched, which SECURITY.md names",
  key_checks: "detects a wrong root key, and only the root key makes it",
  hashing_keys: "sealed under the root key, with its version",
  oauth_apps: "the secret is sealed under the root key for its service client, provider and app",
  client_logos: "grants nothing: images, of which a sealed service client names one by its digest",
  tenants: "sealed in a later change",
  agent_authorizations: "sealed in a later change",
  agent_refresh_tokens: "sealed in a later change",
  agent_hosts: "sealed in a later change",
  tenant_keys: "sealed under the root key, for the tenant",
  connections: "the credential is sealed for what the row grants: client, tenant, provider, origin, actions, version",
  credentials: "sealed under the tenant's key, for what its connection grants",
  credential_refreshes: "grants nothing: leases",
  connect_sessions: "has a seal of its own over what it was created with (domain/connect-sessions/session-seals.ts)",
  pending_completions: "the credential is sealed under the tenant's key, for what the connection will grant",
  oauth_flows: "holds hashes of secrets that are bound to the flow and its session",
  idempotency_keys: "grants nothing: records",
  executions: "grants nothing: records",
  execution_looks: "grants nothing: a look only reads, with the rights of the sealed service client",
  proposals: "has a digest over what a person approves, and a seal over the decision (domain/proposals/digest.ts)",
  audit_chains: "the anchor is signed",
  audit_events: "a chain of hashes, whose heads are signed",
  event_heads: "grants nothing: numbers",
  events: "grants nothing: records",
  webhook_endpoints: "sealed in a later change",
  webhook_deliveries: "grants nothing: leases and results",
  operator_tokens: "sealed in a later change",
  operator_sessions: "sealed in a later change",
};
