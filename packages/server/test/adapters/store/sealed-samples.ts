/** How to make, use and revoke a row of each sealed table; and why the other tables have no seal. */
import type { SealedTable } from "../../../src/adapters/store/sealed-rows.ts";
import type { AgentAuthorizationRow, RefreshTokenRow } from "../../../src/domain/agent-sign-in/port.ts";
import type { DelegatedTokenRow } from "../../../src/domain/service-clients/port.ts";
import type { PersonRow } from "../../../src/domain/operator-sign-in/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { sampleDescribed } from "./described-provider-cases.ts";
import { sampleDelegatedToken } from "./agent-samples.ts";
import { makeHolder, newId, type Holder } from "./samples.ts";

/** `use` is a look-up that decides what a caller may do; it returns null for a row that isn't accepted. */
type Sample = {
  make(store: Store): Promise<string>;
  use(store: Store, id: string): Promise<unknown>;
  revoke?(store: Store, id: string): Promise<unknown>;
};

async function makeOperator(store: Store): Promise<string> {
  const id = newId("op");
  const times = { createdAt: 1000, expiresAt: null, revokedAt: null, lastUsedAt: null };
  await store.operators.create({ id, name: "ops", role: "admin", hash: `1.${id}`, ...times }, "operator");
  return id;
}

const sessionsOfPeople = new Map<string, string>();

async function makePerson(store: Store): Promise<{ person: PersonRow; hash: string }> {
  const [hash, subject] = [newId("session"), newId("subject")];
  const times = { createdAt: 1000, seenAt: 1000, confirmedAt: 1000, triedAt: 1000, endsAt: 9000 };
  const session = { hash, role: "viewer", sid: "", tokens: "sealed", ...times } as const;
  const person = await store.people.begin({ issuer: "https://idp.example", subject, name: "Ada" }, session, 0);
  sessionsOfPeople.set(person.id, hash);
  return { person, hash };
}

/** A sign-in of a host whose browser has just arrived. */
function sampleAuthorization(
  { clientId, tenantId }: Holder,
  change: Partial<AgentAuthorizationRow> = {},
): AgentAuthorizationRow {
  return {
    id: newId("aau"),
    clientId,
    tenantId,
    resource: "https://svc.example/mcp",
    hostId: "host",
    hostName: "Host",
    redirectUri: "https://host.example/back",
    state: null,
    codeChallenge: "c",
    browserHash: "b",
    status: "approved",
    approval: null,
    secretHash: "",
    codeHash: "",
    usableUntil: 5000,
    grantId: "",
    proposalId: "",
    mustSign: false,
    createdAt: 1000,
    expiresAt: 9000,
    ...change,
  };
}

function refreshOf({ clientId, id: grantId }: DelegatedTokenRow): RefreshTokenRow {
  const place = { hostId: "host", resource: "https://svc.example/mcp" };
  return { hash: newId("refresh"), clientId, grantId, ...place, createdAt: 1000, usedAt: null, isSigned: false };
}

/** A used refresh token is still found, so that its second use is noticed. */
async function notUsed(store: Store, hash: string): Promise<RefreshTokenRow | null> {
  const found = await store.agentSignIn.findRefresh([hash]);
  return found?.usedAt === null ? found : null;
}

