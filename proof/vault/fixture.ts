/** The vault scenarios' fixture: a home with thousands of credentials, its two providers, and servers. */
import { randomBytes } from "node:crypto";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Caller,
  connect,
  Connected,
  makeClient,
  makeHome,
  Fixture,
  startServer,
  type Engine,
  type RunningServer,
  type ServerHome,
  type TestClient,
} from "../../conformance/harness/index.ts";
import {
  appEnvironment,
  OAuthFixture,
  startSimulatedGithub,
  type SimulatedGithub,
} from "../../conformance/harness/oauth/fixture.ts";

/** A keyring entry under an id, with a fresh key. */
export function keyringEntry(id: string): string {
  return `${id}:${randomBytes(32).toString("base64")}`;
}

/** Runs all work, some of it concurrently. */
export async function inLanes(count: number, lanes: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const many = 1_000_000;

/** A home with its providers. */
export class VaultFixture {
  readonly engine: Engine;
  readonly home: ServerHome;
  readonly doppler: DopplerSimulator;
  readonly github: SimulatedGithub;
  /** `SVC_VAULT_KEYS` of programs started from now on. */
  keyring: string;
  /** Further variables of every program. */
  readonly #variables: Readonly<Record<string, string>>;
  #servers: RunningServer[] = [];
  #client: TestClient | null = null;

  private constructor(
    parts: Pick<VaultFixture, "engine" | "home" | "doppler" | "github">,
    keyring: string,
    variables: Readonly<Record<string, string>>,
  ) {
    this.engine = parts.engine;
    this.home = parts.home;
    this.doppler = parts.doppler;
    this.github = parts.github;
    this.keyring = keyring;
    this.#variables = variables;
  }

  /** Makes an empty home, and providers without rate limits. */
  static async make(
    engine: Engine,
    keyring: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<VaultFixture> {
    const switches = { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many };
    const doppler = await startDopplerSimulator({ switches });
    const github = await startSimulatedGithub();
    return new VaultFixture({ engine, home: await makeHome(engine), doppler, github }, keyring, variables);
  }

  /** Variables of every program on this home. */
  get env(): Readonly<Record<string, string>> {
    const own = { SVC_CONCURRENCY_PER_CONNECTION: "0", SVC_VAULT_KEYS: this.keyring };
    return { ...appEnvironment, ...this.#variables, ...own };
  }

  get servers(): readonly RunningServer[] {
    return this.#servers;
  }

  /** Starts another server. */
  async start(): Promise<RunningServer> {
    const server = await this.#launch();
    this.#servers.push(server);
    return server;
  }

  /**
   * Kills each server and starts it again with this keyring, one after the other.
   * @param onKilled gets the output of each.
   */
  async roll(keyring: string, onKilled: (output: string) => void): Promise<void> {
    this.keyring = keyring;
    for (const [index, server] of this.#servers.entries()) {
      await server.kill9();
      onKilled(server.log());
      this.#servers[index] = await this.#launch();
    }
  }

  async #launch(): Promise<RunningServer> {
    return await startServer({
      engine: this.engine,
      home: this.home,
      env: this.env,
      sandboxProvider: this.doppler.url,
      sandboxProviders: { github: this.github.origin.url },
    });
  }

  /** Stops all servers, and starts new ones with this keyring. */
  async restart(keyring: string, count: number): Promise<void> {
    this.keyring = keyring;
    const stopped = this.#servers;
    this.#servers = [];
    for (const server of stopped) await server.stop();
    for (let index = 0; index < count; index += 1) await this.start();
  }

  /** The client's calls, to one of the servers. */
  async callerAt(index: number): Promise<Caller> {
    const server = this.#servers[index % this.#servers.length];
    if (server === undefined) throw new Error("No server runs.");
    this.#client ??= await makeClient(server, { allowActions: ["doppler/*", "github/*"] });
    return new Caller(server.http, this.#client.key);
  }

  /** A suite's fixture for the secrets provider, on the first server. */
  async base(): Promise<Fixture> {
    const { engine, doppler: provider } = this;
    return new Fixture({ engine, provider, ...(await this.#atFirst()) }, {});
  }

  async #atFirst(): Promise<{ server: RunningServer; client: TestClient }> {
    const caller = await this.callerAt(0);
    const [server] = this.#servers;
    if (server === undefined || this.#client === null) throw new Error("No server runs.");
    return { server, client: { ...this.#client, caller } };
  }

  /** Tenants with this many credentials of the secrets provider, `each` per tenant. */
  async fill(credentials: number, each: number): Promise<Connected[]> {
    const base = await this.base();
    const made: Connected[] = [];
    await inLanes(Math.ceil(credentials / each), 12, async (index) => {
      const caller = await this.callerAt(index);
      const tenantId = await base.tenant(caller);
      for (let nth = 0; nth < Math.min(each, credentials - index * each); nth += 1) {
        const id = await connect(caller, tenantId, this.doppler.tokens.serviceAccount);
        made.push(new Connected(caller, tenantId, id));
      }
    });
    return made;
  }

  /** OAuth connections whose tokens live for `tokenSeconds`. */
  async fillOAuth(count: number, tokenSeconds: number): Promise<Connected[]> {
    this.github.origin.authorization.accessTokenSeconds = tokenSeconds;
    const { engine, github } = this;
    const base = new OAuthFixture({ engine, github, ...(await this.#atFirst()) });
    const made: Connected[] = [];
    await inLanes(count, 4, async () => void made.push(await base.connected()));
    return made;
  }

  /** Stops everything and removes the home. */
  async dispose(): Promise<void> {
    for (const server of this.#servers) await server.kill9();
    await this.doppler.close();
    await this.github.close();
    await this.home.remove();
  }
}
