/** The operator's listings across all clients: pages with cursors, newest first. */
import {
  idPrefixes,
  isId,
  ServiceError,
  type DelegatedTokenStatus,
  type ErrorCode,
  type IdPrefix,
} from "@svc/contract";
import type { AuditTrail, ChainedEvent } from "../journal/port.ts";
import type { ConnectSessionRow } from "../connect-sessions/port.ts";
import type { ConnectionStatus } from "../connections/port.ts";
import type { DelegatedTokenRow, ServiceClientRow, ServiceKeyRow } from "../service-clients/port.ts";
import type { Platform } from "../../platform.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { Cursors, ListingScope } from "../listings/page.ts";
import { gatherFacts, type FactsDeps, type ProposalFacts } from "../proposals/facts.ts";
import type { ProposalRow, ProposalStore } from "../proposals/port.ts";
import type { TenantRow } from "../tenants/port.ts";
import type { WebhookEndpointRow } from "../webhooks/port.ts";
import type {
  EventDelivery,
  ExecutionFilter,
  NamedIds,
  Names,
  OverviewStore,
  ProposalFilter,
  WatchedConnection,
} from "./port.ts";

/** A page with the cursor for the next one; null on the last page. */
export type Listed<Row> = { rows: Row[]; next: string | null };

/** A page of executions. `isPartial`: it reached the limit of rows to read, so there may be more matches after it. */
export type ListedExecutions = Listed<ExecutionRow> & { isPartial: boolean };

type CursorQuery = { cursor: string | undefined };

/** Filters for audit events. The `clientId` "" selects the deployment's own chain. */
export type AuditQuery = CursorQuery & {
  clientId: string;
  type: string | null;
  tenantId: string | null;
  subject: string | null;
};

/** Listings throw ServiceError INVALID_REQUEST for a cursor from another listing, and lookups `…_NOT_FOUND`. */
export type Overview = {
  clients(query: CursorQuery): Promise<Listed<{ client: ServiceClientRow; keys: readonly ServiceKeyRow[] }>>;
  clientNames(): Promise<Pick<ServiceClientRow, "id" | "name">[]>;
  names(ids: NamedIds): Promise<Names>;
  tenants(
    query: CursorQuery & { clientId: string | null; externalId: string | null; label: string | null },
  ): Promise<Listed<TenantRow>>;
  tenant(id: string): Promise<TenantRow>;
  connections(
    query: CursorQuery & {
      clientId: string | null;
      tenantId: string | null;
      provider: string | null;
      status: ConnectionStatus | null;
    },
  ): Promise<Listed<WatchedConnection>>;
  connection(id: string): Promise<WatchedConnection>;
  executions(query: CursorQuery & ExecutionFilter): Promise<ListedExecutions>;
  execution(id: string): Promise<ExecutionRow>;
  tokens(
    query: CursorQuery & { clientId: string | null; tenantId: string | null; status: DelegatedTokenStatus | null },
  ): Promise<Listed<DelegatedTokenRow>>;
  token(id: string): Promise<DelegatedTokenRow>;
  proposals(query: CursorQuery & { status: ProposalFilter }): Promise<Listed<ProposalRow>>;
  /** Counts pending and approved proposals, up to {@link waitingCountMax}. */
  waitingProposals(): Promise<number>;
  /** Returns the proposal, with the resources that its ids refer to. @param mayDecide whether the reader may decide. */
  proposal(id: string, mayDecide: boolean): Promise<ProposalFacts>;
  webhookEndpoints(query: CursorQuery & { clientId: string | null }): Promise<Listed<WebhookEndpointRow>>;
  webhookEndpoint(id: string): Promise<WebhookEndpointRow>;
  audit(query: AuditQuery): Promise<Listed<ChainedEvent>>;
  client(id: string): Promise<{ client: ServiceClientRow; keys: readonly ServiceKeyRow[] }>;
  connectSession(id: string): Promise<ConnectSessionRow>;
  /**
   * Returns an entry of a chain, with the deliveries of the event that it is. @param chain a service client's id, or
   * {@link deploymentChain}. @param entry its number, or the id of one that the event log shows.
   */
  entry(chain: string, entry: string): Promise<{ entry: ChainedEvent; deliveries: readonly EventDelivery[] }>;
};

