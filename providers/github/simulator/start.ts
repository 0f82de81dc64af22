/** Starts the simulated GitHub on loopback. */
import { controlText, SimControlError, startStore } from "@svc/simulator";
import type { SimCommand, StoreSimulator } from "@svc/simulator";
import { githubApi, tokenOf } from "./api.ts";
import type { RegisteredApp } from "./apps.ts";
import { githubWorld, tokens } from "./seed.ts";
import type { TokenName } from "./seed.ts";
import type { Switches } from "./switches.ts";
import type { GithubWorld } from "./world.ts";

/** Another authorization server's grant for a token. `kind` defaults to `oauth_app`. */
export interface AcceptedToken {
  readonly userId: number;
  readonly scopes: readonly string[];
  readonly kind?: "oauth_app" | "github_app";
}

/** Where to start, and with which data. */
export interface GithubSimulatorOptions {
  readonly port?: number;
  /** Seed for the fault plan's probabilities. */
  readonly seed?: number;
  readonly nowMs?: () => number;
  /** The file in which issued tokens are kept; by default they end with the simulator. */
  readonly tokensFile?: string;
  readonly world?: GithubWorld;
  readonly switches?: Partial<Switches>;
  /** Applications in addition to the two default ones. */
  readonly apps?: readonly RegisteredApp[];
  /** Called for each token that this server didn't issue. Returns its user, or null if it is invalid. */
  readonly acceptToken?: (token: string) => Promise<AcceptedToken | null>;
}

/** A running simulator with its state. `tokens` are the default ones. */
export interface GithubSimulator extends StoreSimulator<GithubWorld> {
  readonly tokens: Readonly<Record<TokenName, string>>;
}

/** Starts the simulator. Rejects if the port is taken; throws `SimControlError` for an unknown switch. */
export async function startGithubSimulator(options: GithubSimulatorOptions = {}): Promise<GithubSimulator> {
  const { switches = {}, apps = [], acceptToken, ...more } = options;
  const world = options.world ?? githubWorld({ switches, apps });
  if (options.world !== undefined) world.set(switches);
  const simulator = await startStore<GithubWorld, Switches>({
    ...more,
    api: githubApi,
    world,
    commands: commandsOf(world, options.nowMs ?? Date.now),
    describeAuthorization: (authorization) => {
      const token = tokenOf(authorization);
      return token === undefined ? "unreadable" : (world.tokens.known(token)?.name ?? "unknown token");
    },
    prepare:
      acceptToken &&
      (async (request) => {
        const token = tokenOf(request.headers["authorization"]);
        if (token === undefined || world.tokens.find(token, request.timeMs) !== undefined) return;
        const grant = await acceptToken(token);
        if (grant !== null) world.accepted.set(request, { kind: "oauth_app", clientId: null, ...grant });
      }),
  });
  return Object.assign(simulator, { tokens });
}

/**
 * Control commands in addition to those of every store: `issue-token {login, client_id, scopes}`, `revoke-token {token}`,
 * `revoke-authorization {login, client_id}`, `exhaust {login, resource}`, `secondary-limit {login, seconds}` and
 * `rename-repository {repository, name}`.
 */
function commandsOf(world: GithubWorld, nowMs: () => number): Readonly<Record<string, SimCommand>> {
  const userOf = (body: unknown): number => world.account(controlText(body, "login")).id;
  return {
    "issue-token": (body) => {
      const scopes = controlText(body, "scopes").split(" ").filter(Boolean);
      const { access, refresh } = world.issueToken(
        controlText(body, "login"),
        controlText(body, "client_id"),
        scopes,
        nowMs(),
      );
      return { access_token: access.value, refresh_token: refresh };
    },
    "revoke-token": (body) => {
      if (!world.tokens.revoke(controlText(body, "token"))) throw new SimControlError("no such token");
      return {};
    },
    "revoke-authorization": (body) => {
      world.tokens.revokeAuthorization(userOf(body), controlText(body, "client_id"));
      return {};
    },
    exhaust: (body) => {
      const resource = controlText(body, "resource");
      if (resource !== "core" && resource !== "search") throw new SimControlError("resource is core or search");
      world.limits.exhaust(`user ${userOf(body)}`, resource, nowMs(), world.switches);
      return {};
    },
    "secondary-limit": (body) => {
      const { seconds } = body as { readonly seconds?: unknown };
      if (typeof seconds !== "number") throw new SimControlError("seconds is a number");
      world.limits.block(`user ${userOf(body)}`, nowMs() + seconds * 1000);
      return {};
    },
    "rename-repository": (body) => {
      world.renameRepository(controlText(body, "repository"), controlText(body, "name"));
      return {};
    },
  };
}
