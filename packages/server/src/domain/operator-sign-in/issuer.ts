/**
 * Requests to the company's identity provider. `oauth4webapi` builds and reads them, and our egress sends them; nothing
 * is sent twice. The library's errors can contain tokens, so they are never passed on.
 */
import * as oauth from "oauth4webapi";
import { isLoopback } from "@svc/contract";
import { minuteMs, secondMs } from "../clock/units.ts";
import { clientCredentials } from "../oauth/app.ts";
import type { IssuerSettings, SendToIssuer } from "./port.ts";
import { lacksClaim, withUserinfo, type Claims } from "./role-rules.ts";
import {
  createIssuerKeys,
  verifyIdToken,
  verifyLogoutToken,
  type IssuerKeys,
  type LogoutToken,
  type TokenFault,
} from "./signed-tokens.ts";

/** The time limit of one request, in milliseconds. */
export const issuerTimeoutMs = 8 * secondMs;
/** How long the provider's description of itself counts, and how soon a failed request for it is repeated. */
const describedMs = { known: 10 * minuteMs, failed: 5 * secondMs } as const;

/** The provider's tokens of one session. */
export type IssuerTokens = { refresh: string | null; access: string; id: string };

/**
 * The result of asking the provider for a person's claims. `refused`: it gave a definite answer, or one that isn't
 * genuine, with our code for it. `unreachable`: it can't say now.
 */
export type Asked =
  { kind: "said"; claims: Claims; tokens: IssuerTokens } | { kind: "refused"; code: string } | { kind: "unreachable" };

/** What a browser takes to the provider. */
export type AuthorizationParts = { state: string; nonce: string; verifier: string };

/** The identity provider. */
export type Issuer = {
  /** Whether its description of itself can be read; asked at most every few seconds. */
  isReachable(): Promise<boolean>;
  /** Where to send a browser; null if the provider can't be reached. */
  authorizationUrl(parts: AuthorizationParts): Promise<URL | null>;
  /** Exchanges the code of a response to `parts`. */
  exchange(query: URLSearchParams, parts: AuthorizationParts): Promise<Asked>;
  /** Asks again about a person. */
  ask(tokens: IssuerTokens, subject: string): Promise<Asked>;
  /** Where a browser signs out there; null if the provider has no such page, or can't be reached. */
  signOutUrl(idToken: string): Promise<URL | null>;
  verifyLogoutToken(token: string): Promise<LogoutToken | TokenFault>;
  /** Tries the client's secret, with a code that no one issued. `unclear`: the provider says neither yes nor no. */
  tryClient(): Promise<"accepted" | "refused" | "unclear" | "unreachable">;
};

type Described = { server: oauth.AuthorizationServer; keys: IssuerKeys };

/** Thrown by our `fetch`; oauth4webapi passes it on. */
class Unreachable extends Error {}

/** The path where the provider sends browsers back to. */
export const callbackPath = "/login/callback";

/** The redirect URI to register at the provider. */
export function redirectUriOf({ adminUrl }: Pick<IssuerSettings, "adminUrl">): string {
  return adminUrl + callbackPath;
}

