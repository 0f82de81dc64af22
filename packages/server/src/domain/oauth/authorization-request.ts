/** Builds the authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3). */
import type { AuthorizationServer } from "@svc/provider-kit";
import { calculatePKCECodeChallenge } from "oauth4webapi";

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
