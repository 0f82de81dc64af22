/** What an operator sees across all clients, at rest. It only reads; what changes something goes through its own noun. */
import type { ConnectionRow, ConnectionStatus } from "../connections/port.ts";
import type { ExecutionStatus } from "@svc/contract";
import type { ExecutionRow } from "../executions/record.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../service-clients/port.ts";
import type { Page, PageAfter } from "../paging/page.ts";
import type { TenantRow } from "../tenants/port.ts";
import type { WebhookEndpointRow } from "../webhooks/port.ts";

/** A connection with what the audit trail knows of its credential. */
export type WatchedConnection = ConnectionRow & {
  /** When an execution last used it; null where the trail, which is kept for its retention, has none. */
  lastUsedAt: number | null;
  /** When the provider last refused its credential. */
  lastRefusedAt: number | null;
};

/** Which executions; null where a filter is not set. Times are milliseconds since the epoch, `until` not included. */
export type ExecutionFilter = {
  clientId: string | null;
  tenantId: string | null;
  connectionId: string | null;
  provider: string | null;
  actionId: string | null;
  status: ExecutionStatus | null;
  since: number | null;
  until: number | null;
};

/** Ids to look names up for. */
export type NamedIds = {
  clients: readonly string[];
  tenants: readonly string[];
  connections: readonly string[];
  /** Public ids of service keys. */
  keys: readonly string[];
  /** Public ids of operator tokens. */
  operators: readonly string[];
};

/** Names by id; an id that isn't found is missing. */
export type Names = {
  /** `isShared`: another service client has the same name. */
  clients: ReadonlyMap<string, { name: string; isShared: boolean }>;
  tenants: ReadonlyMap<string, { displayName: string; externalId: string }>;
  connections: ReadonlyMap<string, { accountName: string; provider: string }>;
  keys: ReadonlyMap<string, string>;
  operators: ReadonlyMap<string, string>;
};

type Asked = { after: PageAfter; limit: number };

/** Listings over all clients, newest first. Every method is one transaction. */
export type OverviewStore = {
  clients(query: Asked): Promise<Page<{ client: ServiceClientRow; keys: readonly ServiceKeyRow[] }>>;
  /** Names of clients, newest first, for a choice of one. */
  clientNames(limit: number): Promise<Pick<ServiceClientRow, "id" | "name">[]>;
  /** The names that a page shows instead of ids. */
  names(ids: NamedIds): Promise<Names>;
  tenants(query: Asked & { clientId: string | null; externalId: string | null }): Promise<Page<TenantRow>>;
  /** Also a deleted one. */
  tenant(tenantId: string): Promise<TenantRow | null>;
  connections(
    query: Asked & {
      clientId: string | null;
      tenantId: string | null;
      provider: string | null;
      status: ConnectionStatus | null;
    },
  ): Promise<Page<WatchedConnection>>;
  connection(connectionId: string): Promise<WatchedConnection | null>;
  /**
   * Looks at so many rows at most, whatever the filters, so that a rare one costs no more than a common one.
   * @returns `lookedTo`: the place up to which it looked where it ended early; null where it came to the end or filled the page.
   */
  executions(
    query: Asked & ExecutionFilter & { lookAtMax: number },
  ): Promise<Page<ExecutionRow> & { lookedTo: PageAfter }>;
  execution(executionId: string): Promise<ExecutionRow | null>;
  webhookEndpoints(query: Asked & { clientId: string | null }): Promise<Page<WebhookEndpointRow>>;
  webhookEndpoint(endpointId: string): Promise<WebhookEndpointRow | null>;
};
