/** Opens the store at a URL, on either engine, and assembles its parts. */
import { Kysely, sql } from "kysely";
import { createOAuthFlowStore } from "./connect/oauth-flows.ts";
import { createAgentSignInStore } from "./agent-sign-in.ts";
import { createDelegatedTokenStore } from "./delegated-tokens.ts";
import { createOAuthAppStore } from "./oauth-apps.ts";
import { createConnectSessionStore } from "./connect/sessions.ts";
import { createConnectionStore } from "./connections/connections.ts";
import { createCredentialRefreshStore } from "./connections/credential-refreshes.ts";
import { postgresContext, sqliteContext } from "./context.ts";
import type { StoreContext } from "./context.ts";
import { createServiceClockStore } from "./service-clock.ts";
import { StoreError, StoreStartError, asStoreError } from "./errors.ts";
import { createExecutionStore } from "./executions/executions.ts";
import { createLookStore } from "./executions/looks.ts";
import { createDashboardStore } from "./dashboard.ts";
import { unknownOutcomes } from "./executions/overview.ts";
import { startAdvice } from "./faults.ts";
import { createPostgresHealth } from "./postgres/health.ts";
import { createEventStore } from "./journal/events.ts";
import { createAuditStore } from "./journal/trail.ts";
import { createIdempotencyStore } from "./keys.ts";
import { bringUpToDate, readMigrations, tablesOf } from "./migrations.ts";
import type { Migration, MigrationOptions } from "./migrations.ts";
import { createOperatorStore } from "./operators.ts";
import { createOverviewStore } from "./overview.ts";
import { createProposalStore } from "./proposals/proposals.ts";
import { createOwnerStore } from "./owners.ts";
import type { Store } from "../../domain/database/port.ts";
import type { RowSeals } from "../../domain/vault/row-seals.ts";
import { tryWrite, writeBriefly, postgresFacts, requirePrivileges } from "./postgres/facts.ts";
import { openFence, type OpenFence } from "./postgres/fence.ts";
import { postgresDialect, scriptDialect, createPreparedNames } from "./postgres/dialect.ts";
import { openPostgresPool } from "./postgres/open.ts";
import { checkPostgres } from "./postgres/start-check.ts";
import { createRestoreStore } from "./restores.ts";
import { createScopes } from "./work.ts";
import { createServiceClientStore } from "./service-clients.ts";
import { createCommits } from "./sqlite/commits.ts";
import { copySqlite } from "./sqlite/copy.ts";
import { sqliteConnection } from "./sqlite/dialect.ts";
import { watchFiles } from "./sqlite/files.ts";
import { createHealth } from "./sqlite/health.ts";
import { createPing, keepLogSmall } from "./sqlite/upkeep.ts";
import { lockSqlite, openSqlite, requireSqlite, sqlitePath } from "./sqlite/open.ts";
import type { Tables } from "./tables.ts";
import { createTenantStore } from "./tenants.ts";
import { createVaultStore } from "./vault.ts";
import { createWebhookStore } from "./webhooks/deliveries.ts";
import { createWebhookOperationsStore } from "./webhooks/operations.ts";

