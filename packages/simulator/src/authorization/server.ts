/** The state of a simulated authorization server: pending requests, codes, and issued tokens. */
import { createHash, randomUUID } from "node:crypto";
import { SimControlError } from "../api.ts";
import type { RegisteredApp } from "./apps.ts";
import type { AuthorizationOptions, Issued, OAuthToken, TokenPair } from "./options.ts";
import type { AuthorizationSwitches } from "./switches.ts";

/** An authorization request that waits for the user. The page's form returns its `id`. */
export interface Pending {
  readonly id: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The scopes by parameter. */
  readonly scopes: ScopesByParameter;
  readonly state: string | null;
  readonly challenge: string | null;
  readonly withRefresh: boolean;
}

/** Scopes by the parameter in which they were requested. */
export type ScopesByParameter = Readonly<Record<string, readonly string[]>>;

/** An authorization code. */
export interface Code extends Pick<Pending, "clientId" | "redirectUri" | "scopes" | "challenge" | "withRefresh"> {
  readonly value: string;
  readonly user: string;
  readonly expiresAtMs: number;
}

/** A simulated OAuth 2.0 authorization server. See `authorizationRoutes` for how a simulator uses it. */
export class AuthorizationServer {
  readonly options: AuthorizationOptions;
  readonly apps = new Map<string, RegisteredApp>();
  readonly pending = new Map<string, Pending>();
  readonly codes = new Map<string, Code>();
  /** Refused token requests. */
  readonly tokenRefusals: { readonly error: string; readonly clientId: string }[] = [];
  #count = 0;

  constructor(options: AuthorizationOptions) {
    this.options = options;
  }

  get switches(): AuthorizationSwitches {
    return this.options.switches();
  }

  /** The user with this login. Throws `SimControlError` if there is none. */
  user(login: string): string {
    const found = this.options.users().find((user) => user.login === login);
    if (found === undefined) throw new SimControlError(`no user ${login}`);
    return found.login;
  }

  /** Issues tokens as if a user had authorized. Throws `SimControlError` if there is no such user or app. */
  issueFor(login: string, clientId: string, scopes: readonly string[], nowMs: number): Issued {
    const app = this.apps.get(clientId);
    if (app === undefined) throw new SimControlError("no such app");
    return this.issue(app, { user: this.user(login), scopes: { scope: scopes }, withRefresh: true }, nowMs);
  }

  /** Issues the tokens of an authorization: one for each scope parameter that has its own token. */
  issue(app: RegisteredApp, code: Pick<Code, "user" | "scopes" | "withRefresh">, nowMs: number): Issued {
    const { scopeParameters = {} } = this.options;
    const own = Object.keys(scopeParameters).filter((name) => scopeParameters[name] === "own token");
    const shared = Object.entries(code.scopes).filter(([name]) => !own.includes(name));
    const scope = shared.flatMap(([, scopes]) => scopes);
    const further = own.map((name) => [name, code.scopes[name] ?? []] as const).filter(([, { length }]) => length > 0);
    const wanted = scope.length === 0 && further.length > 0 ? further : [["scope", scope] as const, ...further];
    const pairs = wanted.map(([parameter, scopes]) => {
      return this.#pair(app, { ...code, parameter, scopes }, nowMs);
    });
    return issued(app, pairs, false);
  }

  /** Uses a refresh token of an app; undefined if it is invalid. */
  refresh(app: RegisteredApp, value: string, nowMs: number): (Issued & { readonly replaces: string }) | undefined {
    const rotates = this.switches.refreshTokens === "rotate";
    const fits = ({ clientId }: OAuthToken): boolean => clientId === app.clientId;
    const old = this.options.tokens.useRefresh(value, nowMs, { rotates, fits });
    if (old === undefined) return undefined;
    const pair = this.#pair(app, { ...old, withRefresh: rotates }, nowMs);
    return { ...issued(app, [pair], true), replaces: old.name };
  }

  /** Revokes everything that a user has granted an app. */
  revokeAuthorization(login: string, clientId: string): void {
    this.options.tokens.revokeAll((token) => token.user === login && token.clientId === clientId);
  }

  /** Facts for tests in other processes. */
  facts(nowMs: number): { readonly liveTokens: readonly unknown[]; readonly tokenRefusals: readonly unknown[] } {
    const live = this.options.tokens.live(nowMs);
    return {
      liveTokens: live.map(({ name, clientId, user }) => ({ name, clientId, user })),
      tokenRefusals: this.tokenRefusals,
    };
  }

  /** Removes all apps except the declared ones. The tokens belong to the store. */
  clear(): void {
    this.apps.clear();
    for (const app of this.options.apps) this.apps.set(app.clientId, app);
    this.pending.clear();
    this.codes.clear();
    this.tokenRefusals.length = 0;
    this.#count = 0;
  }

  #pair(
    app: RegisteredApp,
    wanted: Pick<OAuthToken, "user" | "parameter" | "scopes"> & { readonly withRefresh: boolean },
    nowMs: number,
  ): TokenPair {
    const { tokens, lifetimesOf, tokenText = ({ random }) => random } = this.options;
    const lifetimes = { ...this.switches, ...lifetimesOf?.(app) };
    const { accessTokenSeconds, refreshTokenSeconds, refreshTokens, tellsExpiry } = lifetimes;
    const { user, parameter, scopes, withRefresh } = wanted;
    this.#count += 1;
    const access = tokens.add({
      value: tokenText({ app, kind: "access", parameter, random: randomText() }),
      name: `${app.clientId}#${this.#count}`,
      user,
      clientId: app.clientId,
      parameter,
      scopes,
      expiresAtMs: accessTokenSeconds === 0 ? null : nowMs + accessTokenSeconds * 1000,
    });
    const expiresIn = tellsExpiry && accessTokenSeconds > 0 ? accessTokenSeconds : null;
    if (!withRefresh || refreshTokens === "none") return { access, refresh: null, expiresIn };
    const refresh = tokenText({ app, kind: "refresh", parameter, random: randomText() });
    tokens.addRefresh(refresh, access, refreshTokenSeconds === 0 ? Infinity : nowMs + refreshTokenSeconds * 1000);
    return { access, refresh, expiresIn };
  }
}

function issued(app: RegisteredApp, all: readonly TokenPair[], isRefresh: boolean): Issued {
  const [pair] = all;
  if (pair === undefined) throw new Error("nothing was issued");
  const pairs = Object.fromEntries(all.map((one) => [one.access.parameter, one]));
  return { app, user: pair.access.user, isRefresh, pair, pairs };
}

/** 36 letters and digits. */
export function randomText(): string {
  return createHash("sha256").update(randomUUID()).digest("hex").slice(0, 36);
}
