/** Assembles the store of an engine from its parts. */
import type { Kysely } from "kysely";
import { createOAuthFlowStore } from "./connect/oauth-flows.ts";
import { createAgentSignInStore } from "./agent-sign-in.ts";
import { createDelegatedTokenStore } from "./delegated-tokens.ts";
import { createDescribedProviderStore } from "./described-providers.ts";
import { createOAuthAppStore } from "./oauth-apps.ts";
import { createConnectSessionStore } from "./connect/sessions.ts";
import { createConnectionStore } from "./connections/connections.ts";
import { createCredentialRefreshStore } from "./connections/credential-refreshes.ts";
import type { StoreContext } from "./context.ts";
import { createServiceClockStore } from "./service-clock.ts";
import { StoreError, StoreStartError, asStoreError } from "./errors.ts";
import { createExecutionStore } from "./executions/executions.ts";
import { createLookStore } from "./executions/looks.ts";
import { createDashboardStore } from "./dashboard.ts";
import { unknownOutcomes } from "./executions/overview.ts";
import { startAdvice } from "./faults.ts";
import { createEventStore } from "./journal/events.ts";
import { createAuditStore } from "./journal/trail.ts";
import { createIdempotencyStore } from "./keys.ts";
import { bringUpToDate, readMigrations } from "./migrations.ts";
import type { Migration, MigrationOptions } from "./migrations.ts";
import { createOperatorStore } from "./operators.ts";
import { createPersonStore } from "./people.ts";
import { createOverviewStore } from "./overview.ts";
import { createEventSecretStore, createProviderEventStore } from "./provider-events.ts";
import { createProposalStore } from "./proposals/proposals.ts";
import { createOwnerStore } from "./owners.ts";
import type { Store } from "../../domain/database/port.ts";
import type { RowSeals } from "../../domain/vault/row-seals.ts";
import type { OpenFence } from "./postgres/fence.ts";
import { createRestoreStore } from "./restores.ts";
import { createSearchStore } from "./search.ts";
import { createServiceClientStore } from "./service-clients.ts";
import type { Tables } from "./tables.ts";
import { createTenantStore } from "./tenants.ts";
import { createVaultStore } from "./vault.ts";
import { createWebhookStore } from "./webhooks/deliveries.ts";
import { createWebhookOperationsStore } from "./webhooks/operations.ts";

/** Options for opening the store. */
export type StoreOptions = {
  /** `sqlite:<path>` or `postgres://…`. */
  url: string;
  /** The service time in milliseconds since the epoch; the machine's time until the service clock has been read. */
  nowMs: () => number;
  /** The mark of the deployment's cell in ids, once it was read; empty by default. */
  cellMark?: () => string;
  /** Seals the rows that grant something. Its key may become available later, before the first such row is used. */
  seals: RowSeals;
  /** Whether to apply pending migrations. If false, they are an error. */
  migrate: boolean;
  /** Whether a server opens it. On SQLite only one can, so all earlier owners must be dead. */
  serve: boolean;
  /** Whether to create a missing database; true by default. If false, a missing one is an error. */
  create?: boolean;
  /** The most connections to PostgreSQL; 10 by default. */
  poolMax?: number;
  /** Whether to dispatch only while PostgreSQL's commits wait for a synchronous standby; false by default. */
  requireSyncReplication?: boolean;
  /** Migrations to use in place of this program's, for tests. */
  migrations?: readonly Migration[];
};

/** Applies pending migrations, or refuses them. @param runFile runs the text of one. */
export async function migrate(
  db: Kysely<Tables>,
  engine: "sqlite" | "postgres",
  options: StoreOptions,
  runFile: MigrationOptions["runFile"],
): Promise<void> {
  const { migrate: mayMigrate, nowMs, create = true } = options;
  const migrations = migrationsOf(engine, options);
  await bringUpToDate(db, { engine, migrations, runFile, migrate: mayMigrate, create, nowMs });
}

/** Returns the migrations of an engine, oldest first. */
export function migrationsOf(engine: "sqlite" | "postgres", { migrations }: StoreOptions): readonly Migration[] {
  return migrations ?? readMigrations(engine);
}

/** The number of the newest migration. */
export function newest(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

/**
 * Assembles the store from its parts. An engine adds what only it has.
 * @param schema the number of the newest migration. @param fence null on SQLite.
 */
export function assemble(
  context: StoreContext,
  schema: number,
  close: () => Promise<void>,
  fence: OpenFence | null,
): Store {
  return {
    engine: context.engine,
    warnings: [],
    serviceClients: createServiceClientStore(context),
    tenants: createTenantStore(context),
    connections: createConnectionStore(context),
    credentialRefreshes: createCredentialRefreshStore(context),
    connectSessions: createConnectSessionStore(context),
    oauthFlows: createOAuthFlowStore(context),
    oauthApps: createOAuthAppStore(context),
    describedProviders: createDescribedProviderStore(context),
    eventSecrets: createEventSecretStore(context),
    providerEvents: createProviderEventStore(context),
    delegatedTokens: createDelegatedTokenStore(context),
    agentSignIn: createAgentSignInStore(context),
    executions: createExecutionStore(context, fence),
    proposals: createProposalStore(context, fence),
    looks: createLookStore(context),
    fence: fence?.store ?? null,
    owners: createOwnerStore(context),
    idempotency: createIdempotencyStore(context),
    restores: createRestoreStore(context),
    copyTo: null,
    audit: createAuditStore(context),
    events: createEventStore(context),
    webhooks: { ...createWebhookStore(context), ...createWebhookOperationsStore(context) },
    vault: createVaultStore(context),
    operators: createOperatorStore(context),
    people: createPersonStore(context),
    overview: createOverviewStore(context),
    search: createSearchStore(context),
    dashboard: createDashboardStore(context),
    ping: () =>
      context.read("none", async (queries) => {
        const row = await queries
          .selectFrom("schema_migrations")
          .select((eb) => eb.fn.max("number").as("number"))
          .executeTakeFirst();
        if (row?.number !== schema) throw new StoreError("SCHEMA_CHANGED", false);
      }),
    clock: createServiceClockStore(context),
    unknownOutcomes: () => unknownOutcomes(context),
    waiting: () => 0,
    postgres: null,
    tryWrite: null,
    logBytes: null,
    faultCode: () => null,
    tell: () => undefined,
    close,
  };
}

/** Opens a store, or closes what was opened for it. @throws StoreStartError with advice. */
export async function orClose(close: () => Promise<void>, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    await close();
    if (error instanceof StoreStartError) throw error;
    throw new StoreStartError(startAdvice(asStoreError(error)));
  }
}
