/**
 * Kysely on `pg`. Statements that belong together take one round trip (batch.ts): in a transaction, `begin` and the
 * scope go with its first statements; outside one, the scope goes with the statements, and together they are a
 * transaction.
 *
 * Statements are sent under names, by which PostgreSQL keeps them prepared. A transaction pooler that doesn't track
 * prepared statements moves sessions between servers that don't know each other's names. Statements without a name work
 * there as well, and are parsed each time.
 */
import {
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type Dialect,
  type QueryResult,
} from "kysely";
import type { PoolClient, QueryConfig, QueryResult as PgResult } from "pg";
import { StoreError, breaksConnection, isReadOnly, isStale, isUnprepared } from "../errors.ts";
import type { Scopes } from "../work.ts";
import { sent, type Call, type Runner } from "../statements/statement.ts";
import { storableParameters } from "../text.ts";
import { sendTogether } from "./batch.ts";
import type { WriterPool } from "./open.ts";
import type { StoreNotice } from "../../../domain/database/port.ts";
import { faultOf } from "../faults.ts";

/** The part of a pool that the dialect uses. */
export type Writers = Pick<WriterPool, "writer" | "renew" | "end">;

/**
 * @param pool closed with the dialect.
 * @param scopes the scope of each transaction.
 * @param names shared by its sessions.
 */
export function postgresDialect(pool: Writers, scopes: Scopes, names = createPreparedNames()): Dialect {
  const sessions = new WeakMap<PoolClient, Session>();
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => undefined,
      async acquireConnection() {
        const client = await pool.writer();
        const session = sessions.get(client) ?? new Session(client, scopes, names, () => pool.renew());
        sessions.set(client, session);
        return session;
      },
      beginTransaction: async (connection) => (connection as Session).begin(),
      commitTransaction: (connection) => (connection as Session).end("commit"),
      rollbackTransaction: (connection) => (connection as Session).end("rollback"),
      releaseConnection: async (connection) => (connection as Session).release(),
      destroy: () => pool.end(),
    }),
  };
}

/**
 * For migrations: plain `pg`. It sends text without parameters by the simple protocol, which allows many statements.
 * Destroying the dialect leaves the pool open.
 */
export function scriptDialect(pool: Pick<WriterPool, "options" | "writer">): Dialect {
  return new PostgresDialect({
    pool: { options: pool.options, connect: () => pool.writer(), end: async () => undefined },
  });
}

/** A client of the pool, as a connection of Kysely's. */
class Session implements Runner {
  readonly #client: PoolClient;
  readonly #scopes: Scopes;
  readonly #names: PreparedNames;
  readonly #renewPool: () => void;
  #isBroken = false;
  #isUnconfirmed = false;
  #isInTransaction = false;
  /** The transaction's first statements, until they are sent along with another. */
  #opening: readonly QueryConfig[] = [];

