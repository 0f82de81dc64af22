/**
 * Identifies an agent's host: by the document at its client ID (OAuth Client ID Metadata Document,
 * draft-ietf-oauth-client-id-metadata-document) or by its registration. Neither proves a name. The redirect address
 * decides who gets access.
 */
import { isName } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { minuteMs, secondMs } from "../clock/units.ts";
import type { FetchDocument } from "../service-clients/port.ts";
import { createSharedFetches, type FetchBounds } from "./shared-fetches.ts";
import type { Outside } from "../limits/gate.ts";
import { readWebhookUrl, type UrlRules } from "../webhooks/url.ts";
import type { AgentSignInStore } from "./port.ts";
import { readRedirectUri } from "./redirects.ts";

/** A host, from its own description. */
export type AgentHost = { id: string; name: string; redirectUris: readonly string[] };

/**
 * Why no host was found: the client ID is unknown, its document redirects, is too large, unreachable or invalid, or too
 * many documents are being fetched or svc's own server can't open a connection.
 */
export type HostFault = "unknown" | "redirects" | "too_large" | "unreachable" | "invalid" | "busy";

export type AgentHosts = {
  /** Whether {@link AgentHosts.find} would return "busy" now; reads nothing. */
  isBusy(clientId: string): boolean;
  /** Finds a host by its client ID. @param outside waits for its server without a place of the gate. */
  find(clientId: string, outside: Outside): Promise<AgentHost | HostFault>;
  /** Finds a host without a fetch: one that registered, or whose document is remembered. */
  known(clientId: string): Promise<AgentHost | null>;
};

/** The largest document, in bytes. */
export const documentBytesMax = 5 * 1024;
/** How long a document may take in all. */
export const documentMs = 3 * secondMs;
/** The bounds on fetches, because anyone can cause one, from a server of their choice. */
export const documentBounds: FetchBounds = { fetches: 16, perServer: 2, waiting: 64 };
const nameLengthMax = 100;
const redirectsMax = 20;
const rememberedMax = 500;

/** Creates them. A document is remembered for five minutes, and a failure for half a minute. */
export function createAgentHosts(deps: {
  fetchDocument: FetchDocument;
  rules: UrlRules;
  store: Pick<AgentSignInStore, "registered">;
  platform: Pick<Platform, "monotonicMs">;
}): AgentHosts {
  const { monotonicMs } = deps.platform;
  const hosts = createMemory<AgentHost>(5 * minuteMs, monotonicMs);
  // Apart from the hosts, so that a stranger's failures make svc forget none of them.
  const faults = createMemory<HostFault>(30 * secondMs, monotonicMs);
  const fetches = createSharedFetches<AgentHost | HostFault>(documentBounds);
  const load = async (clientId: string, url: URL): Promise<AgentHost | HostFault> => {
    const found = readFetched(clientId, await deps.fetchDocument(url, documentBytesMax));
    // A lack of this machine says nothing about the host.
    if (found === "busy") return found;
    if (typeof found === "string") faults.set(clientId, found);
    else hosts.set(clientId, found);
    return found;
  };
  const remembered = (clientId: string): AgentHost | HostFault | undefined =>
    hosts.get(clientId) ?? faults.get(clientId);
  return {
    isBusy(clientId) {
      if (!hasDocument(clientId) || remembered(clientId) !== undefined) return false;
      const url = readClientIdUrl(clientId, deps.rules);
      return url !== null && !fetches.hasRoom(clientId, url.hostname);
    },
    async find(clientId, outside) {
      if (!hasDocument(clientId)) return (await deps.store.registered(clientId)) ?? "unknown";
      const known = remembered(clientId);
      if (known !== undefined) return known;
      const url = readClientIdUrl(clientId, deps.rules);
      if (url === null) return "unknown";
      return await fetches.get(clientId, url.hostname, () => load(clientId, url), outside);
    },
    known: async (clientId) =>
      hasDocument(clientId) ? (hosts.get(clientId) ?? null) : await deps.store.registered(clientId),
  };
}

/** Whether a client ID is the address of a document. Ids of registered hosts have no colon. */
export function hasDocument(clientId: string): boolean {
  return clientId.includes(":");
}

/** Values by client ID, for a while. At the limit, the one that was used least recently is forgotten. */
function createMemory<Value>(keptForMs: number, monotonicMs: () => number) {
  const kept = new Map<string, { value: Value; untilMs: number }>();
  return {
    get(clientId: string): Value | undefined {
      const known = kept.get(clientId);
      kept.delete(clientId);
      if (known === undefined || known.untilMs <= monotonicMs()) return undefined;
      kept.set(clientId, known);
      return known.value;
    },
    set(clientId: string, value: Value): void {
      kept.delete(clientId);
      kept.set(clientId, { value, untilMs: monotonicMs() + keptForMs });
      if (kept.size > rememberedMax) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
    },
  };
}

/** Parses a client ID that is a URL. It must have a path, and nothing that could be interpreted in two ways. */
function readClientIdUrl(text: string, rules: UrlRules): URL | null {
  const url = readWebhookUrl(text, rules);
  // Compared as text, so that only one spelling of the URL identifies the host.
  return url === null || url.href !== text || url.pathname === "/" ? null : url;
}

function readFetched(clientId: string, fetched: Awaited<ReturnType<FetchDocument>>): AgentHost | HostFault {
  if (fetched.kind === "none" && fetched.fault === "local") return "busy";
  if (fetched.kind === "none") return fetched.fault === "too_large" ? "too_large" : "unreachable";
  const { httpStatus, bytes } = fetched;
  if (httpStatus >= 300 && httpStatus < 400) return "redirects";
  return (httpStatus === 200 ? readDocument(clientId, bytes) : null) ?? "invalid";
}

function readDocument(clientId: string, bytes: Uint8Array): AgentHost | null {
  const document = parseObject(bytes);
  if (document === null || document["client_id"] !== clientId) return null;
  const { token_endpoint_auth_method: preferred = "none", token_endpoint_auth_methods_supported: supported } = document;
  // A host that prefers to sign may also be able to use PKCE alone, which is what svc offers.
  const isPublic = preferred === "none" || (Array.isArray(supported) && supported.includes("none"));
  return isPublic ? readHost(clientId, document) : null;
}

/**
 * Reads a host's own description, from its document or registration. Redirect addresses that svc sends no browser to are
 * left out, because hosts name one for each of their programs.
 * @returns null if none is left.
 */
export function readHost(id: string, document: Readonly<Record<string, unknown>>): AgentHost | null {
  const { redirect_uris: uris, client_name: name } = document;
  if (!Array.isArray(uris) || uris.length > redirectsMax) return null;
  const redirectUris = uris.filter((uri): uri is string => typeof uri === "string" && readRedirectUri(uri) !== null);
  if (redirectUris.length === 0) return null;
  const isNamed = typeof name === "string" && isName(name) && name.trim() !== "" && name.length <= nameLengthMax;
  return { id, name: isNamed ? name.trim() : fallbackName(id, redirectUris), redirectUris };
}

function fallbackName(id: string, [redirectUri = ""]: readonly string[]): string {
  return URL.parse(id)?.host ?? URL.parse(redirectUri)?.host ?? "";
}

/** Parses a JSON object; null for anything else. */
export function parseObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
