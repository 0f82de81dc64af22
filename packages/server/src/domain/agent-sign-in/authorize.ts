/**
 * The first step: a host redirects the user's browser here. Anyone can send such a request, so everything that svc can
 * check by itself comes before the host's document is fetched, and nothing is stored.
 */
import { idPrefixes, ServiceError } from "@svc/contract";
import type { Outside } from "../limits/gate.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import {
  type Addressee,
  type AgentRequest,
  type AuthorizeFault,
  isRegisteredRedirect,
  readAddressee,
  readAuthorizeRequest,
  redirectOriginOf,
  sealRequest,
  withParameters,
} from "./requests.ts";
import { decisionMs, type AgentSignInDeps } from "./deps.ts";
import { readResource, sharedMcpPath, tenantMcpPath } from "./metadata.ts";
import type { HostFault } from "./hosts.ts";

/** A problem that is shown on a page. The browser goes nowhere by itself, because a stranger may have sent it. */
export type SignInProblem = "host" | "redirect" | "request" | "resource" | "ended";

/** The result of a step, for the browser. */
export type SignInStep =
  | { kind: "ask"; ask: SignInQuestion; browserSecret: string }
  | { kind: "redirect"; url: string }
  | { kind: "problem"; problem: SignInProblem; reason: HostFault | ""; back: WayToHost | null };

/** Where the user can tell the host about a problem: one of its own redirect addresses. */
export type WayToHost = { origin: string; url: string };

/** The contents of the page that the user sees before continuing to the consumer's app. */
export type SignInQuestion = {
  hostName: string;
  redirectOrigin: string;
  appName: string;
  logoId: string | null;
  /** The page of the consumer's app that decides, with the authorization's id. */
  url: string;
};

/** The browser's request: its parameters, and the secret in its cookie. */
export type SignInVisit = { query: URLSearchParams; browserSecret: string | null };

/**
 * Starts a sign-in.
 * @param outside waits for the host's server without a place of the gate.
 * @throws ServiceError OVERLOADED if too many documents are being fetched.
 */
export async function beginSignIn(
  deps: AgentSignInDeps,
  { query, browserSecret: known }: SignInVisit,
  outside: Outside,
): Promise<SignInStep> {
  const to = readAddressee(query);
  if (to === null) return problem("redirect");
  const asked = readAuthorizeRequest(query, to);
  if ("error" in asked) return await refused(deps, to, "request", asked);
  // Strangers' requests can be many: those that can't be served now cost no read.
  if (deps.hosts.isBusy(asked.hostId)) throw new ServiceError("OVERLOADED");
  const address = readResource(asked.resource, deps.apiUrl);
  const client = address === null ? null : await clientFor(deps, address.tenantId);
  if (address === null || client === null) {
    return await refused(deps, to, "resource", wrongResource(asked.resource, deps.apiUrl));
  }
  const host = await deps.hosts.find(asked.hostId, outside);
  if (host === "busy") throw new ServiceError("OVERLOADED");
  if (typeof host === "string") return problem("host", host);
  if (!isRegisteredRedirect(asked.redirectUri, host.redirectUris)) return problem("redirect");
  const browserSecret = known ?? deps.makeSecret("cob_");
  const id = deps.newId(idPrefixes.agentAuthorization);
  const createdAt = deps.platform.nowMs();
  const request: AgentRequest = {
    ...asked,
    ...address,
    id,
    clientId: client.id,
    hostName: host.name,
    mustSign: host.mustSign,
    browserHash: deps.hashes.hash("agent-browser", [id, browserSecret]),
    proposalId: "",
    createdAt,
    expiresAt: createdAt + decisionMs,
  };
  const sealed = sealRequest(deps.requestSeals, request);
  if (sealed === null) {
    return await refused(deps, to, "request", { error: "invalid_request", description: "The request is too long." });
  }
  return { kind: "ask", ask: questionOf(client, request, sealed), browserSecret };
}

function wrongResource(named: string, apiUrl: string): AuthorizeFault {
  const said = named === "" ? "resource is missing" : "No app has a sign-in for agents at this address";
  const right = `${apiUrl}${sharedMcpPath} if one app serves all tenants, else ${apiUrl}${tenantMcpPath("{tenant_id}")}`;
  return { error: "invalid_target", description: `${said}: name ${right}.` };
}

function questionOf(client: ServiceClientRow, request: AgentRequest, sealed: string): SignInQuestion {
  return {
    hostName: request.hostName,
    redirectOrigin: redirectOriginOf(request.redirectUri),
    appName: client.appName === "" ? client.name : client.appName,
    logoId: client.logo?.id ?? null,
    url: withParameters(client.agentSignInUrl, { agent_authorization_id: sealed }),
  };
}

/**
 * Returns the page for a host's mistake. It offers a way back only to an address of a host that is known without a
 * fetch, and the user chooses to go there: a host says itself which addresses it has, so a redirect would send any
 * visitor of a link anywhere (RFC 9700 §4.11.2).
 */
async function refused(
  deps: AgentSignInDeps,
  { hostId, redirectUri, state }: Addressee,
  of: SignInProblem,
  { error, description }: AuthorizeFault,
): Promise<SignInStep> {
  const host = await deps.hosts.known(hostId);
  if (host === null || !isRegisteredRedirect(redirectUri, host.redirectUris)) return problem(of);
  const url = withParameters(redirectUri, { error, error_description: description, state, iss: deps.apiUrl });
  return problem(of, "", { origin: redirectOriginOf(redirectUri), url });
}

/** Finds the client whose app decides. At the address for all tenants, there must be only one. */
async function clientFor({ store, pages }: AgentSignInDeps, tenantId: string): Promise<ServiceClientRow | null> {
  if (tenantId !== "") return await store.clientOfTenant(tenantId);
  const [first, ...others] = await pages.clients();
  return others.length === 0 ? (first ?? null) : null;
}

function problem(of: SignInProblem, reason: HostFault | "" = "", back: WayToHost | null = null): SignInStep {
  return { kind: "problem", problem: of, reason, back };
}
