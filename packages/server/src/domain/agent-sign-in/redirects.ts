/** Redirect addresses of agents' hosts: which may be registered, and when a requested one matches. Pure. */
import { isLoopback } from "@svc/contract";

const lengthMax = 2048;

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
  if (text.length > lengthMax || !/^[\x21-\x7e]+$/.test(text) || /[\\#<>"`{}|^]/.test(text)) return null;
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

/** Returns the text without its port. */
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
