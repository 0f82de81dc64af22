/**
 * The request with which a host sends the user's browser (RFC 6749 §4.1.1, with PKCE and RFC 8707): how it is read, which
 * redirect address matches, and how it is kept until the app has decided. Anyone can start a sign-in, so svc stores none:
 * it seals the request into the id with which the app is called, and writes a row only once an app with a service key has
 * decided. Pure.
 */
import { agentAuthorizationIdLengthMax, idPrefixes, isId, isLoopback } from "@svc/contract";
import type { SealedTexts } from "../vault/port.ts";
import type { AgentAuthorizationRow } from "./port.ts";

/** A well-formed request. Its host and addresses still have to be checked. */
type AuthorizeRequest = {
  hostId: string;
  redirectUri: string;
  state: string | null;
  codeChallenge: string;
  resource: string;
};

/** A fault that the host caused, as RFC 6749 §4.1.2.1 names it. */
export type AuthorizeFault = { error: string; description: string };

/** The host's id and the parts of the response to it, which may be wrong in any way. */
export type Addressee = Pick<AuthorizeRequest, "hostId" | "redirectUri" | "state">;

const challengeForm = /^[A-Za-z0-9_-]{43}$/;
const stateLengthMax = 2048;

/** Returns who asks and where the response would go; null without a usable redirect address. */
export function readAddressee(query: URLSearchParams): Addressee | null {
  const redirectUri = only(query, "redirect_uri");
  if (redirectUri === null || readRedirectUri(redirectUri) === null) return null;
  const state = only(query, "state");
  const isReturnable = state === null || (state.length <= stateLengthMax && !hasControls(state));
  return { hostId: only(query, "client_id") ?? "", redirectUri, state: isReturnable ? state : null };
}

/** Reads the rest of the request. */
export function readAuthorizeRequest(query: URLSearchParams, to: Addressee): AuthorizeRequest | AuthorizeFault {
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return invalid("A parameter is repeated.");
  if (only(query, "response_type") !== "code") {
    return { error: "unsupported_response_type", description: "Only code is supported." };
  }
  const codeChallenge = only(query, "code_challenge") ?? "";
  if (only(query, "code_challenge_method") !== "S256" || !challengeForm.test(codeChallenge)) {
    return invalid("PKCE with S256 is required.");
  }
  if (to.state !== only(query, "state")) return invalid("The state is too long, or has control characters.");
  return { ...to, codeChallenge, resource: only(query, "resource") ?? "" };
}

/** Returns a parameter's value; null unless it appears exactly once. */
export function only(query: URLSearchParams, name: string): string | null {
  const [value, ...others] = query.getAll(name);
  return value === undefined || value === "" || others.length > 0 ? null : value;
}

function invalid(description: string): AuthorizeFault {
  return { error: "invalid_request", description };
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

const addressLengthMax = 2048;

/**
 * A program's own scheme is a reversed domain name (RFC 8252 §7.1), such as `com.example.app:`. Operating systems and
 * browsers give no meaning to a scheme with a dot, while `ms-msdt:`, `intent:` or `chrome:` start something.
 */
const ownScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** The schemes of widespread hosts that have no dot. */
const knownSchemes: ReadonlySet<string> = new Set([
  // Claude Desktop.
  "claude:",
  // Cursor: cursor://anysphere.cursor-mcp/oauth/callback, next to https and loopback addresses.
  "cursor:",
  // Extensions of VS Code, such as Cline: vscode://publisher.extension/…
  "vscode:",
  "vscode-insiders:",
  // Warp: warp://mcp/oauth2callback
  "warp:",
  // Windsurf, with extensions like VS Code's.
  "windsurf:",
]);

/** Parses an allowed redirect address: https, http on loopback, or a program's own scheme. Null for any other. */
export function readRedirectUri(text: string): URL | null {
  if (text.length > addressLengthMax || !/^[\x21-\x7e]+$/.test(text) || /[\\#<>"`{}|^]/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || !isAllowedScheme(url)) return null;
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?]*@/i.test(text)) return null;
  return url;
}

function isAllowedScheme({ protocol, hostname }: URL): boolean {
  if (protocol === "https:") return true;
  if (protocol === "http:") return isLoopback(hostname);
  return ownScheme.test(protocol) || knownSchemes.has(protocol);
}

/**
 * Whether a requested address is a registered one: the same text, character by character. On loopback, only the port
 * may differ, because a program on the user's machine may choose it (RFC 8252 §7.3).
 */
export function isRegisteredRedirect(requested: string, registered: readonly string[]): boolean {
  if (registered.includes(requested)) return true;
  const url = readRedirectUri(requested);
  if (url?.protocol !== "http:") return false;
  return registered.some((text) => {
    const known = readRedirectUri(text);
    return known?.protocol === "http:" && withoutPort(requested, url) === withoutPort(text, known);
  });
}

function withoutPort(text: string, { port }: URL): string {
  return port === "" ? text : text.replace(/^(http:\/\/(?:\[[^\]]*\]|[^:/?]*)):\d+/, "$1");
}

/** Returns the part of a redirect address that a person can judge. */
export function redirectOriginOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === "null" ? protocol : origin;
}

/** Adds parameters to a redirect address, and keeps its own query unchanged. */
export function withParameters(redirectUri: string, parameters: Readonly<Record<string, string | null>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) added.set(name, value);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${added.toString()}`;
}

/** A request before its decision. */
export type AgentRequest = Pick<
  AgentAuthorizationRow,
  | "id"
  | "clientId"
  | "tenantId"
  | "resource"
  | "hostId"
  | "hostName"
  | "redirectUri"
  | "state"
  | "codeChallenge"
  | "browserHash"
  | "proposalId"
  | "mustSign"
  | "createdAt"
  | "expiresAt"
>;

/**
 * Returns the id with which the app is called: the row's id, a dot, and the sealed request.
 * @returns null if it would be longer than the contract allows.
 */
export function sealRequest(seals: SealedTexts, request: AgentRequest): string | null {
  const { id, ...rest } = request;
  const text = `${id}.${seals.seal(id, JSON.stringify(rest))}`;
  return text.length > agentAuthorizationIdLengthMax ? null : text;
}

/** Returns the row's id in an id with which an app is called, also without a request; null for any other text. */
export function rowIdIn(text: string): string | null {
  const isRow = (id: string): boolean => isId(idPrefixes.agentAuthorization, id);
  const id = isRow(text) ? text : text.slice(0, Math.max(0, text.lastIndexOf(".")));
  return isRow(id) ? id : null;
}

/** Returns the request in such an id; null if it contains none that svc sealed. */
export function openRequest(seals: SealedTexts, text: string): AgentRequest | null {
  const id = rowIdIn(text);
  if (id === null || text === id || text.length > agentAuthorizationIdLengthMax) return null;
  const opened = seals.open(id, text.slice(id.length + 1));
  return opened === null ? null : { ...(JSON.parse(opened) as Omit<AgentRequest, "id">), id };
}
