/** The whole store, as composition hands it out; each part is a port of its domain folder. */
import type { AuditStore } from "../audit/port.ts";
import type { ServiceClockStore } from "../clock/port.ts";
import type { ConnectSessionStore, OAuthFlowStore } from "../connect-sessions/port.ts";
import type { ConnectionStore, CredentialRefreshStore } from "../connections/port.ts";
import type { EventStore } from "../events/port.ts";
import type { ExecutionStore, OwnerStore } from "../executions/port.ts";
import type { FenceStore } from "../failover/port.ts";
import type { IdempotencyStore, RestoreStore } from "../idempotency/port.ts";
import type { OperatorStore } from "../operators/port.ts";
import type { DashboardStore } from "../operators/dashboard-port.ts";
import type { OverviewStore } from "../operators/overview-port.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import type { UnknownOutcomes } from "../telemetry/port.ts";
import type { TenantStore } from "../tenants/port.ts";
import type { VaultStore } from "../vault/port.ts";
import type { WebhookOperationsStore, WebhookStore } from "../webhooks/port.ts";

/**
 * What may be done to a database before it is used: make one where there is none, bring the one that is there up to date, or
 * nothing at all.
 */
export type Preparation = "create" | "migrate" | "none";

/** What PostgreSQL says of itself and of how the server reaches it. */
export type PostgresFacts = {
  /** Settings by name, as this role has them. */
  settings: Readonly<Record<string, string>>;
  /** Whether the connection that PostgreSQL sees is by TLS; behind a pooler that is the pooler's. */
  isEncrypted: boolean;
  /** Standbys that are connected just now. */
  standbys: number;
  /** Whether row-level security binds the role. */
  isBound: boolean;
  /** Tables with a policy for which row-level security is off or not forced. */
  unprotectedTables: readonly string[];
};

/** What an operator should know of the database while the server runs. */
export type StoreNotice = { level: "warn" | "error"; message: string };

/** Every table behind its port, on one database. */
export type Store = {
  engine: "sqlite" | "postgres";
  /** What works and should still be changed, a sentence each. */
  warnings: readonly string[];
  serviceClients: ServiceClientStore;
  tenants: TenantStore;
  connections: ConnectionStore;
  credentialRefreshes: CredentialRefreshStore;
  connectSessions: ConnectSessionStore;
  oauthFlows: OAuthFlowStore;
  executions: ExecutionStore;
  owners: OwnerStore;
  /** Keeps writes from a PostgreSQL that may have lost some; null on SQLite, which cannot fail over. */
  fence: FenceStore | null;
  idempotency: IdempotencyStore;
  restores: RestoreStore;
  clock: ServiceClockStore;
  audit: AuditStore;
  events: EventStore;
  webhooks: WebhookStore & WebhookOperationsStore;
  vault: VaultStore;
  operators: OperatorStore;
  overview: OverviewStore;
  dashboard: DashboardStore;
  /**
   * Writes a whole copy, as of one moment, to a path at which there is nothing, beside whoever uses the database. Null on
   * PostgreSQL, which brings its own ways. @returns what to tell the operator, if anything. @throws StoreCopyError
   */
  copyTo: ((path: string) => { warning: string | null }) | null;
  /**
   * Round trip that also proves that the migrations are applied, and on SQLite that a write passes; for readiness.
   * @throws StoreError whose `fault` says what is wrong.
   */
  ping(): Promise<void>;
  /** Unknown outcomes that nobody has settled, of all clients, by provider. */
  unknownOutcomes(): Promise<readonly UnknownOutcomes[]>;
  /** Statements that wait for a connection just now; SQLite has one, in this thread, and nothing waits beside it. */
  waiting(): number;
  /** What PostgreSQL says of itself; null on SQLite. */
  postgres: (() => Promise<PostgresFacts>) | null;
  /** Bytes of SQLite's log, at its last commit; null on PostgreSQL. */
  logBytes: (() => number) | null;
  /** The code of a fault that keeps writes from passing, as far as it has been told; null where none is known. */
  faultCode(): string | null;
  /** Names who is told, once each, when such a fault begins or ends and when SQLite's log has grown too large. */
  tell(listener: (notice: StoreNotice) => void): void;
  close(): Promise<void>;
};