  constructor(client: PoolClient, scopes: Scopes, names: PreparedNames, renewPool: () => void) {
    this.#client = client;
    this.#scopes = scopes;
    this.#names = names;
    this.#renewPool = renewPool;
    // Without a listener, a socket error on a client in use would end the process.
    client.on("error", () => (this.#isBroken = true));
    client.on("notice", ({ code }) => (this.#isUnconfirmed ||= isWarning(code)));
  }

  begin(): void {
    this.#isInTransaction = true;
    this.#opening = [{ text: "begin" }, ...this.#scopeSetting(false)];
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const wasBegun = this.#opening.length === 0;
    this.#isInTransaction = false;
    this.#opening = [];
    if (wasBegun) await this.#send([{ text: how }]);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const [result] = await this.#run([{ text: sql, values: storableParameters(parameters) }], false);
    return result as QueryResult<Row>;
  }

  async runAll(calls: readonly Call[]): Promise<QueryResult<unknown>[]> {
    const queries = calls.map((call) => {
      const [text, values] = sent(call, "postgres");
      return this.#named(call.name, { text, values: storableParameters(values) });
    });
    return await this.#run(
      queries,
      calls.some(({ isPlannedOnce }) => isPlannedOnce),
    );
  }

  // eslint-disable-next-line require-yield
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Streaming rows from PostgreSQL is not supported.");
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Runs statements in the open transaction, or in one of their own. */
  async #run(queries: readonly QueryConfig[], isPlannedOnce: boolean): Promise<QueryResult<unknown>[]> {
    const ahead = this.#isInTransaction ? this.#opening : this.#scopeSetting(isPlannedOnce);
    this.#opening = [];
    const responses = await this.#send([...ahead, ...queries]);
    return responses.slice(ahead.length).map(resultOf);
  }

  #scopeSetting(isPlannedOnce: boolean): QueryConfig[] {
    const setting = this.#scopes.setting();
    if (setting === null) return [];
    const { name, text } = settings[isPlannedOnce ? "plan" : "plain"];
    return [this.#named(name, { text, values: [setting.name, setting.value] })];
  }

  #named(name: string, query: QueryConfig): QueryConfig {
    return this.#names.areUsed() ? { ...query, name } : query;
  }

  async #send(queries: readonly QueryConfig[]): Promise<PgResult[]> {
    try {
      const responses = await sendTogether(this.#client, queries);
      if (this.#isUnconfirmed) throw new StoreError("COMMIT_UNCONFIRMED", true);
      return responses;
    } catch (error) {
      this.#isBroken ||= this.#isUnconfirmed || breaksConnection(error);
      this.#names.look(error);
      if (isReadOnly(error) || isStale(error)) this.#renewPool();
      throw error;
    }
  }
}

const setScope = "select set_config($1, $2, true)";
const settings = {
  // Set per transaction, because the setting of the role or the server can change during a session, and a commit could
  // then be confirmed and lost. `remote_apply` waits for even more and is kept
  // (https://www.postgresql.org/docs/current/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT). With a higher
  // client_min_messages, PostgreSQL would not say that a commit stopped waiting (isWarning).
  plain: {
    name: "svc.setting",
    text: `${setScope}, set_config('synchronous_commit',
      case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, true),
      set_config('client_min_messages', 'warning', true)`,
  },
  // A page comes from an index that has its rows in order. PostgreSQL estimates an unknown limit at a tenth of all rows
  // and would rather sort those, and it keeps a plan while the tables grow.
  plan: {
    name: "svc.setting_plan",
    text: `${setScope}, set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_sort', 'off', true),
      set_config('enable_incremental_sort', 'off', true), set_config('enable_seqscan', 'off', true)`,
  },
} as const;

const changing: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function resultOf({ rows, rowCount, command }: PgResult): QueryResult<unknown> {
  return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}

/**
 * Whether a notice is a warning. PostgreSQL sends one if a commit stopped waiting for a synchronous standby and may be
 * lost with this server (SyncRepWaitForLSN, src/backend/replication/syncrep.c). Its text is translated and its code is
 * that of any warning, so every warning counts. None of our statements causes another. Notices have other codes.
 */
function isWarning(code: string | undefined): boolean {
  return code !== undefined && (code.startsWith("01") || code.startsWith("57P"));
}

/** The decision for one pool of connections. */
export type PreparedNames = {
  /** False once a pooler was found to lose prepared statements. It stays false. */
  areUsed(): boolean;
  /** Looks at a statement's error for such a pooler. */
  look(error: unknown): void;
  /** Calls the listener once, when names are given up; at once if they already were. */
  listen(listener: (notice: StoreNotice) => void): void;
};

/** Creates one that uses names. */
export function createPreparedNames(): PreparedNames {
  let notice: StoreNotice | null = null;
  let listener: (notice: StoreNotice) => void = () => undefined;
  return {
    areUsed: () => notice === null,
    look(error) {
      if (notice !== null || !isUnprepared(error)) return;
      const { code } = error;
      const fault = faultOf(code);
      notice = {
        level: "warn",
        message: `${fault?.what} (${code}), so statements are parsed each time, which is slower; ${fault?.remedy}`,
      };
      listener(notice);
    },
    listen(added) {
      listener = added;
      if (notice !== null) listener(notice);
    },
  };
}
