/**
 * Finds a server's authorization server (RFC 9728, then RFC 8414). Each document has to name the address that it was
 * found for; otherwise any server could send users to another's consent page.
 */
import { isRecord } from "@svc/provider-kit/shape";
import { endpointFault } from "./endpoint.ts";
import type { AuthorizationFacts } from "./facts.ts";
import { InspectionFault, type Fetch, type PlaceCheck } from "./fetching.ts";

type Document = Readonly<Record<string, unknown>>;

/** How the discovery reaches servers. */
export type DiscoveryOptions = { fetch: Fetch; placeFault: PlaceCheck };

/** What was found: nothing, what svc can use, or why it can't, as the end of a sentence about the server. */
export type Discovered =
  { kind: "none" } | { kind: "found"; facts: AuthorizationFacts } | { kind: "fault"; fault: string };

/** What a server publishes can't be used. The message is a sentence of svc's own, which quotes nothing. */
class DiscoveryFault extends Error {}

/**
 * Finds the authorization server. svc needs PKCE with S256, and addresses that it may connect to.
 * @param challenge the server's `WWW-Authenticate`, if it sent one.
 */
export async function discoverAuthorization(
  url: string,
  challenge: string | null,
  options: DiscoveryOptions,
): Promise<Discovered> {
  try {
    const resource = await resourceDocument(url, challenge, options);
    if (resource === null) return { kind: "none" };
    return { kind: "found", facts: await readServer(resource, options) };
  } catch (error) {
    if (error instanceof DiscoveryFault) return { kind: "fault", fault: error.message };
    if (error instanceof InspectionFault)
      return { kind: "fault", fault: `One of its documents can't be read. ${error.message}` };
    throw error;
  }
}

async function readServer(resource: Document, options: DiscoveryOptions): Promise<AuthorizationFacts> {
  const [issuer] = textsIn(resource["authorization_servers"]);
  if (issuer === undefined) throw new DiscoveryFault("Its metadata names no authorization server.");
  await requirePlace("The address of its authorization server", issuer.replace(/\/$/, ""), options);
  const server = await serverDocument(issuer, options);
  const endpoint = async (name: string): Promise<string> => {
    const value = server[`${name}_endpoint`];
    if (typeof value !== "string") throw new DiscoveryFault(`Its authorization server names no ${name} endpoint.`);
    await requirePlace(`Its authorization server's ${name} endpoint`, value, options);
    return value;
  };
  const [authorization, token] = [await endpoint("authorization"), await endpoint("token")];
  const registration = server["registration_endpoint"] === undefined ? null : await endpoint("registration");
  const sendsIss = server["authorization_response_iss_parameter_supported"] === true;
  // Otherwise a server could send users to another one's consent page, and receive its code at its own token endpoint.
  if (new URL(authorization).origin !== new URL(token).origin && !sendsIss) {
    throw new DiscoveryFault(
      "Its authorization server's endpoints have different origins, and its responses don't name their issuer (RFC 9207).",
    );
  }
  if (!textsIn(server["code_challenge_methods_supported"]).includes("S256")) {
    throw new DiscoveryFault("Its authorization server doesn't say that it supports PKCE with S256.");
  }
  return {
    issuer,
    authorizationEndpoint: authorization,
    tokenEndpoint: token,
    registrationEndpoint: registration,
    acceptsClientDocument: server["client_id_metadata_document_supported"] === true,
    scopes: textsIn(resource["scopes_supported"]).slice(0, 50),
    sendsIss,
    clientAuthentication: textsIn(server["token_endpoint_auth_methods_supported"]),
    resource: String(resource["resource"]),
  };
}

/** @throws DiscoveryFault for an address that svc can't use, or never connects to. @param what it is, at the start. */
async function requirePlace(what: string, address: string, { placeFault }: DiscoveryOptions): Promise<void> {
  const fault = endpointFault(address) ?? (await placeFault(address));
  if (fault !== null) throw new DiscoveryFault(`${what} can't be used. ${fault}`);
}

/**
 * The document about the server, from the address in its challenge or from the well-known ones; null if there is none.
 * @throws DiscoveryFault if none of those that it publishes is about it.
 */
async function resourceDocument(
  url: string,
  challenge: string | null,
  options: DiscoveryOptions,
): Promise<Document | null> {
  const { origin, pathname } = new URL(url);
  const path = pathname === "/" ? "" : pathname;
  const told = /resource_metadata="([^"]{1,500})"/.exec(challenge ?? "")?.[1];
  const isOwn = told !== undefined && URL.parse(told)?.origin === origin;
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const inserted = [path, path.replace(/\/$/, "")].map((one) => `${wellKnown}${one}`);
  const places = [...new Set([...(isOwn ? [told] : []), ...inserted, wellKnown])];
  let fault =
    told === undefined || isOwn ? null : "It says that its metadata is at another origin, where svc doesn't ask.";
  for (const place of places) {
    const found = await readDocument(place, options);
    if (found === "redirect") fault ??= "Its metadata is behind a redirect, which svc doesn't follow.";
    if (found === null || found === "redirect") continue;
    const named = found["resource"];
    // A document at the origin's root may be about the whole origin.
    if (typeof named === "string" && isAbout(named, url)) return found;
    fault ??= "Its metadata is about another server.";
  }
  if (fault !== null) throw new DiscoveryFault(fault);
  return null;
}

function isAbout(named: string, url: string): boolean {
  const plain = (text: string) => text.replace(/\/$/, "");
  return plain(named) === plain(url) || plain(named) === new URL(url).origin;
}

/**
 * The document about the authorization server, which has to name exactly this issuer (RFC 8414 §3.3).
 * @throws DiscoveryFault if there is none.
 */
async function serverDocument(issuer: string, options: DiscoveryOptions): Promise<Document> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  let fault = "Its authorization server publishes no metadata (RFC 8414).";
  for (const place of new Set(places)) {
    const found = await readDocument(place, options);
    if (found === "redirect")
      fault = "Its authorization server's metadata is behind a redirect, which svc doesn't follow.";
    else if (found !== null && found["issuer"] === issuer) return found;
    else if (found !== null) fault = "Its authorization server's metadata names another issuer.";
  }
  throw new DiscoveryFault(fault);
}

async function readDocument(
  place: string,
  { fetch: sendOut }: DiscoveryOptions,
): Promise<Document | "redirect" | null> {
  const { status, text } = await sendOut(place, { method: "GET", headers: { accept: "application/json" } });
  if (status >= 300 && status < 400) return "redirect";
  if (status !== 200) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((text): text is string => typeof text === "string" && text.length <= 500)
    : [];
}