/** Options of {@link openStore}. */
export type StoreOptions = {
  /** `sqlite:<path>` or `postgres://…`. */
  url: string;
  /** The service time in milliseconds since the epoch; the machine's time until the service clock has been read. */
  nowMs: () => number;
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

/**
 * Opens the store with its schema up to date.
 * @throws StoreStartError one line that says what is wrong and how to fix it.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (/^postgres(?:ql)?:\/\//.test(options.url)) return await openOnPostgres(options);
  if (options.url.startsWith("sqlite:")) return await openOnSqlite(options);
  throw new StoreStartError("SVC_DATABASE_URL must be sqlite:<path> or postgres://….");
}

const poolMaxDefault = 10;

async function openOnPostgres(options: StoreOptions): Promise<Store> {
  const pool = openPostgresPool(options.url, options.poolMax ?? poolMaxDefault, options.serve ? "server" : "command");
  const scopes = createScopes();
  const names = createPreparedNames();
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, scopes, names) });
  const close = async (): Promise<void> => {
    await db.destroy();
    // Kysely ends the pool only if it has used it.
    if (!pool.ended) await pool.end();
  };
  return await orClose(close, async () => {
    const warnings = await checkPostgres(pool, options.url);
    await migratePostgres(options);
    const context = postgresContext({
      db,
      scopes,
      nowMs: options.nowMs,
      seals: options.seals,
      onFailure: (error) => health.failed(error),
    });
    const health = createPostgresHealth(() => writeBriefly(context));
    const fence = await openFence(context, pool, {
      serve: options.serve,
      needsSync: options.requireSyncReplication ?? false,
    });
    const migrations = migrationsOf("postgres", options);
    const store = assemble(context, newest(migrations), close, fence);
    const tables = tablesOf(migrations);
    const postgres = () => postgresFacts(context);
    return {
      ...store,
      warnings,
      waiting: () => pool.waitingCount,
      postgres,
      tryWrite: () => tryWrite(context),
      ping: async () => {
        await health.recheck();
        await store.ping();
        await requirePrivileges(context, tables);
      },
      faultCode: health.faultCode,
      tell(listener) {
        names.listen(listener);
        health.listen(listener);
      },
      async close() {
        health.stop();
        await store.close();
      },
    };
  });
}

/** In a session of its own, without a server's time limits: a migration reads whole tables. */
async function migratePostgres(options: StoreOptions): Promise<void> {
  const pool = openPostgresPool(options.url, 1, "command");
  try {
    const db = new Kysely<Tables>({ dialect: scriptDialect(pool) });
    await migrate(db, "postgres", options, async (transaction, text) => {
      await sql.raw(text).execute(transaction);
    });
  } finally {
    await pool.end();
  }
}

async function openOnSqlite(options: StoreOptions): Promise<Store> {
  const path = sqlitePath(options.url);
  if (options.create === false) requireSqlite(path);
  // Lock first: a second server mustn't even migrate.
  const lock = options.serve ? lockSqlite(path) : null;
  try {
    const database = openSqlite(path);
    const connection = sqliteConnection<Tables>(database);
    const { db } = connection;
    return await orClose(
      () => db.destroy(),
      async () => {
        const files = watchFiles(path);
        const health = createHealth(database, files);
        const commits = createCommits(connection, health);
        const context = sqliteContext({ db, nowMs: options.nowMs, seals: options.seals, commits, health });
        const stopEmptyingLog = options.serve ? keepLogSmall(connection, health) : () => undefined;
        await migrate(db, "sqlite", options, async (_transaction, text) => database.exec(text));
        const store = assemble(
          context,
          newest(migrationsOf("sqlite", options)),
          async () => {
            stopEmptyingLog();
            await db.destroy();
            lock?.close();
          },
          null,
        );
        // We hold the lock, so every other server is dead.
        if (lock !== null) await createOwnerStore(context).endAll();
        return {
          ...store,
          copyTo: (to) => copySqlite(path, to, options.nowMs()),
          ping: createPing(context, health, store.ping),
          logBytes: health.logBytes,
          faultCode: health.faultCode,
          tell: health.listen,
        };
      },
    );
  } catch (error) {
    lock?.close();
    throw error;
  }
}

async function migrate(
  db: Kysely<Tables>,
  engine: "sqlite" | "postgres",
  options: StoreOptions,
  runFile: MigrationOptions["runFile"],
): Promise<void> {
  const { migrate: mayMigrate, nowMs, create = true } = options;
  const migrations = migrationsOf(engine, options);
  await bringUpToDate(db, { engine, migrations, runFile, migrate: mayMigrate, create, nowMs });
}

function migrationsOf(engine: "sqlite" | "postgres", { migrations }: StoreOptions): readonly Migration[] {
  return migrations ?? readMigrations(engine);
}

/** The number of the newest migration. */
function newest(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

function assemble(context: StoreContext, schema: number, close: () => Promise<void>, fence: OpenFence | null): Store {
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
    overview: createOverviewStore(context),
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

async function orClose(close: () => Promise<void>, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    await close();
    if (error instanceof StoreStartError) throw error;
    throw new StoreStartError(startAdvice(asStoreError(error)));
  }
}