/** Creates it. Nothing is sent before it is used. */
export function createIssuer(
  settings: IssuerSettings,
  deps: { send: SendToIssuer; platform: { nowMs(): number; monotonicMs(): number } },
): Issuer {
  const { issuer, clientId } = settings;
  const client: oauth.Client = { client_id: clientId };
  const fetched = fetchThrough(deps.send, settings);
  const options = {
    [oauth.customFetch]: fetched,
    [oauth.allowInsecureRequests]: new URL(issuer).protocol === "http:",
  };
  const describe = createDescribed(settings, { ...deps, fetched, options });
  const signedBy = ({ keys }: Described) => ({ issuer, clientId, keys, nowMs: deps.platform.nowMs() });
  const readTokens = async (
    described: Described,
    response: oauth.TokenEndpointResponse,
    before: { refresh: string | null; id: string; subject: string | null },
  ): Promise<Asked> => {
    const { id_token: given, access_token: access, refresh_token: refresh = before.refresh } = response;
    const id = given ?? before.id;
    const tokens = { refresh, access, id };
    let claims: Claims = {};
    if (given !== undefined) {
      const verified = await verifyIdToken(given, signedBy(described));
      if (verified === "no_keys") return { kind: "unreachable" };
      if (verified === "invalid") return { kind: "refused", code: "id_token_invalid" };
      claims = verified;
    }
    return await complete(described, tokens, claims, before.subject ?? claims["sub"]);
  };
  /** Adds userinfo where the ID token doesn't say enough. */
  const complete = async (
    { server }: Described,
    tokens: IssuerTokens,
    claims: Claims,
    subject: unknown,
  ): Promise<Asked> => {
    if (typeof subject !== "string" || (claims["sub"] ?? subject) !== subject) {
      return { kind: "refused", code: "other_subject" };
    }
    const isEnough = claims["sub"] !== undefined && !lacksClaim(claims, settings.rules);
    if (isEnough || server.userinfo_endpoint === undefined) return { kind: "said", claims, tokens };
    const response = await oauth.userInfoRequest(server, client, tokens.access, options);
    const more = await oauth.processUserInfoResponse(server, client, subject, response);
    return { kind: "said", claims: withUserinfo(claims, more), tokens };
  };
  return {
    isReachable: async () => (await describe()) !== null,
    async authorizationUrl({ state, nonce, verifier }) {
      const described = await describe();
      const endpoint = described?.server.authorization_endpoint;
      if (endpoint === undefined) return null;
      const url = new URL(endpoint);
      const parameters = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUriOf(settings),
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },
    async exchange(query, { state, nonce, verifier }) {
      return await judged(async () => {
        const described = await describe();
        if (described === null) return { kind: "unreachable" };
        const { server } = described;
        const checked = oauth.validateAuthResponse(server, client, query, state);
        const secret = authentication(server, settings);
        const redirect = redirectUriOf(settings);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          secret,
          checked,
          redirect,
          verifier,
          options,
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        return await readTokens(described, tokens, { refresh: null, id: "", subject: null });
      });
    },
    async ask(tokens, subject) {
      return await judged(async () => {
        const described = await describe();
        if (described === null) return { kind: "unreachable" };
        const { server } = described;
        if (tokens.refresh === null) {
          if (server.userinfo_endpoint === undefined) return { kind: "refused", code: "no_refresh" };
          return await complete(described, tokens, {}, subject);
        }
        const secret = authentication(server, settings);
        const response = await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh, options);
        const next = await oauth.processRefreshTokenResponse(server, client, response);
        return await readTokens(described, next, { ...tokens, subject });
      });
    },
    async signOutUrl(idToken) {
      const endpoint = (await describe())?.server["end_session_endpoint"];
      if (typeof endpoint !== "string" || !URL.canParse(endpoint)) return null;
      const url = new URL(endpoint);
      if (!isAllowedUrl(url, issuer)) return null;
      url.searchParams.set("id_token_hint", idToken);
      url.searchParams.set("client_id", clientId);
      url.searchParams.set("post_logout_redirect_uri", `${settings.adminUrl}/login`);
      return url;
    },
    async verifyLogoutToken(token) {
      const described = await describe();
      return described === null ? "no_keys" : await verifyLogoutToken(token, signedBy(described));
    },
    async tryClient() {
      const asked = await judged(async () => {
        const described = await describe();
        if (described === null) return { kind: "unreachable" };
        const { server } = described;
        const query = new URLSearchParams({ code: "svc-server-doctor", iss: issuer });
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication(server, settings),
          oauth.validateAuthResponse(server, client, query, oauth.expectNoState),
          redirectUriOf(settings),
          oauth.generateRandomCodeVerifier(),
          options,
        );
        await oauth.processAuthorizationCodeResponse(server, client, response);
        return { kind: "refused", code: "response_invalid" };
      });
      if (asked.kind === "unreachable") return "unreachable";
      const code = asked.kind === "refused" ? asked.code : "";
      if (code === "invalid_grant") return "accepted";
      return code === "invalid_client" || code === "unauthorized_client" ? "refused" : "unclear";
    },
  };
}

/** Whether a request may go there: encrypted, unless the provider itself is on this machine, for trying it out. */
function isAllowedUrl(url: URL, issuer: string): boolean {
  const isLocal = new URL(issuer).protocol === "http:" && isLoopback(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal);
}

