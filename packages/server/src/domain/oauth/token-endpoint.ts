/**
 * Sends one request to a token endpoint: `oauth4webapi` builds the request and reads the response, and our egress sends
 * it. The library has no other network access, and requests are never repeated here.
 */
import { declaredPath, type ExchangeFacts, type OAuthCredential } from "@svc/provider-kit";
import * as oauth from "oauth4webapi";
import type { Platform } from "../../platform.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import { clientCredentials } from "./app.ts";
import type { TokenEndpoint, TokenResult, TokenSubject } from "./port.ts";
import {
  isKnownType,
  judgeTokenError,
  readCredential,
  readTokenResponse,
  type CredentialContext,
  type TokenResponse,
} from "./token-response.ts";

/** The time limit for one request, in milliseconds, from connecting to the end of the response. */
export const tokenTimeoutMs = 10_000;

/** Dependencies of the token endpoint. */
export type TokenEndpointDeps = {
  transport: ProviderTransport;
  platform: Pick<Platform, "monotonicMs" | "nowMs">;
  timeoutMs: number;
};

/** Creates the token endpoint of every provider. */
export function createTokenEndpoint(deps: TokenEndpointDeps): TokenEndpoint {
  return {
    exchangeCode: (subject, { code, verifier, redirectUri }) =>
      requestToken(
        deps,
        subject,
        { requested: subject.scopes, refreshToken: null },
        ({ server, client, secret }, options) =>
          // The library expects a validated authorization response. It was already judged here, so this contains only
          // its code.
          oauth.authorizationCodeGrantRequest(
            server,
            client,
            secret,
            oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState),
            redirectUri,
            subject.auth.server.pkce === false ? oauth.nopkce : verifier,
            options,
          ),
      ),
    refresh: (subject, { refreshToken, scopes, facts = {} }: OAuthCredential & { refreshToken: string }) =>
      requestToken(deps, subject, { requested: scopes, refreshToken, facts }, ({ server, client, secret }, options) =>
        oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, options),
      ),
  };
}

type Parties = { server: oauth.AuthorizationServer; client: oauth.Client; secret: oauth.ClientAuth };
type PreviousGrant = Pick<CredentialContext, "requested" | "refreshToken" | "facts">;

async function requestToken(
  deps: TokenEndpointDeps,
  subject: TokenSubject,
  before: PreviousGrant,
  request: (parties: Parties, options: oauth.TokenEndpointRequestOptions) => Promise<Response>,
): Promise<TokenResult> {
  const parties = partiesFor(subject);
  const seen: { facts: ExchangeFacts | null; response: TokenResponse | null } = { facts: null, response: null };
  const sendOnce = async (_url: string, init: oauth.CustomFetchOptions<"POST", URLSearchParams>): Promise<Response> => {
    seen.facts = await send(deps, subject, init);
    seen.response = readTokenResponse(seen.facts, subject.auth);
    return toResponse(seen.response, subject);
  };
  try {
    const response = await request(parties, { [oauth.customFetch]: sendOnce });
    await oauth.processGenericTokenEndpointResponse(parties.server, parties.client, response);
    // The library repairs some responses, so judge the one that was received.
    const { fields = {}, members } = seen.response ?? {};
    const context = { auth: subject.auth, ...before, nowMs: deps.platform.nowMs() };
    const credential = readCredential(fields, context, members);
    return credential === null ? { kind: "unsure", sent: true } : { kind: "granted", credential };
  } catch (error) {
    // Nothing was sent, so this is a defect in this service. Its message is constant.
    if (seen.facts === null) throw error;
    return judgeThrown(error, seen.facts, subject);
  }
}

/**
 * Returns the declared server and client for the library, even in a sandbox. Only egress knows the server's real
 * origin.
 */
function partiesFor({ auth, app }: TokenSubject): Parties {
  const { server } = auth;
  const issuer = server.issuers[0] ?? server.origin;
  const token_endpoint = `${server.tokenOrigin ?? server.origin}/${server.tokenPath.map((part) => encodeURIComponent(part)).join("/")}`;
  const { headers, fields } = clientCredentials(server, app);
  return {
    server: { issuer, token_endpoint },
    client: { client_id: app.clientId },
    // The library's own Basic encodes more than any server expects.
    secret: (_server, _client, body, sent) => {
      for (const [name, value] of Object.entries(server.tokenParameters ?? {})) body.set(name, value);
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    },
  };
}

async function send(
  { transport, platform, timeoutMs }: TokenEndpointDeps,
  { provider, auth }: TokenSubject,
  { body, headers }: oauth.CustomFetchOptions<"POST", URLSearchParams>,
): Promise<ExchangeFacts> {
  // Only one header is taken from the library: the client's authentication.
  const { authorization } = headers;
  const channel = transport.open(provider.slug, {
    service: "authorization",
    headers: authorization === undefined ? {} : { authorization },
    deadlineMs: platform.monotonicMs() + timeoutMs,
  });
  try {
    const { tokenPath: path, tokenRequest } = auth.server;
    const fields = Object.fromEntries(body);
    const request = tokenRequest === "json" ? { json: fields } : { form: fields };
    return await channel.send({ method: "POST", ...declaredPath(path), ...request });
  } finally {
    channel.close();
  }
}

/**
 * Converts the response for the library, which supports only bearer tokens. An unreadable one becomes a response that
 * the library must reject.
 */
function toResponse(response: TokenResponse | null, { auth }: TokenSubject): Response {
  const headers = { "content-type": "application/json" };
  if (response === null || response.status < 200 || response.status > 599)
    return new Response("", { status: 502, headers });
  const { status } = response;
  // The library would refuse the whole response for one of these two, which are read and judged here.
  const { expires_in: _lifetime, refresh_token: _refreshToken, ...fields } = response.fields;
  const isKnown = isKnownType(fields.token_type, auth.server.tokenTypes);
  return new Response(JSON.stringify(isKnown ? { ...fields, token_type: "bearer" } : fields), { status, headers });
}

/**
 * Judges an error from the library. Such errors contain the response, including tokens, so they are never passed on.
 */
function judgeThrown(error: unknown, facts: ExchangeFacts, { auth }: TokenSubject): TokenResult {
  if (facts.kind === "not_sent" && (facts.reason === "local" || facts.reason === "not_allowed"))
    return { kind: "local" };
  if (!(error instanceof oauth.ResponseBodyError)) return { kind: "unsure", sent: facts.kind !== "not_sent" };
  const { invalidGrantErrors = [] } = auth.server;
  return judgeTokenError(
    error.status,
    error.error,
    (code) => code === "invalid_grant" || invalidGrantErrors.includes(code),
  );
}
