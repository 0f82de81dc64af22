/**
 * Identifies an agent's host: by the document at its client ID (OAuth Client ID Metadata Document,
 * draft-ietf-oauth-client-id-metadata-document) or by its registration. Neither proves a name. The redirect address
 * decides who gets access.
 */
import { isName } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { minuteMs, secondMs } from "../clock/units.ts";
import type { FetchDocument, FetchedDocument } from "../service-clients/port.ts";
import { isObject, readHostKeys, readKeySet, type HostKey, type HostKeys } from "./host-keys.ts";
import { createSharedFetches, type FetchBounds } from "./shared-fetches.ts";
import type { Outside } from "../limits/gate.ts";
import { readWebhookUrl, type UrlRules } from "../webhooks/url.ts";
import type { AgentSignInStore } from "./port.ts";
import { readRedirectUri } from "./requests.ts";

/** A host, from its own description. */
export type AgentHost = {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The keys with which it signs requests; null if it can't. */
  keys: HostKeys | null;
  /** Whether it said that it signs all of them. */
  mustSign: boolean;
};

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
  /**
   * Returns the keys with which a host signs, as "invalid" if it has none.
   * @param options.mayBeOld false to fetch them again unless that was done within the last half minute.
   */
  keysOf(
    host: Pick<AgentHost, "keys">,
    outside: Outside,
    options: { mayBeOld: boolean },
  ): Promise<readonly HostKey[] | HostFault>;
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
const rememberedMs = 5 * minuteMs;
const faultRememberedMs = 30 * secondMs;

/** Creates them. A document is remembered for five minutes, and a failure for half a minute. */
export function createAgentHosts(deps: {
  fetchDocument: FetchDocument;
  rules: UrlRules;
  store: Pick<AgentSignInStore, "registered">;
  platform: Pick<Platform, "monotonicMs">;
}): AgentHosts {
  const { monotonicMs } = deps.platform;
  const fetches = createSharedFetches<FetchedDocument>(documentBounds);
  const get = async (url: URL, outside: Outside): Promise<FetchedDocument | "busy"> =>
    await fetches.get(url.href, url.hostname, () => deps.fetchDocument(url, documentBytesMax), outside);
  const documents = createFound<AgentHost>(monotonicMs);
  const keySets = createFound<{ keys: readonly HostKey[]; fetchedAtMs: number }>(monotonicMs);
  return {
    isBusy(clientId) {
      if (!hasDocument(clientId) || documents.get(clientId) !== undefined) return false;
      const url = readClientIdUrl(clientId, deps.rules);
      return url !== null && !fetches.hasRoom(clientId, url.hostname);
    },
    async find(clientId, outside) {
      if (!hasDocument(clientId)) return (await deps.store.registered(clientId)) ?? "unknown";
      const known = documents.get(clientId);
      if (known !== undefined) return known;
      const url = readClientIdUrl(clientId, deps.rules);
      if (url === null) return "unknown";
      const read = (document: Document) => readDocument(clientId, document, deps.rules);
      return documents.set(clientId, readFetched(await get(url, outside), read));
    },
    async known(clientId) {
      if (!hasDocument(clientId)) return await deps.store.registered(clientId);
      const known = documents.get(clientId);
      return known === undefined || typeof known === "string" ? null : known;
    },
    async keysOf({ keys }, outside, { mayBeOld }) {
      if (keys === null) return "invalid";
      if ("jwks" in keys) return keys.jwks;
      const known = keySets.get(keys.jwksUri);
      if (typeof known === "string") return known;
      const oldestMs = monotonicMs() - (mayBeOld ? rememberedMs : faultRememberedMs);
      if (known !== undefined && known.fetchedAtMs > oldestMs) return known.keys;
      const url = readWebhookUrl(keys.jwksUri, deps.rules);
      if (url === null) return "invalid";
      const found = readFetched(await get(url, outside), (document) => {
        const read = readKeySet(document);
        return read === null ? null : { keys: read, fetchedAtMs: monotonicMs() };
      });
      const kept = keySets.set(keys.jwksUri, found);
      return typeof kept === "string" ? kept : kept.keys;
    },
  };
}

/** Whether a client ID is the address of a document. Ids of registered hosts have no colon. */
export function hasDocument(clientId: string): boolean {
  return clientId.includes(":");
}

/** What was found at addresses, and what was not. */
function createFound<Value extends object>(monotonicMs: () => number) {
  const values = createMemory<Value>(rememberedMs, monotonicMs);
  // Apart from the values, so that a stranger's failures make svc forget none of them.
  const faults = createMemory<HostFault>(faultRememberedMs, monotonicMs);
  return {
    get: (address: string): Value | HostFault | undefined => values.get(address) ?? faults.get(address),
    set(address: string, found: Value | HostFault): Value | HostFault {
      // A lack of this machine says nothing about the host.
      if (typeof found !== "string") values.set(address, found);
      else if (found !== "busy") faults.set(address, found);
      return found;
    },
  };
}

/** Values by address, for a while. At the limit, the one that was used least recently is forgotten. */
function createMemory<Value>(keptForMs: number, monotonicMs: () => number) {
  const kept = new Map<string, { value: Value; untilMs: number }>();
  return {
    get(address: string): Value | undefined {
      const known = kept.get(address);
      kept.delete(address);
      if (known === undefined || known.untilMs <= monotonicMs()) return undefined;
      kept.set(address, known);
      return known.value;
    },
    set(address: string, value: Value): void {
      kept.delete(address);
      kept.set(address, { value, untilMs: monotonicMs() + keptForMs });
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

type Document = Readonly<Record<string, unknown>>;

/** @param read returns null for an invalid document. */
function readFetched<Value>(
  fetched: FetchedDocument | "busy",
  read: (document: Document) => Value | null,
): Value | HostFault {
  if (fetched === "busy") return fetched;
  if (fetched.kind === "none" && fetched.fault === "local") return "busy";
  if (fetched.kind === "none") return fetched.fault === "too_large" ? "too_large" : "unreachable";
  const { httpStatus, bytes } = fetched;
  if (httpStatus >= 300 && httpStatus < 400) return "redirects";
  const document = httpStatus === 200 ? parseObject(bytes) : null;
  return (document === null ? null : read(document)) ?? "invalid";
}

function readDocument(clientId: string, document: Document, rules: UrlRules): AgentHost | null {
  if (document["client_id"] !== clientId) return null;
  const { token_endpoint_auth_method: preferred = "none", token_endpoint_auth_methods_supported: supported } = document;
  const described = readHostKeys(document, rules);
  const keys = described === "unusable" ? null : described;
  // A host that prefers to sign may also be able to use PKCE alone.
  const mustSign = preferred !== "none" && !(Array.isArray(supported) && supported.includes("none"));
  if (mustSign && (preferred !== "private_key_jwt" || keys === null)) return null;
  const host = readHost(clientId, document);
  return host === null ? null : { ...host, keys, mustSign };
}

/**
 * Reads a host's own description, from its document or registration. Redirect addresses that svc sends no browser to are
 * left out, because hosts name one for each of their programs.
 * @returns null if none is left.
 */
export function readHost(id: string, document: Document): Pick<AgentHost, "id" | "name" | "redirectUris"> | null {
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
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