/** The name of the deployment's own chain in an address. */
export const deploymentChain = "deployment";

/** Where counting pending and approved proposals stops. */
export const waitingCountMax = 1000;

const pageRows = 25;
/** The maximum number of names in a selection list of clients. */
const clientNamesMax = 200;
/** The maximum number of executions that are read for one page. */
const lookAtMax = 5000;

/** Creates the listings. */
export function createOverview(deps: {
  store: OverviewStore;
  trail: Pick<AuditTrail, "list">;
  cursors: Cursors;
  platform: Pick<Platform, "nowMs">;
  proposals: Pick<ProposalStore, "findOfAny">;
  facts: FactsDeps;
}): Overview {
  const { store, trail, cursors, platform, proposals, facts } = deps;
  const limit = pageRows;
  return {
    async clients({ cursor }) {
      const scope = toScope("clients", []);
      const page = await store.clients({ after: cursors.read(scope, cursor), limit });
      const positions = page.rows.map(({ client: { createdAt, id } }) => ({ createdAt, id }));
      return { rows: page.rows, next: cursors.next(scope, { rows: positions, more: page.more }) };
    },
    clientNames: () => store.clientNames(clientNamesMax),
    names: store.names,
    async tenants({ cursor, ...filters }) {
      const scope = toScope("tenants", [filters.clientId, filters.externalId, filters.label]);
      const page = await store.tenants({ ...filters, after: cursors.read(scope, cursor), limit });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    tenant: (id) => findById(idPrefixes.tenant, id, store.tenant, "TENANT_NOT_FOUND"),
    async connections({ cursor, ...filters }) {
      const { clientId, tenantId, provider, status } = filters;
      const scope = toScope("connections", [clientId, tenantId, provider, status]);
      const page = await store.connections({ ...filters, after: cursors.read(scope, cursor), limit });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    connection: (id) => findById(idPrefixes.connection, id, store.connection, "CONNECTION_NOT_FOUND"),
    executions: (query) => listExecutions(deps, query),
    execution: (id) => findById(idPrefixes.execution, id, store.execution, "EXECUTION_NOT_FOUND"),
    async tokens({ cursor, ...filters }) {
      const { clientId, tenantId, status } = filters;
      const scope = toScope("tokens", [clientId, tenantId, status]);
      const page = await store.tokens({
        ...filters,
        nowMs: platform.nowMs(),
        after: cursors.read(scope, cursor),
        limit,
      });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    token: (id) => findById(idPrefixes.delegatedToken, id, store.token, "DELEGATED_TOKEN_NOT_FOUND"),
    async proposals({ cursor, status }) {
      const scope = toScope("proposals", [status]);
      const page = await store.proposals({ status, after: cursors.read(scope, cursor), limit });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    waitingProposals: () => store.waitingProposals(waitingCountMax),
    async proposal(id, mayDecide) {
      const row = await findById(idPrefixes.proposal, id, proposals.findOfAny, "PROPOSAL_NOT_FOUND");
      return await gatherFacts(facts, row, { languages: ["en"], mayDecide, nowMs: platform.nowMs() });
    },
    async webhookEndpoints({ cursor, clientId }) {
      const scope = toScope("webhookEndpoints", [clientId]);
      const page = await store.webhookEndpoints({ clientId, after: cursors.read(scope, cursor), limit });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    webhookEndpoint: (id) =>
      findById(idPrefixes.webhookEndpoint, id, store.webhookEndpoint, "WEBHOOK_ENDPOINT_NOT_FOUND"),
    async audit({ cursor, clientId, type, tenantId, subject }) {
      const scope = toScope("audit", [clientId, type, tenantId, subject]);
      // A chain is ordered by number, so the number replaces the time that other listings use.
      const beforeSeq = cursors.read(scope, cursor)?.createdAt ?? null;
      const { rows, more } = await trail.list(clientId, { type, tenantId, subject, beforeSeq, limit });
      const positions = rows.map(({ seq, id }) => ({ createdAt: seq, id }));
      return { rows, next: cursors.next(scope, { rows: positions, more }) };
    },
    client: (id) => findById(idPrefixes.serviceClient, id, store.client, "NOT_FOUND"),
    connectSession: (id) => findById(idPrefixes.connectSession, id, store.connectSession, "CONNECT_SESSION_NOT_FOUND"),
    entry: (chain, entry) => findEntry(store, chain === deploymentChain ? "" : chain, entry),
  };
}

/** The most deliveries of an event that are shown. A service client has fewer endpoints. */
const deliveriesMax = 100;

async function findEntry(store: OverviewStore, clientId: string, text: string): ReturnType<Overview["entry"]> {
  const isNumber = /^[1-9]\d{0,14}$/.test(text);
  const wanted = isNumber ? Number(text) : isId(idPrefixes.event, text) ? text : null;
  const entry = wanted === null ? null : await store.entry(clientId, wanted);
  if (entry === null) throw new ServiceError("EVENT_NOT_FOUND");
  const deliveries = entry.publicSeq === 0 ? [] : await store.deliveriesOf(clientId, entry.publicSeq, deliveriesMax);
  return { entry, deliveries };
}

async function listExecutions(
  { store, cursors }: { store: OverviewStore; cursors: Cursors },
  { cursor, ...filter }: CursorQuery & ExecutionFilter,
): Promise<ListedExecutions> {
  const { clientId, tenantId, connectionId, provider, actionId, status, since, until } = filter;
  const times = [since, until].map((at) => (at === null ? null : String(at)));
  const scope = toScope("executions", [clientId, tenantId, connectionId, provider, actionId, status, ...times]);
  const after = cursors.read(scope, cursor);
  const narrowed = await narrow(store, filter);
  if (narrowed === null) return { rows: [], next: null, isPartial: false };
  const page = await store.executions({ ...narrowed, after, limit: pageRows, lookAtMax });
  const { lookedTo } = page;
  const next = lookedTo === null ? cursors.next(scope, page) : cursors.at(scope, lookedTo);
  return { rows: page.rows, next, isPartial: lookedTo !== null };
}

/**
 * Adds the tenant and client of the given connection, or the client of the given tenant, so that an index can be used.
 * Null if they don't belong together.
 */
async function narrow(store: OverviewStore, filter: ExecutionFilter): Promise<ExecutionFilter | null> {
  const { connectionId } = filter;
  const connection = connectionId === null ? null : await store.connection(connectionId);
  if (connectionId !== null && connection === null) return null;
  const tenantId = filter.tenantId ?? connection?.tenantId ?? null;
  const tenant = tenantId === null ? null : await store.tenant(tenantId);
  if (tenantId !== null && tenant === null) return null;
  const clientId = filter.clientId ?? tenant?.clientId ?? null;
  if (tenant !== null && clientId !== tenant.clientId) return null;
  return { ...filter, tenantId, clientId };
}

async function findById<Row>(
  prefix: IdPrefix,
  id: string,
  find: (id: string) => Promise<Row | null>,
  code: ErrorCode,
): Promise<Row> {
  const row = isId(prefix, id) ? await find(id) : null;
  if (row === null) throw new ServiceError(code);
  return row;
}

function toScope(listing: string, filters: readonly (string | null)[]): ListingScope {
  return { listing: `console.${listing}`, clientId: "", tenantId: "", filters };
}
