/**
 * Asks a token endpoint, once: `oauth4webapi` words the request and reads the answer, our egress sends it. The library
 * has no other way out, and nothing here is ever repeated.
 */
import type { ExchangeFacts, OAuthCredential } from "@svc/provider-kit";
import * as oauth from "oauth4webapi";
import type { Platform } from "../platform.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { OAuthApp, OAuthApps } from "./app.ts";
import type { TokenEndpoint, TokenResult, TokenSubject } from "./port.ts";
import { credentialOf, judgeTokenError, readTokenAnswer, type TokenAnswer } from "./token-answer.ts";

/** How long one request may take, in milliseconds, from its connection to the end of its answer. */
export const tokenTimeoutMs = 10_000;

/** What it is made from. */
export type TokenEndpointDeps = {
  transport: ProviderTransport;
  platform: Pick<Platform, "monotonicMs" | "nowMs">;
  apps: OAuthApps;
  timeoutMs: number;
};

/** Makes the token endpoint of every provider that has an app; one without is asked nothing and is `unsure`. */
export function createTokenEndpoint(deps: TokenEndpointDeps): TokenEndpoint {
  return {
    exchangeCode: (subject, { code, verifier, redirectUri }) =>
      ask(deps, subject, { requested: subject.scopes, refreshToken: null }, ({ server, client, secret }, options) =>
        // The library wants to have seen the authorization response; ours was judged before, and only its code is left.
        oauth.authorizationCodeGrantRequest(
          server,
          client,
          secret,
          oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState),
          redirectUri,
          verifier,
          options,
        ),
      ),
    refresh: (subject, { refreshToken, scopes }: OAuthCredential & { refreshToken: string }) =>
      ask(deps, subject, { requested: scopes, refreshToken }, ({ server, client, secret }, options) =>
        oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, options),
      ),
  };
}

type Parties = { server: oauth.AuthorizationServer; client: oauth.Client; secret: oauth.ClientAuth };
type Before = { requested: readonly string[]; refreshToken: string | null };

async function ask(
  deps: TokenEndpointDeps,
  subject: TokenSubject,
  before: Before,
  request: (parties: Parties, options: oauth.TokenEndpointRequestOptions) => Promise<Response>,
): Promise<TokenResult> {
  const app = deps.apps.get(subject.provider.slug);
  if (app === undefined) return { kind: "unsure", sent: false };
  const parties = partiesOf(subject, app);
  const seen: { facts: ExchangeFacts | null; answer: TokenAnswer | null } = { facts: null, answer: null };
  const sendOnce = async (_url: string, init: oauth.CustomFetchOptions<"POST", URLSearchParams>): Promise<Response> => {
    seen.facts = await send(deps, subject, init);
    seen.answer = readTokenAnswer(seen.facts);
    return responseOf(seen.answer);
  };
  try {
    const response = await request(parties, { [oauth.customFetch]: sendOnce });
    await oauth.processGenericTokenEndpointResponse(parties.server, parties.client, response);
    // The library repairs some of what it reads; ours is judged as it came.
    const fields = seen.answer?.fields ?? {};
    const credential = credentialOf(fields, { auth: subject.auth, ...before, nowMs: deps.platform.nowMs() });
    return credential === null ? { kind: "unsure", sent: true } : { kind: "granted", credential };
  } catch (error) {
    // Nothing was tried: a defect of ours, whose message is constant.
    if (seen.facts === null) throw error;
    return judgeThrown(error, seen.facts, subject);
  }
}

/** Live and in a sandbox alike the library is told of the declared server: where it is reached, egress alone knows. */
function partiesOf({ auth }: TokenSubject, app: OAuthApp): Parties {
  const { server } = auth;
  const issuer = server.issuers[0] ?? server.origin;
  const token_endpoint = `${server.origin}/${server.tokenPath.map((part) => encodeURIComponent(part)).join("/")}`;
  const isBasic = server.clientAuthentication === "client_secret_basic";
  return {
    server: { issuer, token_endpoint },
    client: { client_id: app.clientId },
    secret: isBasic ? oauth.ClientSecretBasic(app.clientSecret) : oauth.ClientSecretPost(app.clientSecret),
  };
}

async function send(
  { transport, platform, timeoutMs }: TokenEndpointDeps,
  { provider, auth }: TokenSubject,
  { body, headers }: oauth.CustomFetchOptions<"POST", URLSearchParams>,
): Promise<ExchangeFacts> {
  // Of the library's headers only the client's authentication is its to decide.
  const { authorization } = headers;
  const channel = transport.open(provider.slug, {
    service: "authorization",
    headers: authorization === undefined ? {} : { authorization },
    deadlineMs: platform.monotonicMs() + timeoutMs,
  });
  try {
    const form = Object.fromEntries(body);
    return await channel.send({ method: "POST", path: auth.server.tokenPath, form });
  } finally {
    channel.close();
  }
}

/** The answer in the library's form; what is not readable becomes one that it can only refuse. */
function responseOf(answer: TokenAnswer | null): Response {
  const headers = { "content-type": "application/json" };
  if (answer === null || answer.status < 200 || answer.status > 599) return new Response("", { status: 502, headers });
  return new Response(JSON.stringify(answer.fields), { status: answer.status, headers });
}

/** The library's errors hold the answer, tokens included: they are looked at and end here. */
function judgeThrown(error: unknown, facts: ExchangeFacts, { auth }: TokenSubject): TokenResult {
  if (!(error instanceof oauth.ResponseBodyError)) return { kind: "unsure", sent: facts.kind !== "not_sent" };
  const { invalidGrantErrors = [] } = auth.server;
  return judgeTokenError(
    error.status,
    error.error,
    (code) => code === "invalid_grant" || invalidGrantErrors.includes(code),
  );
}
