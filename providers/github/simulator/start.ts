/** Starts the simulated GitHub on loopback: the API at `/` and its authorization server at `/login/oauth/…`. */
import { SimControlError, startSimulator } from "@svc/simulator";
import type { SimAnswer, SimCommand, SimRequest, Simulator } from "@svc/simulator";
import { answerAccessToken } from "./access-token.ts";
import { answerApi } from "./api.ts";
import type { Presented } from "./api.ts";
import type { RegisteredApp } from "./apps.ts";
import { answerAuthorize, answerDecision } from "./authorize.ts";
import { messagePage } from "./authorize-page.ts";
import type { Resource } from "./rate-limits.ts";
import { githubWorld, tokens } from "./seed.ts";
import type { TokenName } from "./seed.ts";
import type { Switches } from "./switches.ts";
import type { Grant } from "./tokens.ts";
import type { GithubWorld } from "./world.ts";

/** What another authorization server says about a token. `kind` defaults to `oauth_app`. */
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
  readonly world?: GithubWorld;
  readonly switches?: Partial<Switches>;
  /** Applications in addition to the two default ones. */
  readonly apps?: readonly RegisteredApp[];
  /** Called for each token that this server didn't issue. Returns its user, or null if it is invalid. */
  readonly acceptToken?: (token: string) => Promise<AcceptedToken | null>;
}

/** A running simulator with its state. `tokens` are the default ones. */
export interface GithubSimulator extends Simulator {
  readonly world: GithubWorld;
  readonly tokens: Readonly<Record<TokenName, string>>;
}

/** Starts the simulator. Rejects if the port is taken; throws `SimControlError` for an unknown switch. */
export async function startGithubSimulator(options: GithubSimulatorOptions = {}): Promise<GithubSimulator> {
  const { port, seed, nowMs, switches = {}, apps = [], acceptToken } = options;
  const world = options.world ?? githubWorld({ switches, apps });
  if (options.world !== undefined) world.set(switches);
  const accepted = new WeakMap<SimRequest, Grant>();
  const simulator = await startSimulator({
    api: (request, world) => answer(request, world, accepted.get(request)),
    world,
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(nowMs === undefined ? {} : { nowMs }),
    commands: commandsOf(world, nowMs ?? Date.now),
    describeAuthorization: (authorization) => describeToken(authorization, world),
    ...(acceptToken === undefined
      ? {}
      : {
          prepare: async (request) => {
            const token = tokenOf(request.headers["authorization"]);
            if (token === null || world.tokens.find(token, request.timeMs) !== undefined) return;
            const grant = await acceptToken(token);
            if (grant !== null) accepted.set(request, { kind: "oauth_app", clientId: null, ...grant });
          },
        }),
  });
  return Object.assign(simulator, { world, tokens });
}

function answer(request: SimRequest, world: GithubWorld, accepted: Grant | undefined): SimAnswer {
  const { method, path } = request;
  if (path === "/login/oauth/authorize" && method === "GET") return answerAuthorize(request, world);
  if (path === "/login/oauth/authorize" && method === "POST") return answerDecision(request, world);
  if (path === "/login/oauth/access_token" && method === "POST") return answerAccessToken(request, world);
  if (path.startsWith("/login/")) return messagePage(404, "Not Found", "There is no such page.");
  return answerApi(request, world, presented(request, world, accepted));
}

function presented(request: SimRequest, world: GithubWorld, accepted: Grant | undefined): Presented {
  const authorization = request.headers["authorization"];
  if (authorization === undefined) return "none";
  const token = tokenOf(authorization);
  const grant = accepted ?? (token === null ? undefined : world.tokens.find(token, request.timeMs));
  const user = world.accounts.get(grant?.userId ?? 0);
  if (grant === undefined || user === undefined) return "bad";
  return { user, grant, app: world.apps.get(grant.clientId ?? "") ?? null };
}

/** `Bearer`, or GitHub's older `token`; null for anything else. */
function tokenOf(authorization: string | undefined): string | null {
  return /^(?:bearer|token) +(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

function describeToken(authorization: string, world: GithubWorld): string {
  const token = tokenOf(authorization);
  return token === null ? "unreadable" : world.tokens.nameOf(token);
}

/**
 * Control commands: `switches`, `issue-token {login, client_id, scopes}`, `revoke-token {token}`,
 * `revoke-authorization {login, client_id}`, `exhaust {login, resource}`, `secondary-limit {login, seconds}`,
 * `rename-repository {repository, name}`, `world` (facts) and `reset`.
 */
function commandsOf(world: GithubWorld, nowMs: () => number): Readonly<Record<string, SimCommand>> {
  const userOf = (body: unknown): number => world.account(textOf(body, "login")).id;
  return {
    switches: (body) => {
      world.set(body as Partial<Switches>);
      return world.switches;
    },
    "issue-token": (body) => {
      const scopes = textOf(body, "scopes").split(" ").filter(Boolean);
      const { access, refresh } = world.issueToken(textOf(body, "login"), textOf(body, "client_id"), scopes, nowMs());
      return { access_token: access.value, refresh_token: refresh };
    },
    "revoke-token": (body) => {
      if (!world.tokens.revoke(textOf(body, "token"))) throw new SimControlError("no such token");
      return {};
    },
    "revoke-authorization": (body) => {
      world.tokens.revokeAuthorization(userOf(body), textOf(body, "client_id"));
      return {};
    },
    exhaust: (body) => {
      const resource = textOf(body, "resource");
      if (resource !== "core" && resource !== "search") throw new SimControlError("resource is core or search");
      exhaust(world, textOf(body, "login"), resource, nowMs());
      return {};
    },
    "secondary-limit": (body) => {
      const { seconds } = body as { readonly seconds?: unknown };
      if (typeof seconds !== "number") throw new SimControlError("seconds is a number");
      world.limits.block(`user ${userOf(body)}`, nowMs() + seconds * 1000);
      return {};
    },
    "rename-repository": (body) => {
      world.renameRepository(textOf(body, "repository"), textOf(body, "name"));
      return {};
    },
    world: () => ({
      switches: world.switches,
      liveTokens: world.tokens.live(nowMs()).map(({ name, clientId, userId }) => ({ name, clientId, userId })),
      tokenRefusals: world.tokenRefusals,
    }),
    reset: () => {
      world.reset();
      return {};
    },
  };
}

/** Uses up a user's window. */
function exhaust(world: GithubWorld, login: string, resource: Resource, nowMs: number): void {
  world.limits.exhaust(`user ${world.account(login).id}`, resource, nowMs, world.switches);
}

function textOf(body: unknown, name: string): string {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  if (typeof value !== "string") throw new SimControlError(`${name} is a text`);
  return value;
}
