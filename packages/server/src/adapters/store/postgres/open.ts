/** Opens PostgreSQL, and drops connections that broke or take no writes. */
import { callbackify } from "node:util";
import { Client, Pool } from "pg";
import type { ClientBase, ClientConfig, PoolClient } from "pg";
import { StoreError, readOnlyCode } from "../errors.ts";
import { hostsOf, type Hosts } from "./hosts.ts";
import { parsers } from "./value-parsers.ts";

const connectTimeoutMs = 5000;
const idleTimeoutMs = 30_000;
// A statement takes milliseconds; one that takes this long waits for a lock or a dead disk, and its caller must know.
const statementTimeoutMs = 10_000;
// The client's own limit lies above the server's, so that it ends only what no longer answers at all.
const answerTimeoutMs = 15_000;

/** A pool whose sessions all take writes when they join it. */
export class WriterPool extends Pool {
  readonly #hosts: Hosts;
  #joined = new WeakMap<ClientBase, number>();
  #onJoin: (client: ClientBase) => Promise<void> = () => Promise.resolve();
  #generation = 0;

  /** @param hosts where sessions begin. @param max sessions at most. */
  constructor(hosts: Hosts, max: number) {
    super({
      max,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      statement_timeout: statementTimeoutMs,
      query_timeout: answerTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      application_name: "svc",
      keepAlive: true,
      types: parsers,
      Client: clientOf(hosts),
      verify: callbackify((client: PoolClient) => this.#admit(client)),
    });
    this.#hosts = hosts;
    // A connection that breaks while idle leaves the pool by itself; unheard, its error would end the process.
    this.on("error", () => undefined);
    // A new connection can be told of the server's end in the bytes that follow its welcome: before whoever asked for it has
    // it, and when the pool listens no more.
    this.on("connect", (client) => void client.on("error", () => undefined));
  }

  /** A session that takes writes, at whichever host has one. @throws what pg throws of the last host tried. */
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

  /** A session of its own, which is not in the pool; whoever asks for it ends it. @throws what pg throws. */
  async fresh(): Promise<Client> {
    const OwnClient = clientOf(this.#hosts);
    const client = new OwnClient({
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      application_name: "svc watch",
      types: parsers,
    });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  /** Every session is shown to this before it joins the pool. */
  watchJoins(onJoin: (client: ClientBase) => Promise<void>): void {
    this.#onJoin = onJoin;
  }

  /** No session that is in the pool now is given to anyone again: the server they are at is not the one that takes writes. */
  renew(): void {
    this.#generation += 1;
  }

  async #admit(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ is_writer: boolean }>(
      "select not pg_catalog.pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writer",
    );
    if (rows[0]?.is_writer !== true) throw new StoreError(readOnlyCode, true);
    await this.#onJoin(client);
    this.#joined.set(client, this.#generation);
  }
}

/** A client of `pg` that begins at the host in use. */
function clientOf(hosts: Hosts): typeof Client {
  return class extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: hosts.current() });
    }
  };
}

/** A pool on the database that a `postgres://` URL names. @param poolMax connections at most. @throws StoreStartError */
export function openPostgresPool(url: string, poolMax: number): WriterPool {
  return new WriterPool(hostsOf(url), poolMax);
}
