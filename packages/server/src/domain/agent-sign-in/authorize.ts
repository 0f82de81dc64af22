/** The first step: a host redirects the user's browser here (RFC 6749 §4.1.1, with PKCE and RFC 8707). */
import { idPrefixes } from "@svc/contract";
import type { ServiceClientRow } from "../service-clients/port.ts";
import { decisionMs, type AgentSignInDeps } from "./deps.ts";
import { tenantOfResource } from "./metadata.ts";
import type { HostFault } from "./hosts.ts";
import { isRegisteredRedirect, redirectOriginOf, withParameters } from "./redirects.ts";
import { sealRequest, type AgentRequest } from "./requests.ts";

/** A problem that is shown on a page, because there is no trusted redirect address to send the browser back to. */
export type SignInProblem = "host" | "redirect" | "resource" | "ended";

/** The result of a step, for the browser. */
export type SignInStep =
  | { kind: "ask"; ask: SignInQuestion; browserSecret: string }
  | { kind: "redirect"; url: string }
  | { kind: "problem"; problem: SignInProblem; reason: HostFault | "" };

/** The contents of the page that the user sees before continuing to the consumer's app. */
export type SignInQuestion = {
  hostName: string;
  redirectOrigin: string;
  appName: string;
  logoId: string | null;
  /** The page of the consumer's app that decides, with the authorization's id. */
  url: string;
};

const challengeForm = /^[A-Za-z0-9_-]{43}$/;
const stateLengthMax = 2048;

/** Starts a sign-in. @param query the request's parameters. @param known the secret in the browser's cookie. */
export async function beginSignIn(
  deps: AgentSignInDeps,
  query: URLSearchParams,
  known: string | null,
): Promise<SignInStep> {
  const hostId = only(query, "client_id") ?? "";
  const host = await deps.findHost(hostId);
  if (typeof host === "string") return problem("host", host);
  const redirectUri = only(query, "redirect_uri");
  if (redirectUri === null || !isRegisteredRedirect(redirectUri, host.redirectUris)) return problem("redirect");
  const state = only(query, "state");
  const refused = (error: string, description: string): SignInStep => ({
    kind: "redirect",
    url: withParameters(redirectUri, { error, error_description: description, state, iss: deps.apiUrl }),
  });
  // From here on, the host and its redirect address are known, so errors are reported to it.
  const fault = faultOf(query, state);
  if (fault !== null) return refused(...fault);
  const resource = only(query, "resource") ?? "";
  const tenantId = tenantOfResource(resource, deps.apiUrl);
  const client = tenantId === null ? null : await clientFor(deps, tenantId);
  if (tenantId === null || client === null) {
    return refused("invalid_target", "This address doesn't exist, or its app has no sign-in for agents.");
  }
  const browserSecret = known ?? deps.makeSecret("cob_");
  const id = deps.newId(idPrefixes.agentAuthorization);
  const createdAt = deps.platform.nowMs();
  const request: AgentRequest = {
    id,
    clientId: client.id,
    tenantId,
    resource,
    hostId: host.id,
    hostName: host.name,
    redirectUri,
    state,
    codeChallenge: only(query, "code_challenge") ?? "",
    browserHash: deps.hashes.hash("agent-browser", [id, browserSecret]),
    proposalId: "",
    createdAt,
    expiresAt: createdAt + decisionMs,
  };
  const sealed = sealRequest(deps.requestSeals, request);
  if (sealed === null) return refused("invalid_request", "The request is too long.");
  return { kind: "ask", ask: questionOf(client, request, sealed), browserSecret };
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

function faultOf(query: URLSearchParams, state: string | null): [error: string, description: string] | null {
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return ["invalid_request", "A parameter is repeated."];
  if (only(query, "response_type") !== "code") return ["unsupported_response_type", "Only code is supported."];
  if (only(query, "code_challenge_method") !== "S256" || !challengeForm.test(only(query, "code_challenge") ?? "")) {
    return ["invalid_request", "PKCE with S256 is required."];
  }
  if ((state?.length ?? 0) > stateLengthMax) return ["invalid_request", "The state is too long."];
  // RFC 6749 §A.5 allows visible ASCII and spaces.
  return state !== null && hasControls(state) ? ["invalid_request", "The state has control characters."] : null;
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Finds the client whose app decides. At the address for all tenants, there must be only one. */
async function clientFor({ store }: AgentSignInDeps, tenantId: string): Promise<ServiceClientRow | null> {
  if (tenantId !== "") return await store.clientOfTenant(tenantId);
  const [first, ...others] = await store.clientsWithPage();
  return others.length === 0 ? (first ?? null) : null;
}

/** Returns a parameter's value; null unless it appears exactly once. */
export function only(query: URLSearchParams, name: string): string | null {
  const [value, ...others] = query.getAll(name);
  return value === undefined || value === "" || others.length > 0 ? null : value;
}

function problem(of: SignInProblem, reason: HostFault | "" = ""): SignInStep {
  return { kind: "problem", problem: of, reason };
}
