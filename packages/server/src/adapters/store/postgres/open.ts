/**
 * Opens PostgreSQL, and drops connections that broke or don't accept writes. If `SVC_DATABASE_URL` lists several hosts,
 * separated by commas as in libpq, the one that accepts writes is used
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 */
import { callbackify } from "node:util";
import { Client, Pool, type ClientBase, type ClientConfig, type PoolClient } from "pg";
import { StoreError, readOnlyCode, StoreStartError } from "../errors.ts";
import { prepareSession, type Preparing, type SessionLimits } from "./session-settings.ts";
import { parsers } from "./batch.ts";

const connectTimeoutMs = 5000;
const idleTimeoutMs = 30_000;
const idleInTransactionMs = 10_000;
// A server's statements take milliseconds. One that takes this long waits for a lock or a dead disk, or reads far too
// much, and its caller needs an error. Below it, so that the error says which of these it is:
const statementMs = 10_000;
const lockMs = 9000;
// Above PostgreSQL's limit, so that it only ends statements of a server that no longer responses.
const responseMs = 15_000;
const longestMs = 2 ** 31 - 1;

/** Whose sessions these are: a server's, whose callers wait, or a command's, whose statements may take hours. */
export type SessionUser = "server" | "command";

const limitsOf: Readonly<Record<SessionUser, SessionLimits>> = {
  server: { statementMs, lockMs, idleMs: idleInTransactionMs },
  command: { statementMs: 0, lockMs, idleMs: idleInTransactionMs },
};

/** A pool that admits only sessions that accept writes. */
export class WriterPool extends Pool {
  readonly #hosts: Hosts;
  readonly #preparing: Preparing;
  #joined = new WeakMap<ClientBase, number>();
  #onJoin: (client: ClientBase) => Promise<void> = () => Promise.resolve();
  #generation = 0;

  /** @param hosts where to connect. @param max the most sessions. @param user whose sessions they are. */
  constructor(hosts: Hosts, max: number, user: SessionUser) {
    const limits = limitsOf[user];
    super({
      max,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      // Before the session is prepared, so that its role's limit doesn't end it. 0 would not be sent.
      statement_timeout: limits.statementMs || longestMs,
      idle_in_transaction_session_timeout: limits.idleMs,
      ...(user === "server" ? { query_timeout: responseMs } : {}),
      application_name: "svc",
      keepAlive: true,
      types: parsers,
      Client: clientClass(hosts),
      verify: callbackify((client: PoolClient) => this.#admit(client)),
    });
    this.#hosts = hosts;
    this.#preparing = { limits, schema: null };
    // A connection that breaks while idle leaves the pool on its own. Without a listener its error would end the
    // process.
    this.on("error", () => undefined);
    // The server's shutdown notice can arrive right after a new connection's handshake, when the pool no longer listens
    // and the caller doesn't yet.
    this.on("connect", (client) => void client.on("error", () => undefined));
  }

  /** A session that accepts writes, on whichever host has one. @throws what pg throws for the last host tried. */
  async writer(): Promise<PoolClient> {
    for (let failures = 0; ;) {
      const host = this.#hosts.current();
      try {
        const client = await this.connect();
        if (this.#joined.get(client) === this.#generation) return client;
        client.release(true);
      } catch (error) {
        this.#hosts.leave(host);
        failures += 1;
        if (failures >= this.#hosts.count) throw error;
      }
    }
  }

  /** A new session outside the pool, which the caller must end. @throws what pg throws. */
  async fresh(): Promise<Client> {
    const OwnClient = clientClass(this.#hosts);
    const client = new OwnClient({
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      application_name: "svc watch",
      types: parsers,
    });
    client.on("error", () => undefined);
    await client.connect();
    await prepareSession(client, this.#preparing);
    return client;
  }

  /** Calls this with every session before it joins the pool. */
  watchJoins(onJoin: (client: ClientBase) => Promise<void>): void {
    this.#onJoin = onJoin;
  }

  /** Stops using the sessions that are in the pool now: their server is no longer the one that accepts writes. */
  renew(): void {
    this.#generation += 1;
  }

  async #admit(client: PoolClient): Promise<void> {
    await prepareSession(client, this.#preparing);
    const { rows } = await client.query<{ is_writer: boolean }>(
      "select not pg_catalog.pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writer",
    );
    if (rows[0]?.is_writer !== true) throw new StoreError(readOnlyCode, true);
    await this.#onJoin(client);
    this.#joined.set(client, this.#generation);
  }
}

/** A client class of `pg` that connects to the host in use. */
function clientClass(hosts: Hosts): typeof Client {
  return class extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: hosts.current() });
    }
  };
}

/**
 * Opens a pool for a `postgres://` URL.
 * @param poolMax the most connections. @param user whose sessions they are. @throws StoreStartError
 */
export function openPostgresPool(url: string, poolMax: number, user: SessionUser): WriterPool {
  return new WriterPool(parseHosts(url), poolMax, user);
}

/** The hosts of a database, one of which is in use. */
export type Hosts = {
  count: number;
  /** The URL of the host in use, for `pg`. It may contain a password. */
  current(): string;
  /** Moves on to the next host if this URL's is in use, because it can't be reached or rejects writes. */
  leave(url: string): void;
};

const form = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?]*@)?(?<hosts>[^/?]*)(?<rest>.*)$/;
const attributes = /([?&])target_session_attrs=([^&]*)&?/;

/** @throws StoreStartError if the URL requests a server that doesn't accept writes. */
export function parseHosts(url: string): Hosts {
  const { scheme = "", user = "", hosts = "", rest = "" } = form.exec(url)?.groups ?? {};
  const wanted = attributes.exec(rest)?.[2] ?? "read-write";
  if (!["read-write", "primary", "any"].includes(wanted)) {
    throw new StoreStartError(
      "SVC_DATABASE_URL: target_session_attrs must be read-write, because svc writes to the database.",
    );
  }
  // `pg` doesn't support this parameter. The pool checks that each session accepts writes (open.ts).
  const kept = rest.replace(attributes, "$1").replace(/[?&]$/, "");
  const urls = hosts.split(",").map((host) => `${scheme}${user}${host}${kept}`);
  let index = 0;
  return {
    count: urls.length,
    current: () => urls[index] ?? url,
    leave(left) {
      if (left === urls[index]) index = (index + 1) % urls.length;
    },
  };
}

/** The hosts and ports only, because the URL contains a password, perhaps in its query. */
export function hostNames(url: string): string {
  const hosts = form.exec(url)?.groups?.["hosts"] ?? "";
  return hosts === "" ? "the local socket" : hosts;
}
