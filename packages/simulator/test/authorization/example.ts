/** A small API with an authorization server, for these tests. */
import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import {
  authorizationCommands,
  authorizationPositions,
  authorizationRoutes,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  Refusal,
  simulatedApi,
  simulatedApp,
  startStore,
  Store,
  tokenIn,
  Tokens,
} from "../../src/index.ts";
import type {
  AuthorizationOptions,
  AuthorizationSwitches,
  CommonSwitches,
  OAuthToken,
  StoreSimulator,
} from "../../src/index.ts";

type Switches = CommonSwitches & AuthorizationSwitches;

export const app = simulatedApp("big-box");
export const redirectUri = "http://127.0.0.1:4321/callback";
export const verifier = "a-verifier-of-forty-three-characters-or-more-0";
export const pkce = {
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};

/** Declarations that a test overrides. */
export type Declared = Partial<Omit<AuthorizationOptions, "tokens" | "switches">>;

export class BoxStore extends Store<Switches> {
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly authorization: AuthorizationServer;

  constructor(declared: Declared, switches: Partial<Switches>) {
    const defaults = { ...commonSwitches, ...authorizationSwitches };
    super({ defaults, positions: authorizationPositions }, switches);
    this.authorization = this.keep(
      new AuthorizationServer({
        name: "Big Box",
        apps: [app],
        users: () => [{ login: "ada", name: "Ada <Lovelace>" }, { login: "grace" }],
        tokens: this.tokens,
        switches: () => this.switches,
        clientAuthentication: ["post"],
        ...declared,
      }),
    );
    this.reset();
  }

  protected seed(): void {
    // Only the authorization server.
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return this.authorization.facts(nowMs);
  }
}

const api = simulatedApi<BoxStore, OAuthToken, unknown, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/oauth/authorize", token: "/oauth/token", revoke: "/oauth/revoke" }),
    "GET /me": { run: ({ caller }) => ({ json: { login: caller.user, scopes: caller.scopes } }) },
    "GET /boxes": { run: () => ({ json: [] }), anyScope: ["boxes:read"] },
  },
  caller: ({ headers, timeMs }, { tokens }) => {
    const token = tokens.find(tokenIn(headers), timeMs);
    if (token === undefined) throw new Refusal(401, "Unauthorized");
    return token;
  },
  scopesOf: ({ scopes }) => scopes,
  refused: ({ status, message }) => ({ status, json: { message } }),
});

/** The tests' clock; each test can change it. */
export const clock = { ms: Date.UTC(2026, 0, 1) };

export async function start(
  switches: Partial<Switches> = {},
  declared: Declared = {},
  tokensFile?: string,
): Promise<StoreSimulator<BoxStore>> {
  const world = new BoxStore(declared, { autoApprove: "ada", ...switches });
  const nowMs = (): number => clock.ms;
  return startStore({ api, world, nowMs, commands: authorizationCommands(world, nowMs), tokensFile });
}

type Fields = Readonly<Record<string, string>>;

export function authorize({ url }: { url: string }, fields: Fields = {}): Promise<Response> {
  const query = { response_type: "code", client_id: app.clientId, redirect_uri: redirectUri, state: "xyz", ...fields };
  return fetch(`${url}/oauth/authorize?${new URLSearchParams(query).toString()}`, { redirect: "manual" });
}

/** The parameters in the browser's final redirect. */
export function landed(response: Response): Record<string, string> {
  assert.equal(response.status, 302);
  const url = new URL(response.headers.get("location") ?? "");
  assert.equal(url.origin + url.pathname, redirectUri);
  return Object.fromEntries(url.searchParams);
}

export async function codeFor(simulator: { url: string }, fields: Fields = {}): Promise<string> {
  return landed(await authorize(simulator, fields))["code"] ?? "";
}

export interface TokenResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends a form to the token endpoint, with the app's id and secret in it. */
export async function exchange({ url }: { url: string }, fields: Fields): Promise<TokenResponse> {
  const secrets = { client_id: app.clientId, client_secret: app.clientSecret };
  const all = { grant_type: "authorization_code", redirect_uri: redirectUri, ...secrets, ...fields };
  const response = await fetch(`${url}/oauth/token`, { method: "POST", body: new URLSearchParams(all) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Authorizes and exchanges the code. */
export async function connect(simulator: { url: string }, fields: Fields = {}): Promise<Record<string, unknown>> {
  const { status, body } = await exchange(simulator, { code: await codeFor(simulator, fields) });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export async function statusOf({ url }: { url: string }, token: unknown, path = "/me"): Promise<number> {
  return (await fetch(url + path, { headers: { authorization: `Bearer ${String(token)}` } })).status;
}
