/**
 * The whole store, each part of which is the port of a domain folder; and the text that every store can keep.
 * PostgreSQL rejects U+0000, and neither engine keeps a lone surrogate, so they become U+FFFD when written. Requests
 * can't contain them, but a provider's responses can. Before a text is compared with its stored form, it is made
 * storable too.
 */
import type { AgentSignInStore } from "../agent-sign-in/port.ts";
import type { AuditStore, EventStore } from "../journal/port.ts";
import type { ServiceClockStore } from "../clock/port.ts";
import type { ConnectSessionStore, OAuthFlowStore } from "../connect-sessions/port.ts";
import type { ConnectionStore, CredentialRefreshStore } from "../connections/port.ts";
import type { DelegatedTokenStore, ServiceClientStore } from "../service-clients/port.ts";
import type { LookStore } from "../evidence/port.ts";
import type { ExecutionStore, OwnerStore } from "../executions/port.ts";
import type { FenceStore } from "../failover/port.ts";
import type { IdempotencyStore, RestoreStore } from "../idempotency/port.ts";
import type { DescribedProviderStore } from "../providers/port.ts";
import type { OAuthAppStore } from "../oauth/app.ts";
import type { PersonStore } from "../operator-sign-in/port.ts";
import type { OperatorStore, DashboardStore, OverviewStore, SearchStore } from "../operators/port.ts";
import type { EventSecretStore, ProviderEventStore } from "../provider-events/port.ts";
import type { ProposalStore } from "../proposals/port.ts";
import type { UnknownOutcomes } from "../telemetry/port.ts";
import type { TenantStore } from "../tenants/port.ts";
import type { VaultStore } from "../vault/port.ts";
import type { WebhookOperationsStore, WebhookStore } from "../webhooks/port.ts";

/** The allowed preparation of a database: create it if it doesn't exist, migrate it, or neither. */
export type Preparation = "create" | "migrate" | "none";

/** Facts about PostgreSQL and how the server reaches it. */
export type PostgresFacts = {
  /** Settings by name, as this role has them. */
  settings: Readonly<Record<string, string>>;
  /** Whether PostgreSQL sees a TLS connection; behind a pooler, that is the pooler's. */
  isEncrypted: boolean;
  /** The number of connected standbys. */
  standbys: number;
  /** Whether row-level security binds the role. */
  isBound: boolean;
  /** Tables with a policy for which row-level security is off or not forced. */
  unprotectedTables: readonly string[];
};

/** Why writes fail, as a sentence, and how to fix it, as an imperative; both without their period. */
export type WriteFault = { what: string; remedy: string };

/** What an operator should know about the database while the server runs. */
export type StoreNotice = { level: "warn" | "error"; message: string };

/** Every table behind its port, on one database. */
export type Store = {
  engine: "sqlite" | "postgres";
  /** Warnings about settings that work but should be changed, one sentence each. */
  warnings: readonly string[];
  serviceClients: ServiceClientStore;
  tenants: TenantStore;
  connections: ConnectionStore;
  credentialRefreshes: CredentialRefreshStore;
  connectSessions: ConnectSessionStore;
  oauthFlows: OAuthFlowStore;
  oauthApps: OAuthAppStore;
  describedProviders: DescribedProviderStore;
  eventSecrets: EventSecretStore;
  providerEvents: ProviderEventStore;
  delegatedTokens: DelegatedTokenStore;
  agentSignIn: AgentSignInStore;
  executions: ExecutionStore;
  proposals: ProposalStore;
  looks: LookStore;
  owners: OwnerStore;
  /** Stops writes to a PostgreSQL that may have lost some; null on SQLite, which can't fail over. */
  fence: FenceStore | null;
  idempotency: IdempotencyStore;
  restores: RestoreStore;
  clock: ServiceClockStore;
  audit: AuditStore;
  events: EventStore;
  webhooks: WebhookStore & WebhookOperationsStore;
  vault: VaultStore;
  operators: OperatorStore;
  people: PersonStore;
  overview: OverviewStore;
  search: SearchStore;
  dashboard: DashboardStore;
  /**
   * Writes a consistent copy to a path that does not exist yet, while the database is in use. Null on PostgreSQL, which
   * has its own tools.
   * @returns a warning for the operator, if any. @throws StoreCopyError
   */
  copyTo: ((path: string) => { warning: string | null }) | null;
  /**
   * Makes a round trip that proves that the migrations are applied and, on SQLite, that a write succeeds; for
   * readiness.
   * @throws StoreError; its `fault` names the problem.
   */
  ping(): Promise<void>;
  /** Returns the unresolved unknown outcomes of all clients, by provider. */
  unknownOutcomes(): Promise<readonly UnknownOutcomes[]>;
  /** Returns the number of statements that wait for a connection; always 0 on SQLite. */
  waiting(): number;
  /** Reads the facts about PostgreSQL; null on SQLite. */
  postgres: (() => Promise<PostgresFacts>) | null;
  /** Tries a write that needs room on PostgreSQL's disk and leaves nothing behind; null on SQLite. */
  tryWrite: (() => Promise<WriteFault | null>) | null;
  /** Returns the size of SQLite's log at its last commit, in bytes; null on PostgreSQL. */
  logBytes: (() => number) | null;
  /** Returns the code of the fault that currently prevents writes; null if none is known. */
  faultCode(): string | null;
  /**
   * Sets the listener, called when such a fault begins or ends, when SQLite's log has grown too large, and when a
   * pooler before PostgreSQL loses prepared statements.
   */
  tell(listener: (notice: StoreNotice) => void): void;
  close(): Promise<void>;
};

const replacement = "\u{FFFD}";

/** Returns the text with NUL and lone surrogates replaced. */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", replacement) : wellFormed;
}

/** Returns JSON data with storable texts and keys. */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item)]));
}
