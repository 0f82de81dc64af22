/**
 * Builds the authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3), and judges the response at the callback
 * (RFC 6749 §4.1.2, RFC 9207). Pure; runs before anything is sent.
 */
import type { AuthorizationServer } from "@svc/provider-kit";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import type { AuthorizationResponse } from "./port.ts";
import { isToken } from "./token-response.ts";

/** The inputs of a request. */
export type AuthorizationRequest = {
  server: AuthorizationServer;
  /** The origin at which the server is reached: its own or, in a sandbox, its simulator's. */
  origin: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  state: string;
  /** The PKCE code verifier; the request contains only its hash. */
  verifier: string;
};

/** Returns the address to send the user's browser to. */
export async function authorizationRequestUrl(request: AuthorizationRequest): Promise<string> {
  const { server, origin, clientId, redirectUri, scopes, state, verifier } = request;
  const url = new URL(`${origin}/${server.authorizationPath.map((part) => encodeURIComponent(part)).join("/")}`);
  // The provider's own parameters come first, so that none of them can replace ours.
  for (const [name, value] of Object.entries(server.authorizationParameters ?? {})) url.searchParams.set(name, value);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", clientId);
  url.searchParams.set("redirect_uri", redirectUri);
  for (const [name, listed] of scopeParameters(server, scopes)) {
    if (listed.length > 0) url.searchParams.set(name, listed.join(server.scopeSeparator ?? " "));
  }
  url.searchParams.set("state", state);
  if (server.pkce === false) return url.href;
  url.searchParams.set("code_challenge", await calculatePKCECodeChallenge(verifier));
  url.searchParams.set("code_challenge_method", "S256");
  return url.href;
}

/** Returns the parameters for scopes, each with the requested scopes that belong in it. */
function scopeParameters(
  { scopeParameters: further = {} }: AuthorizationServer,
  scopes: readonly string[],
): [string, readonly string[]][] {
  const elsewhere = new Set(Object.values(further).flat());
  return [
    ["scope", scopes.filter((scope) => !elsewhere.has(scope))],
    ...Object.entries(further).map(([name, listed]): [string, readonly string[]] => [
      name,
      scopes.filter((scope) => listed.includes(scope)),
    ]),
  ];
}

/** Returns the accepted values of `iss`. If the server is reached at another origin, its issuers move there too. */
export function issuersAt({ origin: declared, issuers }: AuthorizationServer, origin: string): readonly string[] {
  if (origin === declared) return issuers;
  return issuers.map((issuer) => origin + issuer.slice(new URL(issuer).origin.length));
}

/** The verdict on an authorization response. */
export type AuthorizationVerdict =
  | { kind: "code"; code: string }
  /** The user, or the server on the user's behalf, declined. */
  | { kind: "denied" }
  /** Any other error from the server. */
  | { kind: "error" }
  /** Not this server's response to this request. */
  | { kind: "refused"; reason: "malformed" | "issuer_missing" | "issuer_unknown" };

/** Parameters that only other flows send (implicit, hybrid, JARM); a response with one of them is rejected. */
const foreign = ["response", "id_token", "access_token", "token"] as const;
const errorCode = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** Returns the only `state` of a response; null if it has none or several. */
export function readState(response: AuthorizationResponse): string | null {
  const [state, ...others] = response.getAll("state");
  return state === undefined || others.length > 0 ? null : state;
}

/**
 * Judges the rest of a response whose state is known.
 * @param expected.issuers the exact accepted values of `iss`; @param expected.sendsIss whether it is required.
 */
export function judgeAuthorizationResponse(
  response: AuthorizationResponse,
  expected: { issuers: readonly string[]; sendsIss: boolean },
): AuthorizationVerdict {
  const names = [...response.keys()];
  // RFC 6749 §3.1: no parameter may be repeated.
  if (new Set(names).size !== names.length) return { kind: "refused", reason: "malformed" };
  const issuer = response.get("iss");
  if (issuer === null && expected.sendsIss) return { kind: "refused", reason: "issuer_missing" };
  if (issuer !== null && !expected.issuers.includes(issuer)) return { kind: "refused", reason: "issuer_unknown" };
  const code = response.get("code");
  const error = response.get("error");
  const isOne = (code === null) !== (error === null);
  if (!isOne || foreign.some((name) => response.has(name))) return { kind: "refused", reason: "malformed" };
  if (error === "access_denied") return { kind: "denied" };
  if (error !== null) return errorCode.test(error) ? { kind: "error" } : { kind: "refused", reason: "malformed" };
  return code !== null && isToken(code) ? { kind: "code", code } : { kind: "refused", reason: "malformed" };
}
