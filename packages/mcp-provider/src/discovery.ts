/**
 * Finds a server's authorization server (RFC 9728, then RFC 8414). Each document has to name the address that it was
 * found for; otherwise any server could send users to another's consent page.
 */
import { isRecord } from "@svc/provider-kit/shape";
import { endpointFault } from "./endpoint.ts";
import type { AuthorizationFacts } from "./facts.ts";
import type { Fetch } from "./fetching.ts";

type Document = Readonly<Record<string, unknown>>;

/**
 * Returns the facts; null if the server publishes none that svc can use: svc needs PKCE with S256.
 * @param challenge the server's `WWW-Authenticate`, if it sent one.
 */
export async function discoverAuthorization(
  url: string,
  challenge: string | null,
  sendOut: Fetch,
): Promise<AuthorizationFacts | null> {
  const resource = await resourceDocument(url, challenge, sendOut);
  if (resource === null) return null;
  const [issuer] = textsIn(resource["authorization_servers"]);
  if (issuer === undefined || endpointFault(issuer.replace(/\/$/, "")) !== null) return null;
  const server = await serverDocument(issuer, sendOut);
  if (server === null) return null;
  const { authorization_endpoint: authorization, token_endpoint: token, registration_endpoint: registration } = server;
  if (!isEndpoint(authorization) || !isEndpoint(token)) return null;
  const sendsIss = server["authorization_response_iss_parameter_supported"] === true;
  // Otherwise a server could send users to another one's consent page, and receive its code at its own token endpoint.
  if (new URL(authorization).origin !== new URL(token).origin && !sendsIss) return null;
  if (!textsIn(server["code_challenge_methods_supported"]).includes("S256")) return null;
  return {
    issuer,
    authorizationEndpoint: authorization,
    tokenEndpoint: token,
    registrationEndpoint: isEndpoint(registration) ? registration : null,
    acceptsClientDocument: server["client_id_metadata_document_supported"] === true,
    scopes: textsIn(resource["scopes_supported"]).slice(0, 50),
    sendsIss,
    clientAuthentication: textsIn(server["token_endpoint_auth_methods_supported"]),
    resource: String(resource["resource"]),
  };
}

/** The document about the server, from the address in its challenge or from the well-known ones. */
async function resourceDocument(url: string, challenge: string | null, sendOut: Fetch): Promise<Document | null> {
  const { origin, pathname } = new URL(url);
  const path = pathname === "/" ? "" : pathname;
  const told = /resource_metadata="([^"]{1,500})"/.exec(challenge ?? "")?.[1];
  const isOwn = told !== undefined && URL.parse(told)?.origin === origin;
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const places = [...new Set([...(isOwn ? [told] : []), `${wellKnown}${path}`, wellKnown])];
  for (const place of places) {
    const document = await readDocument(place, sendOut);
    const named = document?.["resource"];
    // A document at the origin's root may be about the whole origin.
    if (document !== null && typeof named === "string" && isAbout(named, url)) return document;
  }
  return null;
}

function isAbout(named: string, url: string): boolean {
  const plain = (text: string) => text.replace(/\/$/, "");
  return plain(named) === plain(url) || plain(named) === new URL(url).origin;
}

/** The document about the authorization server, which has to name exactly this issuer (RFC 8414 §3.3). */
async function serverDocument(issuer: string, sendOut: Fetch): Promise<Document | null> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of new Set(places)) {
    const document = await readDocument(place, sendOut);
    if (document !== null && document["issuer"] === issuer) return document;
  }
  return null;
}

async function readDocument(place: string, sendOut: Fetch): Promise<Document | null> {
  const { status, text } = await sendOut(place, { method: "GET", headers: { accept: "application/json" } });
  if (status !== 200) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isEndpoint(value: unknown): value is string {
  return typeof value === "string" && endpointFault(value) === null;
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((text): text is string => typeof text === "string" && text.length <= 500)
    : [];
}
