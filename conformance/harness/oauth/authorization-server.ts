/**
 * A real authorization server (oidc-provider) instead of the simulated provider's: sign-in, consent with
 * deselectable scopes, codes with PKCE, and rotating refresh tokens with reuse detection.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider, type StoredToken } from "oidc-provider";
import { answerInteraction, interactionPrefix } from "./interaction-pages.ts";
import { createTokenStore } from "./token-store.ts";

/** The path under which it answers; its issuer is this path on the shared origin. */
export const authorizationRoot = "/login/oauth";

export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** Options for starting it. */
export interface AuthorizationServerOptions {
  readonly origin: string;
  readonly apps: readonly RegisteredApp[];
  readonly scopes: readonly string[];
}

/** A request to the token endpoint, without secrets. */
export interface TokenRequest {
  /** Undefined if a fault was triggered before the request was read. */
  readonly grantType: string | undefined;
  readonly status: number;
}

/** The owner and scopes of an access token. */
export interface TokenOwner {
  readonly login: string;
  readonly scopes: readonly string[];
}

const refreshTokenSeconds = 14 * 24 * 3600;
const hourSeconds = 3600;

/** The authorization server without a socket: {@link ./provider-origin.ts} passes it the requests under its root. */
export class AuthorizationServer {
  /** Lifetime of access tokens issued from now on. */
  accessTokenSeconds = hourSeconds;
  /** Answered requests to the token endpoint, oldest first. */
  readonly tokenRequests: TokenRequest[] = [];
  /** Grants revoked because a refresh token or code was reused. */
  readonly revokedFamilies: string[] = [];
  /** Issued codes and tokens, and received verifiers: secrets that must not appear anywhere else. */
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

  /** All refresh requests, whatever the response. */
  get refreshes(): readonly TokenRequest[] {
    return this.tokenRequests.filter(({ grantType }) => grantType === "refresh_token");
  }

  /** Answers a request under {@link authorizationRoot}. */
  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    if (url.startsWith(interactionPrefix)) return await answerInteraction(this.#provider, request, response);
    Object.assign(request, { originalUrl: url, url: url.slice(authorizationRoot.length) });
    await this.#handle(request, response);
  }

  /** The owner of a token; null if it is unknown or no longer valid. */
  async ownerOf(accessToken: string): Promise<TokenOwner | null> {
    const token = await this.#provider.AccessToken.find(accessToken);
    if (token === undefined || !token.isValid) return null;
    return { login: token.accountId, scopes: (token.scope ?? "").split(" ").filter((scope) => scope !== "") };
  }

  /** Expires every access token now; refresh tokens stay valid. */
  async expireAccessTokens(): Promise<void> {
    const tokens = [...this.#live.values()];
    this.#live.clear();
    await Promise.all(tokens.map((token) => token.destroy()));
  }

  /** Revokes an account's grants, as its user can on the provider's settings page. */
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
      // Every authorization requests consent to all of its scopes.
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