/** Samples by table. */
export const sealedSamples: Readonly<Record<SealedTable, Sample>> = {
  service_clients: {
    make: async (store) => (await makeHolder(store)).clientId,
    use: (store, id) => store.serviceClients.find(id),
    revoke: (store, id) => store.serviceClients.revoke(id, 1500, "operator"),
  },
  service_keys: {
    make: async (store) => (await makeHolder(store)).keyId,
    use: (store, id) => store.serviceClients.findByKeyId(id),
    revoke: (store, id) => store.serviceClients.revokeKey(id, 1500, "operator"),
  },
  delegated_tokens: {
    async make(store) {
      const token = sampleDelegatedToken(await makeHolder(store), { maxExecutions: 5 });
      await store.delegatedTokens.create(token, "key:k");
      return token.id;
    },
    use: (store, id) => store.delegatedTokens.findForUse(id),
    async revoke(store, id) {
      const found = await store.delegatedTokens.findForUse(id);
      await store.delegatedTokens.revoke(found?.client.id ?? "", { id }, 1500, { actor: "key:k" });
    },
  },
  tenants: {
    make: async (store) => (await makeHolder(store)).tenantId,
    async use(store, id) {
      const clients = await store.serviceClients.list();
      const found = await Promise.all(
        clients.map(({ client }) => store.tenants.find(client.id, id, { deleted: true })),
      );
      return found.find((row) => row !== null) ?? null;
    },
  },
  agent_authorizations: {
    async make(store) {
      const authorization = sampleAuthorization(await makeHolder(store));
      await store.agentSignIn.decide(authorization, "key:k");
      return authorization.id;
    },
    use: (store, id) => store.agentSignIn.find(id),
  },
  agent_refresh_tokens: {
    async make(store) {
      const holder = await makeHolder(store);
      const authorization = sampleAuthorization(holder, { status: "approved", codeHash: newId("code") });
      await store.agentSignIn.decide(authorization, "key:k");
      const grant = sampleDelegatedToken(holder);
      const access = sampleDelegatedToken(holder, { parentId: grant.id });
      const refresh = refreshOf(grant);
      await store.agentSignIn.redeem(authorization, { grant, access, refresh }, 1200);
      return refresh.hash;
    },
    use: (store, hash) => notUsed(store, hash),
    async revoke(store, hash) {
      const used = await notUsed(store, hash);
      if (used === null) return;
      const grant = await store.delegatedTokens.find(used.clientId, used.grantId);
      if (grant === null) return;
      const access = { ...grant, id: newId("dtk"), parentId: grant.id };
      await store.agentSignIn.rotate(used, { access, refresh: refreshOf(grant) }, 1500);
    },
  },
  agent_hosts: {
    async make(store) {
      const host = {
        id: newId("host"),
        name: "Host",
        redirectUris: ["https://host.example/back"],
        createdAt: 1000,
        usedAt: null,
        keys: null,
        mustSign: false,
      };
      await store.agentSignIn.register(host, 100);
      return host.id;
    },
    use: (store, id) => store.agentSignIn.registered(id),
  },
  described_providers: {
    async make(store) {
      const row = sampleDescribed();
      await store.describedProviders.add(row, { actor: "operator", enabled: 0 });
      return row.slug;
    },
    use: (store, slug) => store.describedProviders.find(slug),
  },
  operator_tokens: {
    make: makeOperator,
    use: (store, id) => store.operators.find(id),
    revoke: (store, id) => store.operators.revoke(id, 1500, "operator"),
  },
  operator_sessions: {
    async make(store) {
      const hash = newId("session");
      const tokenId = await makeOperator(store);
      await store.operators.begin({ hash, tokenId, createdAt: 1000, seenAt: 1000, endsAt: 9000 }, 0);
      return hash;
    },
    use: (store, hash) => store.operators.session([hash]),
  },
  operator_people: {
    make: async (store) => (await makePerson(store)).person.id,
    async use(store, id) {
      const hash = sessionsOfPeople.get(id);
      return hash === undefined ? null : await store.people.session([hash]);
    },
  },
  operator_person_sessions: {
    make: async (store) => (await makePerson(store)).hash,
    use: (store, hash) => store.people.session([hash]),
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
  wrapped_root_keys: "wrapped by a key service, for the deployment and the key's id",
  hashing_keys: "sealed under the root key, with its version",
  oauth_apps: "the secret is sealed under the root key for its service client, provider and app",
  event_secrets: "the secret is sealed under the root key for its service client, provider and app",
  event_secret_windows: "grants nothing: what came is sealed under the root key for its app, and only shown",
  received_events: "grants nothing: which deliveries of a provider were recorded",
  client_logos: "grants nothing: images, of which a sealed service client names one by its digest",
  tenant_keys: "sealed under the root key, for the tenant",
  agent_assertions: "grants nothing: a row only refuses",
  connections: "the credential is sealed for what the row grants: client, tenant, provider, origin, actions, version",
  credentials: "sealed under the tenant's key, for what its connection grants",
  credential_refreshes: "grants nothing: leases",
  connect_sessions: "has a seal of its own over what it was created with (domain/connect-sessions/session-seals.ts)",
  pending_completions: "the credential is sealed under the tenant's key, for what the connection will grant",
  operator_sign_ins: "its details are sealed for the state, whose hash is its key",
  operator_logout_tokens: "grants nothing: a row only refuses",
  oauth_flows: "holds hashes of secrets that are bound to the flow and its session",
  idempotency_keys: "grants nothing: records",
  executions: "grants nothing: records",
  execution_looks: "grants nothing: a look only reads, with the rights of the sealed service client",
  proposals: "has a digest over what a person approves, and a seal over the decision (domain/proposals/digest.ts)",
  journal_heads: "the anchor is signed",
  journal: "a chain of hashes, whose heads are signed",
  webhook_endpoints: "grants what events carry to its address, which SECURITY.md names",
  webhook_deliveries: "grants nothing: leases and results",
};
