/**
 * Operators of the console as the domain sees them: tokens, sessions, the vault's part in both, and what the console
 * reads across all service clients. Each of those reads is limited to a number of rows.
 */
import type { OperatorRole } from "./roles.ts";
import type { Actor } from "../journal/port.ts";
import { versionOf, type Stale } from "../versions/version.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { OperatorTokenRow, OperatorSessionRow } from "../generated/rows.ts";
import type { ExecutionStatus, DelegatedTokenStatus, ProposalStatus, WebhookDelivery } from "@svc/contract";
import type { ChainedEvent } from "../journal/port.ts";
import type { ConnectSessionRow } from "../connect-sessions/port.ts";
import type { ConnectionRow, ConnectionStatus } from "../connections/port.ts";
import type { DelegatedTokenRow, ServiceClientRow, ServiceKeyRow } from "../service-clients/port.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { ProposalRow } from "../proposals/port.ts";
import type { TenantRow } from "../tenants/port.ts";
import type { WebhookEndpointRow } from "../webhooks/port.ts";

export type { OperatorTokenRow, OperatorSessionRow };

/** Returns the version of a token. Using it changes nothing. */
export function tokenVersion({ lastUsedAt: _use, ...token }: OperatorTokenRow): string {
  return versionOf(token);
}

/**
 * Stored tokens and sessions. Every method is one transaction.
 * @param by who makes the change, for the journal.
 * @param expectedVersion the version that is to be changed, or any if undefined. With another one, the result is
 * `stale`, and nothing is changed.
 */
export type OperatorStore = {
  create(token: OperatorTokenRow, by: Actor): Promise<void>;
  find(tokenId: string): Promise<OperatorTokenRow | null>;
  list(query: { after: PageAfter; limit: number }): Promise<Page<OperatorTokenRow>>;
  /** Changes what an active token may do, in its sessions too; false if it is absent, not active or altered. */
  setRole(tokenId: string, role: OperatorRole, by: Actor, expectedVersion?: string): Promise<boolean | Stale>;
  /** Revokes the token and ends its sessions; false if it is absent or already revoked. */
  revoke(tokenId: string, at: number, by: Actor, expectedVersion?: string): Promise<boolean | Stale>;
  /**
   * Starts a session, counts as a use of its token, and deletes sessions that ended before `at` or were last seen
   * before `seenBefore`.
   */
  begin(session: OperatorSessionRow, seenBefore: number): Promise<void>;
  /** Finds the session with one of these hashes, and its token, regardless of their state. */
  session(hashes: readonly string[]): Promise<{ session: OperatorSessionRow; token: OperatorTokenRow } | null>;
  /** Records a use of session and token. */
  seen(session: Pick<OperatorSessionRow, "hash" | "tokenId">, at: number): Promise<void>;
  end(hash: string): Promise<void>;
};

/** Generates, parses and hashes the secrets of operators; the vault implements it. */
export type OperatorSecrets = {
  /** Generates a token: its public id and the whole text, which is shown once. */
  makeToken(): { id: string; token: string };
  /** Returns the public id of a text with the format and checksum of a token; otherwise null. */
  parseToken(text: string): { id: string } | null;
  makeSessionSecret(): string;
  hasSessionForm(text: string): boolean;
  hash(purpose: "operator-token" | "operator-session" | "operator-form", data: string): string;
  hashUnderEveryKey(purpose: "operator-session", data: string): string[];
  /** Compares in constant time; false if the hash's key version is unknown. */
  verify(purpose: "operator-token" | "operator-form", data: string, hash: string): boolean;
};

/** From `fromMs` up to, but not including, `untilMs`, in milliseconds since the epoch. */
export type Span = { fromMs: number; untilMs: number };

/** The upper bounds of the duration classes, in milliseconds. Longer durations are in the last class. */
export const durationClassesMs = [
  10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 15_000, 30_000, 60_000,
  3_600_000,
] as const;

/** The number of a provider's executions with this status and duration class. */
export type OutcomeCount = {
  provider: string;
  status: ExecutionStatus;
  /** One of {@link durationClassesMs}; 0 if the execution isn't settled. */
  tookUpToMs: number;
  count: number;
};

