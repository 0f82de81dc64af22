/** What an operator sees of all clients: pages with cursors, newest first, over what {@link OverviewStore} reads. */
import { idPrefixes, isId, ServiceError, type ErrorCode, type IdPrefix } from "@svc/contract";
import type { AuditTrail, ChainedEvent } from "../audit/port.ts";
import type { ConnectionStatus } from "../connections/port.ts";
import type { ExecutionRow } from "../executions/record.ts";
import type { Cursors, ListingScope } from "../paging/cursor.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../service-clients/port.ts";
import type { TenantRow } from "../tenants/port.ts";
import type { WebhookEndpointRow } from "../webhooks/port.ts";
import type { ExecutionFilter, NamedIds, Names, OverviewStore, WatchedConnection } from "./overview-port.ts";

/** A page with the cursor after it; null on the last one. */
export type Listed<Row> = { rows: Row[]; next: string | null };

/** A page of executions; `isPartial`: it ended where so many rows had been looked at, and there may be more behind. */
export type ListedExecutions = Listed<ExecutionRow> & { isPartial: boolean };

type Asked = { cursor: string | undefined };

/** Which events of which chain; `clientId` "" is the deployment's own. */
export type AuditQuery = Asked & {
  clientId: string;
  type: string | null;
  tenantId: string | null;
  subject: string | null;
};

/** The listings throw ServiceError INVALID_REQUEST for a cursor of another listing; the look-ups `…_NOT_FOUND`. */
export type Overview = {
  clients(query: Asked): Promise<Listed<{ client: ServiceClientRow; keys: readonly ServiceKeyRow[] }>>;
  clientNames(): Promise<Pick<ServiceClientRow, "id" | "name">[]>;
  names(ids: NamedIds): Promise<Names>;
  tenants(query: Asked & { clientId: string | null; externalId: string | null }): Promise<Listed<TenantRow>>;
  tenant(id: string): Promise<TenantRow>;
  connections(
    query: Asked & {
      clientId: string | null;
      tenantId: string | null;
      provider: string | null;
      status: ConnectionStatus | null;
    },
  ): Promise<Listed<WatchedConnection>>;
  connection(id: string): Promise<WatchedConnection>;
  executions(query: Asked & ExecutionFilter): Promise<ListedExecutions>;
  execution(id: string): Promise<ExecutionRow>;
  webhookEndpoints(query: Asked & { clientId: string | null }): Promise<Listed<WebhookEndpointRow>>;
  webhookEndpoint(id: string): Promise<WebhookEndpointRow>;
  audit(query: AuditQuery): Promise<Listed<ChainedEvent>>;
};

const pageRows = 25;
/** How many names a choice of clients offers. */
const clientNamesMax = 200;
/** How many executions are looked at for one page. */
const lookAtMax = 5000;

/** @param deps.store what is read; @param deps.trail the audit trail. */
export function createOverview(deps: {
  store: OverviewStore;
  trail: Pick<AuditTrail, "list">;
  cursors: Cursors;
}): Overview {
  const { store, trail, cursors } = deps;
  const limit = pageRows;
  return {
    async clients({ cursor }) {
      const scope = scopeOf("clients", []);
      const page = await store.clients({ after: cursors.read(scope, cursor), limit });
      const places = page.rows.map(({ client: { createdAt, id } }) => ({ createdAt, id }));
      return { rows: page.rows, next: cursors.next(scope, { rows: places, more: page.more }) };
    },
    clientNames: () => store.clientNames(clientNamesMax),
    names: store.names,
    async tenants({ cursor, ...filters }) {
      const scope = scopeOf("tenants", [filters.clientId, filters.externalId]);
      const page = await store.tenants({ ...filters, after: cursors.read(scope, cursor), limit });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    tenant: (id) => found(idPrefixes.tenant, id, store.tenant, "TENANT_NOT_FOUND"),
    async connections({ cursor, ...filters }) {
      const { clientId, tenantId, provider, status } = filters;
      const scope = scopeOf("connections", [clientId, tenantId, provider, status]);
      const page = await store.connections({ ...filters, after: cursors.read(scope, cursor), limit });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    connection: (id) => found(idPrefixes.connection, id, store.connection, "CONNECTION_NOT_FOUND"),
    executions: (query) => listExecutions(deps, query),
    execution: (id) => found(idPrefixes.execution, id, store.execution, "EXECUTION_NOT_FOUND"),
    async webhookEndpoints({ cursor, clientId }) {
      const scope = scopeOf("webhookEndpoints", [clientId]);
      const page = await store.webhookEndpoints({ clientId, after: cursors.read(scope, cursor), limit });
      return { rows: page.rows, next: cursors.next(scope, page) };
    },
    webhookEndpoint: (id) => found(idPrefixes.webhookEndpoint, id, store.webhookEndpoint, "WEBHOOK_ENDPOINT_NOT_FOUND"),
    async audit({ cursor, clientId, type, tenantId, subject }) {
      const scope = scopeOf("audit", [clientId, type, tenantId, subject]);
      // A chain's order is its numbers', so they stand where other listings have a time.
      const beforeSeq = cursors.read(scope, cursor)?.createdAt ?? null;
      const { rows, more } = await trail.list(clientId, { type, tenantId, subject, beforeSeq, limit });
      const places = rows.map(({ seq, id }) => ({ createdAt: seq, id }));
      return { rows, next: cursors.next(scope, { rows: places, more }) };
    },
  };
}

async function listExecutions(
  { store, cursors }: { store: OverviewStore; cursors: Cursors },
  { cursor, ...filter }: Asked & ExecutionFilter,
): Promise<ListedExecutions> {
  const { clientId, tenantId, connectionId, provider, actionId, status, since, until } = filter;
  const times = [since, until].map((at) => (at === null ? null : String(at)));
  const scope = scopeOf("executions", [clientId, tenantId, connectionId, provider, actionId, status, ...times]);
  const after = cursors.read(scope, cursor);
  const narrowed = await narrow(store, filter);
  if (narrowed === null) return { rows: [], next: null, isPartial: false };
  const page = await store.executions({ ...narrowed, after, limit: pageRows, lookAtMax });
  const { lookedTo } = page;
  const next = lookedTo === null ? cursors.next(scope, page) : cursors.at(scope, lookedTo);
  return { rows: page.rows, next, isPartial: lookedTo !== null };
}

/** The client of a tenant, and both of a connection, which an index knows; null where they are not of each other. */
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

async function found<Row>(
  prefix: IdPrefix,
  id: string,
  find: (id: string) => Promise<Row | null>,
  code: ErrorCode,
): Promise<Row> {
  const row = isId(prefix, id) ? await find(id) : null;
  if (row === null) throw new ServiceError(code);
  return row;
}

function scopeOf(listing: string, filters: readonly (string | null)[]): ListingScope {
  return { listing: `console.${listing}`, clientId: "", tenantId: "", filters };
}
