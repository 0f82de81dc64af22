/**
 * A real authorization server (oidc-provider) in the place of the simulated provider's own: sign-in, consent from which
 * scopes can be taken away, codes with PKCE, refresh tokens that rotate and tell when an old one is used again.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider, type StoredToken } from "oidc-provider";
import { answerInteraction, interactionPrefix } from "./interaction-pages.ts";
import { createTokenStore } from "./token-store.ts";

/** Path of everything that it answers; its issuer is this path on the shared origin. */
export const authorizationRoot = "/login/oauth";

/** An app that is registered at it. */
export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** What it is started with. */
export interface AuthorizationServerOptions {
  /** Origin at which it is reached. */
  readonly origin: string;
  readonly apps: readonly RegisteredApp[];
  /** The scopes that it knows. */
  readonly scopes: readonly string[];
}

/** One request at the token endpoint, without anything secret. */
export interface TokenRequest {
  /** Undefined where a fault was played before the request was read. */
  readonly grantType: string | undefined;
  readonly status: number;
}

/** Whose an access token is, and what it may. */
export interface TokenOwner {
  readonly login: string;
  readonly scopes: readonly string[];
}

const refreshTokenSeconds = 14 * 24 * 3600;
const hourSeconds = 3600;

/** The authorization server without a socket: {@link ./provider-origin.ts} hands it the requests under its root. */
export class AuthorizationServer {
  /** Lifetime of the access tokens that it gives out from now on. */
  accessTokenSeconds = hourSeconds;
  /** Requests that reached the token endpoint and were answered, oldest first. */
  readonly tokenRequests: TokenRequest[] = [];
  /** Grants that it revoked because an old refresh token or code was used again. */
  readonly revokedFamilies: string[] = [];
  /** Codes and tokens that it gave out, and verifiers that it was shown: what must not stand anywhere. */
  readonly secrets: { readonly name: string; readonly value: string }[] = [];
  readonly #provider: Provider;
  readonly #handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly #live = new Map<string, StoredToken>();
  readonly #grants = new Map<string, string>();

  constructor({ origin, apps, scopes }: AuthorizationServerOptions) {
    this.#provider = new Provider(`${origin}${authorizationRoot}`, this.#configuration(apps, scopes));
    this.#watch();
    this.#handle = this.#provider.callback();
  }

  /** The refreshes that it was asked for, whatever it answered. */
  get refreshes(): readonly TokenRequest[] {
    return this.tokenRequests.filter(({ grantType }) => grantType === "refresh_token");
  }

  /** Answers a request under {@link authorizationRoot}. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    if (url.startsWith(interactionPrefix)) return await answerInteraction(this.#provider, request, response);
    Object.assign(request, { originalUrl: url, url: url.slice(authorizationRoot.length) });
    await this.#handle(request, response);
  }

  /** Whose token this is; null where it is none, or no longer good. */
  async ownerOf(accessToken: string): Promise<TokenOwner | null> {
    const token = await this.#provider.AccessToken.find(accessToken);
    if (token === undefined || !token.isValid) return null;
    return { login: token.accountId, scopes: (token.scope ?? "").split(" ").filter((scope) => scope !== "") };
  }

  /** Ends every access token now, whatever lifetime it was given out with; refresh tokens stay good. */
  async expireAccessTokens(): Promise<void> {
    const tokens = [...this.#live.values()];
    this.#live.clear();
    await Promise.all(tokens.map((token) => token.destroy()));
  }

  /** Takes back what an account has agreed to, as its user can on the provider's settings page. */
  async revokeGrantsOf(login: string): Promise<void> {
    for (const [grantId, accountId] of this.#grants) {
      if (accountId !== login) continue;
      await this.#provider.RefreshToken.revokeByGrantId(grantId);
      await this.#provider.AccessToken.revokeByGrantId(grantId);
      await (await this.#provider.Grant.find(grantId))?.destroy();
      this.#grants.delete(grantId);
    }
  }

  #configuration(apps: readonly RegisteredApp[], scopes: readonly string[]): Record<string, unknown> {
    return {
      adapter: createTokenStore(),
      clients: apps.map(({ clientId, clientSecret, redirectUris }) => ({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        application_type: redirectUris.every((uri) => uri.startsWith("https:")) ? "web" : "native",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      })),
      routes: { authorization: "/authorize", token: "/access_token" },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${interactionPrefix}${uid}` },
      cookies: { keys: [randomBytes(16).toString("hex")] },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
      findAccount: (_context: unknown, login: string) => ({ accountId: login, claims: () => ({ sub: login }) }),
      issueRefreshToken: () => true,
      // Each authorization is asked about anew, with all of its scopes.
      loadExistingGrant: (context: { oidc: { result?: { consent?: { grantId?: string } } } }) => {
        const grantId = context.oidc.result?.consent?.grantId;
        return grantId === undefined ? undefined : this.#provider.Grant.find(grantId);
      },
      jwks: { keys: [generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })] },
      pkce: { required: () => true },
      renderError: (context: { body: unknown; type: string }, out: { error: string; error_description?: string }) => {
        context.type = "text/plain";
        context.body = `${out.error}: ${out.error_description ?? ""}`;
      },
      revokeGrantPolicy: () => true,
      rotateRefreshToken: true,
      scopes,
      ttl: {
        AccessToken: () => this.accessTokenSeconds,
        AuthorizationCode: 60,
        Grant: refreshTokenSeconds,
        IdToken: hourSeconds,
        Interaction: hourSeconds,
        RefreshToken: refreshTokenSeconds,
        Session: hourSeconds,
      },
    };
  }

  #watch(): void {
    const provider = this.#provider;
    provider.use(async (context, next) => {
      await next();
      if (context.path !== "/access_token") return;
      const { grant_type: grantType, code_verifier: verifier } = context.oidc.params ?? {};
      this.tokenRequests.push({ grantType, status: context.status });
      if (verifier !== undefined) this.secrets.push({ name: `code_verifier ${this.secrets.length}`, value: verifier });
    });
    provider.on("grant.revoked", (_context, grantId) => this.revokedFamilies.push(String(grantId)));
    provider.on("grant.saved", (grant) => {
      const { jti, accountId } = grant as StoredToken;
      this.#grants.set(jti, accountId);
    });
    for (const kind of ["access_token", "refresh_token", "authorization_code"]) {
      const keep = (token: unknown): void => {
        const stored = token as StoredToken;
        this.secrets.push({ name: `${kind} ${this.secrets.length}`, value: stored.jti });
        if (kind === "access_token") this.#live.set(stored.jti, stored);
      };
      provider.on(`${kind}.issued`, keep);
      provider.on(`${kind}.saved`, keep);
    }
  }
}