type FetchInit = { method?: string; headers?: unknown; body?: unknown };

/** Our egress as a `fetch`. */
function fetchThrough(send: SendToIssuer, { issuer }: IssuerSettings) {
  return async (target: string, init: FetchInit): Promise<Response> => {
    const url = new URL(target);
    if (!isAllowedUrl(url, issuer)) throw new Unreachable("An endpoint of the identity provider isn't https.");
    const headers = Object.fromEntries(new Headers(init.headers as Record<string, string> | undefined));
    const body = init.body instanceof URLSearchParams ? init.body.toString() : null;
    const response = await send({ url, method: init.method === "POST" ? "POST" : "GET", headers, body });
    if (response === null || response.status < 200 || response.status > 599 || response.status >= 500) {
      throw new Unreachable("The identity provider didn't answer.");
    }
    const isEmpty = response.status === 204 || response.status === 304;
    return new Response(isEmpty ? null : response.body, {
      status: response.status,
      headers: { "content-type": response.contentType },
    });
  };
}

/** Reads the provider's description of itself, and remembers it for a while. */
function createDescribed(
  { issuer }: IssuerSettings,
  deps: {
    platform: { monotonicMs(): number };
    fetched: (url: string, init: FetchInit) => Promise<Response>;
    options: oauth.HttpRequestOptions<"GET">;
  },
): () => Promise<Described | null> {
  let latest: { described: Promise<Described | null>; untilMs: number } | null = null;
  let keys: { url: string; keys: IssuerKeys } | null = null;
  const read = async (): Promise<Described | null> => {
    try {
      const url = new URL(issuer);
      const response = await oauth.discoveryRequest(url, { ...deps.options, algorithm: "oidc" });
      const server = await oauth.processDiscoveryResponse(url, response);
      if (server.issuer !== issuer || server.jwks_uri === undefined) return null;
      // The same keys are kept, with what they have fetched.
      if (keys?.url !== server.jwks_uri) {
        keys = { url: server.jwks_uri, keys: createIssuerKeys(new URL(server.jwks_uri), deps.fetched) };
      }
      return { server, keys: keys.keys };
    } catch {
      return null;
    }
  };
  return async () => {
    const nowMs = deps.platform.monotonicMs();
    if (latest === null || nowMs >= latest.untilMs) {
      const asked = { described: read(), untilMs: nowMs + describedMs.failed };
      latest = asked;
      if ((await asked.described) !== null) asked.untilMs = nowMs + describedMs.known;
    }
    return await latest.described;
  };
}

/** As the provider wants it: in the header, unless it takes secrets only in the body. */
function authentication(
  server: oauth.AuthorizationServer,
  { clientId, clientSecret }: IssuerSettings,
): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isBasic = methods.includes("client_secret_basic") || !methods.includes("client_secret_post");
  if (!isBasic) return oauth.ClientSecretPost(clientSecret);
  // The library's own encodes hyphens too, and not every server decodes them.
  const { headers } = clientCredentials({ clientAuthentication: "client_secret_basic" }, { clientId, clientSecret });
  return (_server, _client, _body, sent) => {
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  };
}

/** Codes of our own for what the library finds, and the provider's own error codes if they are well known. */
const knownErrors: ReadonlySet<string> = new Set([
  "access_denied",
  "login_required",
  "interaction_required",
  "consent_required",
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "invalid_scope",
  "invalid_request",
]);

async function judged(work: () => Promise<Asked>): Promise<Asked> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unreachable) return { kind: "unreachable" };
    if (error instanceof oauth.AuthorizationResponseError) {
      const code = error.error;
      const isLater = code === "temporarily_unavailable" || code === "server_error";
      return isLater ? { kind: "unreachable" } : { kind: "refused", code: knownErrors.has(code) ? code : "refused" };
    }
    if (error instanceof oauth.ResponseBodyError) {
      return { kind: "refused", code: knownErrors.has(error.error) ? error.error : "refused" };
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) return { kind: "refused", code: "access_token_refused" };
    return { kind: "refused", code: "response_invalid" };
  }
}
