/** Starts the simulated GitHub on loopback. */
import { authorizationCommands, startStore } from "@svc/simulator";
import type { StoreSimulator } from "@svc/simulator";
import { githubApi, tokenOf } from "./api.ts";
import type { GithubApp } from "./model.ts";
import { seedWorld, tokens, type TokenName } from "./seed.ts";
import type { Switches } from "./switches.ts";
import { GithubWorld, type AcceptedToken } from "./world.ts";

/** Where to start, and with which data. */
export interface GithubSimulatorOptions {
  readonly port?: number;
  /** The file in which issued tokens are kept; by default they end with the simulator. */
  readonly tokensFile?: string;
  readonly world?: GithubWorld;
  readonly switches?: Partial<Switches>;
  /** Applications in addition to the two default ones. */
  readonly apps?: readonly GithubApp[];
  /** Called for each token that this server didn't issue. Returns its user, or null if it is invalid. */
  readonly acceptToken?: (token: string) => Promise<AcceptedToken | null>;
}

/** A running simulator with its state. `tokens` are the default ones. */
export interface GithubSimulator extends StoreSimulator<GithubWorld> {
  readonly tokens: Readonly<Record<TokenName, string>>;
}

/** Starts the simulator. Rejects if the port is taken; throws `SimControlError` for an unknown switch. */
export async function startGithubSimulator(options: GithubSimulatorOptions = {}): Promise<GithubSimulator> {
  const {
    switches = {},
    apps = [],
    acceptToken,
    world = new GithubWorld({ seed: seedWorld, switches, apps }),
    ...more
  } = options;
  const simulator = await startStore<GithubWorld, Switches>({
    ...more,
    api: githubApi,
    world,
    commands: authorizationCommands(world),
    describeAuthorization: (authorization) => {
      const token = tokenOf(authorization);
      return token === undefined ? "unreadable" : (world.tokens.known(token)?.name ?? "unknown token");
    },
    prepare:
      acceptToken &&
      (async (request) => {
        const token = tokenOf(request.headers["authorization"]);
        if (token === undefined || world.tokens.find(token, request.timeMs) !== undefined) return;
        const accepted = await acceptToken(token);
        if (accepted !== null) world.accepted.set(request, accepted);
      }),
  });
  return Object.assign(simulator, { tokens });
}
