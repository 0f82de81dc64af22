/**
 * Identifies an agent's host: by the document at its client ID (OAuth Client ID Metadata Document,
 * draft-ietf-oauth-client-id-metadata-document) or by its registration. Neither proves a name. The redirect address
 * decides who gets access.
 */
import { isName } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";
import type { FetchDocument } from "../documents/port.ts";
import { readWebhookUrl, type UrlRules } from "../webhooks/url.ts";
import type { AgentSignInStore } from "./port.ts";
import { readRedirectUri } from "./redirects.ts";

/** A host, from its own description. */
export type AgentHost = { id: string; name: string; redirectUris: readonly string[] };

/** Why no host was found: the client ID is unknown, or its document redirects, is too large, unreachable or invalid. */
export type HostFault = "unknown" | "redirects" | "too_large" | "unreachable" | "invalid";

/** Finds a host by its client ID. */
export type FindHost = (clientId: string) => Promise<AgentHost | HostFault>;

/** The largest document, in bytes. */
export const documentBytesMax = 5 * 1024;
const nameLengthMax = 100;
const redirectsMax = 20;
const keptForMs = 5 * minuteMs;
const keptMax = 200;

/** Creates the function. Documents are cached for five minutes. */
export function createFindHost(deps: {
  fetchDocument: FetchDocument;
  rules: UrlRules;
  store: Pick<AgentSignInStore, "registered">;
  platform: Pick<Platform, "monotonicMs">;
}): FindHost {
  const { monotonicMs } = deps.platform;
  const kept = new Map<string, { host: AgentHost; untilMs: number }>();
  return async (clientId) => {
    if (!clientId.includes(":")) return (await deps.store.registered(clientId)) ?? "unknown";
    const known = kept.get(clientId);
    if (known !== undefined && monotonicMs() < known.untilMs) return known.host;
    kept.delete(clientId);
    const url = readClientIdUrl(clientId, deps.rules);
    if (url === null) return "unknown";
    const fetched = await deps.fetchDocument(url, documentBytesMax);
    if (fetched.kind === "none") return fetched.fault === "too_large" ? "too_large" : "unreachable";
    const { httpStatus, bytes } = fetched;
    if (httpStatus >= 300 && httpStatus < 400) return "redirects";
    const host = httpStatus === 200 ? readDocument(clientId, bytes) : null;
    if (host === null) return "invalid";
    if (kept.size >= keptMax) kept.clear();
    kept.set(clientId, { host, untilMs: monotonicMs() + keptForMs });
    return host;
  };
}

/** Parses a client ID that is a URL. It must have a path, and nothing that could be interpreted in two ways. */
function readClientIdUrl(text: string, rules: UrlRules): URL | null {
  const url = readWebhookUrl(text, rules);
  // Compared as text, so that only one spelling of the URL identifies the host.
  return url === null || url.href !== text || url.pathname === "/" ? null : url;
}

function readDocument(clientId: string, bytes: Uint8Array): AgentHost | null {
  const document = parseObject(bytes);
  if (document === null || document["client_id"] !== clientId) return null;
  const method = document["token_endpoint_auth_method"] ?? "none";
  return method === "none" ? readHost(clientId, document) : null;
}

/**
 * Reads a host's own description, from its document or registration.
 * @returns null if its redirect addresses can't be used.
 */
export function readHost(id: string, document: Readonly<Record<string, unknown>>): AgentHost | null {
  const { redirect_uris: uris, client_name: name } = document;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectsMax) return null;
  const redirectUris = uris.filter((uri): uri is string => typeof uri === "string" && readRedirectUri(uri) !== null);
  if (redirectUris.length !== uris.length) return null;
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
