/** A PostgreSQL primary with standbys, behind an address that moves to the one that accepts writes. */
import { mkdtempSync, rmSync } from "node:fs";
import { appendFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { giveToServerRole } from "../../tools/postgres/databases.ts";
import { startPostgres, type PostgresServer } from "../../tools/postgres/index.ts";
import { until, type ServerHome } from "../../conformance/harness/index.ts";
import { copyCluster, giveOwnerOf } from "../copy-cluster.ts";
import { Relay } from "./relay.ts";

/** Options of a cluster. */
export interface ClusterPlan {
  readonly standbys: number;
  /** Whether commits wait for one of the standbys. */
  readonly isSynchronous: boolean;
}

/** One PostgreSQL and its data folder. */
interface Node {
  readonly server: PostgresServer;
  readonly data: string;
  readonly port: number;
}

const settings = { wal_keep_size: "512MB", wal_retrieve_retry_interval: "100ms", min_wal_size: "32MB" } as const;
const withinMs = 120_000;

export class Cluster {
  /** For each of two servers: the same database, at its own address. */
  readonly homes: readonly [ServerHome, ServerHome];
  /** Stops and removes everything. */
  readonly remove: () => Promise<void>;
  readonly #nodes: readonly Node[];
  readonly #addresses: readonly [Relay, Relay];
  readonly #replication: Relay;
  readonly #adminUrl: string;
  #primary: Node;

  private constructor(parts: {
    nodes: readonly Node[];
    primary: Node;
    addresses: readonly [Relay, Relay];
    replication: Relay;
    homes: readonly [ServerHome, ServerHome];
    remove: () => Promise<void>;
  }) {
    this.#nodes = parts.nodes;
    this.#primary = parts.primary;
    this.#addresses = parts.addresses;
    this.#replication = parts.replication;
    this.homes = parts.homes;
    this.remove = parts.remove;
    // Copies of the primary have its passwords.
    this.#adminUrl = parts.primary.server.url;
  }

  /** Starts it with an empty database, and waits until every standby follows. */
  static async start({ standbys, isSynchronous }: ClusterPlan): Promise<Cluster> {
    const nodes: Node[] = [];
    for (let index = 0; index <= standbys; index += 1) nodes.push(await startNode());
    const [primary] = nodes;
    if (primary === undefined) throw new Error("A cluster has a primary.");
    const databaseUrl = await primary.server.createDatabase("proof");
    const roleUrl = await giveToServerRole(primary.server.url, databaseUrl);
    const addresses = [await Relay.listen(primary.port), await Relay.listen(primary.port)] as const;
    const replication = await Relay.listen(primary.port);
    const folder = mkdtempSync(join(tmpdir(), "svc-failover-"));
    const remove = async (): Promise<void> => {
      await Promise.all([
        ...[...addresses, replication].map((relay) => relay.close()),
        ...nodes.map(({ server }) => server.stop()),
      ]);
      rmSync(folder, { recursive: true, force: true });
    };
    const homeAt = ({ port }: Relay): ServerHome => {
      return { folder, databaseUrl: at(databaseUrl, port), serverDatabaseUrl: at(roleUrl, port), remove };
    };
    const homes = [homeAt(addresses[0]), homeAt(addresses[1])] as const;
    const cluster = new Cluster({ nodes, primary, addresses, replication, homes, remove });
    try {
      // Before the copies, so that each one requires it after a promotion.
      if (isSynchronous) await cluster.primary("alter system set synchronous_standby_names = 'ANY 1 (*)'");
      await cluster.primary("select pg_reload_conf()");
      for (const node of nodes) if (node !== primary) await cluster.#follow(node);
      await cluster.rebuild();
    } catch (error) {
      await remove();
      throw error;
    }
    return cluster;
  }

  /** The servers' role. */
  get role(): string {
    return new URL(this.homes[0].serverDatabaseUrl ?? "").username;
  }

  /** Runs a statement on the primary as its administrator. */
  async primary(statement: string): Promise<readonly Record<string, unknown>[]> {
    return await ask(at(this.#adminUrl, this.#primary.port), statement);
  }

  /** Runs a statement on the servers' database as its administrator. */
  async inDatabase(statement: string): Promise<readonly Record<string, unknown>[]> {
    return await ask(at(this.homes[0].databaseUrl, this.#primary.port), statement);
  }

  /** Blocks replication to the standbys, without closing connections. */
  cutStandbysOff(): void {
    this.#replication.hold();
  }

  /** Kills the primary and promotes the most advanced standby. {@link Cluster.moveAddresses} moves the addresses. */
  async failOver(): Promise<void> {
    await this.#primary.server.kill9();
    await this.promoteBeside();
  }

  /** Promotes the same way, but the old primary continues to accept writes. */
  async promoteBeside(): Promise<void> {
    // A standby that receives more after the promotion couldn't follow.
    this.#replication.hold();
    const standbys = this.#nodes.filter((node) => node !== this.#primary);
    const received = await Promise.all(standbys.map((node) => this.#received(node)));
    const next = standbys[received.indexOf(Math.max(...received))];
    if (next === undefined) throw new Error("There is no standby to promote.");
    await ask(at(this.#adminUrl, next.port), "select pg_promote(true, 60)");
    this.#primary = next;
    this.#replication.pointTo(next.port);
  }

  /** Points both addresses to the current primary. */
  moveAddresses(): void {
    for (const address of this.#addresses) address.pointTo(this.#primary.port);
  }

  addressOf(server: 0 | 1): Relay {
    return this.#addresses[server];
  }

  /** The current primary's port. */
  get port(): number {
    return this.#primary.port;
  }

  /** Makes every stopped node a standby of the current primary, and waits until all follow. */
  async rebuild(): Promise<void> {
    for (const node of this.#nodes) {
      if (node !== this.#primary && !(await this.#runs(node))) await this.#follow(node);
    }
    await until(withinMs, "every standby follows", async () => {
      const following = await this.primary("select 1 from pg_stat_replication where state = 'streaming'");
      return following.length === this.#nodes.length - 1 ? true : null;
    });
  }

  /** Kills and restarts the primary. */
  async killAndStart(): Promise<void> {
    await this.#primary.server.kill9();
    await this.#primary.server.restart();
  }

  /**
   * Copies the primary like a backup.
   * @returns a function that replaces the primary's data with the copy, and starts it.
   */
  async backUp(): Promise<() => Promise<void>> {
    const { server, data } = this.#primary;
    const copy = `${data}.backup`;
    await copyCluster(at(this.#adminUrl, this.#primary.port), data, copy);
    return async () => {
      await server.kill9();
      await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      await rename(copy, data);
      await server.restart();
    };
  }

  /** Prepares a statement on an open connection, for when none other is available. @returns a function that runs it. */
  async holdAdministrator(statement: string): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: at(this.#adminUrl, this.#primary.port) });
    client.on("error", () => undefined);
    await client.connect();
    return async () => void (await client.query(statement));
  }

  /** Takes all free connections of the primary. @returns a function that releases them. */
  async takeConnections(): Promise<() => Promise<void>> {
    const taken: Client[] = [];
    for (;;) {
      const client = new Client({ connectionString: at(this.#adminUrl, this.#primary.port) });
      client.on("error", () => undefined);
      try {
        await client.connect();
        taken.push(client);
      } catch {
        return async () => void (await Promise.all(taken.map((one) => one.end())));
      }
    }
  }

  async #runs(node: Node): Promise<boolean> {
    return await ask(at(this.#adminUrl, node.port), "select 1").then(
      () => true,
      () => false,
    );
  }

  async #received(node: Node): Promise<number> {
    const lsn = "greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())";
    const [row] = await ask(at(this.#adminUrl, node.port), `select (${lsn} - '0/0'::pg_lsn)::text as bytes`);
    return Number(row?.["bytes"]);
  }

  async #follow(node: Node): Promise<void> {
    await node.server.kill9();
    await rm(node.data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await copyCluster(at(this.#adminUrl, this.#primary.port), this.#primary.data, node.data);
    const { username, password } = new URL(this.#adminUrl);
    const from = `host=127.0.0.1 port=${this.#replication.port} user=${username} password=${password}`;
    await appendFile(join(node.data, "postgresql.auto.conf"), `primary_conninfo = '${from}'\n`);
    await writeFile(join(node.data, "standby.signal"), "");
    await giveOwnerOf(this.#primary.data, node.data);
    await node.server.restart();
  }
}

async function startNode(): Promise<Node> {
  const server = await startPostgres(settings);
  if (server.folder === undefined) throw new Error("An external PostgreSQL can't be killed.");
  return { server, data: join(server.folder, "data"), port: Number(new URL(server.url).port) };
}

function at(url: string, port: number): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}

async function ask(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