/** Work in progress in all processes. Each count stops at its limit. */
export type RunningWork = {
  /** The number of running server processes. */
  processes: number;
  /** Executions without an outcome. `orphaned`: the process has ended, so the next sweep settles them. */
  executions: { running: number; orphaned: number };
  /** Leases of token refreshes. `expired`: the holder didn't release the lease in time. */
  refreshes: { held: number; expired: number };
  /** Webhook deliveries: pending, being sent (`held`), and not settled before their lease expired. */
  deliveries: { waiting: number; held: number; expired: number; oldestAt: number | null };
};

/** Webhook endpoints of one kind. */
export type EndpointCount = { disabledReason: string; isFailing: boolean; count: number };

/** Reads the counts. Each read is limited, regardless of the size of the tables. */
export type DashboardStore = {
  /**
   * Counts the newest executions accepted in a span, by outcome.
   * @param lookAtMax the maximum number of rows to read.
   */
  outcomes(span: Span, lookAtMax: number): Promise<OutcomeCount[]>;
  /** Counts the executions accepted in a span. @param countMax where counting stops. */
  accepted(span: Span, countMax: number): Promise<number>;
  /** Counts the connections with status `needs_reconnect`. @param countMax where counting stops. */
  needReconnect(countMax: number): Promise<number>;
  endpoints(): Promise<EndpointCount[]>;
  /** @param countMax where each count stops. */
  work(countMax: number): Promise<RunningWork>;
};

/** A connection, and the use of its credential according to the audit trail. */
export type WatchedConnection = ConnectionRow & {
  /** When an execution last used it; null if the trail has no such event, for example because it was pruned. */
  lastUsedAt: number | null;
  /** When the provider last refused its credential. */
  lastRefusedAt: number | null;
};

/**
 * Filters for executions; null if a filter is not set. Times are milliseconds since the epoch, `until` is exclusive.
 */
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
  /** Public ids of operator tokens, and ids of people. */
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
   * @returns `lookedTo`: the position of the last row that was read if the limit was reached; null if the page is full
   * or there are no more rows.
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
  /** Finds a service client with its keys. */
  client(clientId: string): Promise<{ client: ServiceClientRow; keys: readonly ServiceKeyRow[] } | null>;
  connectSession(sessionId: string): Promise<ConnectSessionRow | null>;
  /** Finds an entry of a chain. @param entry its number, or the id of one that the event log shows. */
  entry(clientId: string, entry: number | string): Promise<ChainedEvent | null>;
  /** The deliveries of an event, by its number in the event log, with the endpoint of each. @param limit at most. */
  deliveriesOf(clientId: string, publicSeq: number, limit: number): Promise<EventDelivery[]>;
};

/** The delivery of an event to an endpoint. */
export type EventDelivery = {
  endpoint: Pick<WebhookEndpointRow, "id" | "url" | "description">;
  status: WebhookDelivery["status"];
  attempts: number;
  attemptedAt: number | null;
};

/** What the search finds, in the order of its results. */
export const foundKinds = [
  "tenant",
  "connection",
  "service_client",
  "webhook_endpoint",
  "oauth_app",
  "operator_token",
  "execution",
  "proposal",
  "event",
  "connect_session",
  "delegated_token",
  "service_key",
] as const;
/** One of {@link foundKinds}. */
export type FoundKind = (typeof foundKinds)[number];

/** What the search finds by name. */
export const namedKinds = [
  "tenant",
  "connection",
  "service_client",
  "webhook_endpoint",
  "oauth_app",
  "operator_token",
] as const satisfies readonly FoundKind[];

/** Something that the search found. A client or tenant is "" if it belongs to none. */
export type Found = {
  kind: FoundKind;
  id: string;
  /** Never a secret; a webhook endpoint's address is only its host. */
  name: string;
  detail: string;
  clientId: string;
  tenantId: string;
};

/** Searches across service clients. No statement reads a big table as a whole. */
export type SearchStore = {
  /** Finds rows by the beginning of their id, from the index of ids. */
  byId(kind: Exclude<FoundKind, "oauth_app">, prefix: string, limit: number): Promise<Found[]>;
  /**
   * Finds names that begin with the text among all rows, and names that contain it among the newest `lookAtMax`.
   * @returns `isPartial`: there are more rows than that.
   */
  byName(
    kind: Exclude<(typeof namedKinds)[number], "oauth_app">,
    text: string,
    options: { limit: number; lookAtMax: number },
  ): Promise<{ rows: Found[]; isPartial: boolean }>;
};
