/** The port for the operator's listings across all clients. It only reads. */
import type { ConnectionRow, ConnectionStatus } from "../connections/port.ts";
import type { DelegatedTokenStatus, ExecutionStatus, ProposalStatus } from "@svc/contract";
import type { DelegatedTokenRow } from "../service-clients/token-port.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { ProposalRow } from "../proposals/port.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../service-clients/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { TenantRow } from "../tenants/port.ts";
import type { WebhookEndpointRow } from "../webhooks/port.ts";

/** A connection, and the use of its credential according to the audit trail. */
export type WatchedConnection = ConnectionRow & {
  /** When an execution last used it; null if the trail has no such event, for example because it was pruned. */
  lastUsedAt: number | null;
  /** When the provider last refused its credential. */
  lastRefusedAt: number | null;
};

/** Filters for executions; null if a filter is not set. Times are milliseconds since the epoch, `until` is exclusive. */
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

/** The ids to look up names for. */
export type NamedIds = {
  clients: readonly string[];
  tenants: readonly string[];
  connections: readonly string[];
  /** Public ids of service keys. */
  keys: readonly string[];
  /** Public ids of operator tokens. */
  operators: readonly string[];
};

/** Names by id. An id that isn't found is missing. */
export type Names = {
  /** `isShared`: another service client has the same name. */
  clients: ReadonlyMap<string, { name: string; isShared: boolean }>;
  tenants: ReadonlyMap<string, { displayName: string; externalId: string }>;
  connections: ReadonlyMap<string, { accountName: string; provider: string }>;
  keys: ReadonlyMap<string, string>;
  operators: ReadonlyMap<string, string>;
};

/** The proposals to list: pending and approved ones (`waiting`), all of them, or those with one status. */
export type ProposalFilter = "waiting" | "all" | ProposalStatus;

type PageRequest = { after: PageAfter; limit: number };

/** Listings over all clients, newest first. Every method is one transaction. */
export type OverviewStore = {
  clients(query: PageRequest): Promise<Page<{ client: ServiceClientRow; keys: readonly ServiceKeyRow[] }>>;
  /** Returns the names of clients, newest first, for a selection list. */
  clientNames(limit: number): Promise<Pick<ServiceClientRow, "id" | "name">[]>;
  /** Returns the names that a page shows instead of ids. */
  names(ids: NamedIds): Promise<Names>;
  tenants(
    query: PageRequest & { clientId: string | null; externalId: string | null; label: string | null },
  ): Promise<Page<TenantRow>>;
  /** Finds a tenant, even a deleted one. */
  tenant(tenantId: string): Promise<TenantRow | null>;
  connections(
    query: PageRequest & {
      clientId: string | null;
      tenantId: string | null;
      provider: string | null;
      status: ConnectionStatus | null;
    },
  ): Promise<Page<WatchedConnection>>;
  connection(connectionId: string): Promise<WatchedConnection | null>;
  /**
   * Reads at most `lookAtMax` rows, so that a filter with few matches costs no more than one with many.
   * @returns `lookedTo`: the position of the last row that was read if the limit was reached; null if the page is full or
   * there are no more rows.
   */
  executions(
    query: PageRequest & ExecutionFilter & { lookAtMax: number },
  ): Promise<Page<ExecutionRow> & { lookedTo: PageAfter }>;
  execution(executionId: string): Promise<ExecutionRow | null>;
  tokens(
    query: PageRequest & {
      clientId: string | null;
      tenantId: string | null;
      status: DelegatedTokenStatus | null;
      nowMs: number;
    },
  ): Promise<Page<DelegatedTokenRow>>;
  token(tokenId: string): Promise<DelegatedTokenRow | null>;
  proposals(query: PageRequest & { status: ProposalFilter }): Promise<Page<ProposalRow>>;
  /** Counts pending and approved proposals, up to `max`. */
  waitingProposals(max: number): Promise<number>;
  webhookEndpoints(query: PageRequest & { clientId: string | null }): Promise<Page<WebhookEndpointRow>>;
  webhookEndpoint(endpointId: string): Promise<WebhookEndpointRow | null>;
};
