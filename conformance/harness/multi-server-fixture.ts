/** One provider, and any number of servers on one home. */
import type { DopplerSimulator } from "@svc/provider-doppler/simulator";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Caller,
  makeClient,
  makeHome,
  Fixture,
  startServer,
  type Connected,
  type Engine,
  type RunningServer,
  type ServerHome,
} from "./index.ts";

const many = 1_000_000;

/** A home, its provider, and the one connection that tests write through. */
export class MultiServerFixture {
  readonly engine: Engine;
  readonly provider: DopplerSimulator;
  readonly home: ServerHome;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running = new Set<RunningServer>();
  #connected: Connected | null = null;

  private constructor(
    parts: Pick<MultiServerFixture, "engine" | "provider" | "home">,
    env: Readonly<Record<string, string>>,
  ) {
    this.engine = parts.engine;
    this.provider = parts.provider;
    this.home = parts.home;
    this.#env = env;
  }

  /** Creates an empty home and a provider without rate limits. @param env variables of every server. */
  static async make(engine: Engine, env: Readonly<Record<string, string>>): Promise<MultiServerFixture> {
    const provider = await startDopplerSimulator({
      switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
    });
    return new MultiServerFixture({ engine, provider, home: await makeHome(engine) }, env);
  }

  /** Starts another server on the home. */
  async start(): Promise<RunningServer> {
    const { engine, provider, home } = this;
    const server = await startServer({ engine, home, sandboxProvider: provider.url, env: this.#env });
    this.#running.add(server);
    return server;
  }

  async kill(server: RunningServer): Promise<void> {
    this.#running.delete(server);
    await server.kill9();
  }

  /** Stops a server as an operator would, and returns its exit code. */
  async stop(server: RunningServer): Promise<number> {
    this.#running.delete(server);
    return await server.stop();
  }

  /** The connection, used on this server. */
  async connectedAt(server: RunningServer): Promise<Connected> {
    if (this.#connected === null) {
      const { engine, provider } = this;
      const fixture = new Fixture({ engine, provider, server, client: await makeClient(server) }, this.#env);
      this.#connected = await fixture.connected();
    }
    return this.#connected.by(new Caller(server.http, this.#connected.caller.key));
  }

  /** Kills the servers and removes the home. */
  async dispose(): Promise<void> {
    for (const server of this.#running) await server.kill9();
    await this.provider.close();
    await this.home.remove();
  }
}
