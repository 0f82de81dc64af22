/**
 * Origins and return URLs (contract §5.2). Pure. What a URL text means is decided by the WHATWG parser, and what that
 * parser would silently repair is refused before it is asked.
 */

/** What the parser makes of a URL text, and its path as it was written. */
type ReadUrl = { url: URL; path: string };

/** What reading gives: the URL, or a sentence for the one who wrote it. */
type Reading<Value> = { kind: "ok"; value: Value } | { kind: "refused"; problem: string };

const urlLengthMax = 2048;

/** Parameters that the service adds to a return URL. */
export const returnParameters = ["connect_session_id", "status", "completion_code"] as const;

/**
 * Reads an origin at registration: it must stand exactly as browsers send it in `Origin`.
 * @returns the origin, or what is wrong with it.
 */
export function readOrigin(text: string): Reading<string> {
  const read = readUrl(text);
  if (read.kind === "refused") return read;
  const { url } = read.value;
  if (url.origin === text) return { kind: "ok", value: text };
  return refused(`An origin is scheme, host and port and nothing else, in the browser's own form: ${url.origin}`);
}

/**
 * Reads a return URL at registration: a prefix, so it has no query.
 * @returns the text as given, or what is wrong with it.
 */
export function readReturnUrlPrefix(text: string): Reading<string> {
  const read = readReturnUrl(text);
  if (read.kind === "refused") return read;
  if (text.includes("?")) return refused("A registered return URL has no query; sessions may add one of their own.");
  return { kind: "ok", value: text };
}

/** Whether an origin is registered: exact texts, nothing derived. */
export function isRegisteredOrigin(origin: string, registered: readonly string[]): boolean {
  return registered.includes(origin) && readOrigin(origin).kind === "ok";
}

/**
 * Whether a session may return to a URL: of the same origin as a registered one, and its path the same or below it on a
 * segment boundary.
 * @param registered prefixes that `readReturnUrlPrefix` took.
 */
export function isRegisteredReturnUrl(text: string, registered: readonly string[]): boolean {
  const read = readReturnUrl(text);
  if (read.kind === "refused") return false;
  return registered.some((prefix) => {
    const allowed = readReturnUrl(prefix);
    return allowed.kind === "ok" && isBelow(read.value, allowed.value);
  });
}

function isBelow(url: URL, prefix: URL): boolean {
  if (url.origin !== prefix.origin) return false;
  if (url.pathname === prefix.pathname) return true;
  const folder = prefix.pathname.endsWith("/") ? prefix.pathname : `${prefix.pathname}/`;
  return url.pathname.startsWith(folder);
}

/** A return URL by itself, whether or not it is registered. */
function readReturnUrl(text: string): Reading<URL> {
  const read = readUrl(text);
  if (read.kind === "refused") return read;
  const { url, path } = read.value;
  // Some servers decode twice, so a percent sign that is itself encoded (%25) hides nothing.
  if (/%(?:25)*(?:2f|5c)/i.test(path)) return refused("The path has an encoded slash or backslash in it.");
  const dotSegment = /^(?:\.|%(?:25)*2e){1,2}$/i;
  if (path.split("/").some((segment) => dotSegment.test(segment))) return refused("The path has a dot segment in it.");
  // Some servers cut a segment off at a semicolon, and then read `..;` as `..`.
  if (/;|%(?:25)*3b/i.test(path)) return refused("The path has a semicolon in it.");
  if (encodedControl.test(path)) return refused("The path has an encoded control character in it.");
  const own = returnParameters.find((name) => url.searchParams.has(name));
  if (own !== undefined) return refused(`The parameter ${own} is the service's own.`);
  return { kind: "ok", value: url };
}

/** U+0000 to U+001F, U+007F, and in UTF-8 U+0080 to U+009F. */
const encodedControl = /%(?:25)*(?:[01][0-9a-f]|7f|c2%(?:25)*[89][0-9a-f])/i;

/** Authority and path by RFC 3986 appendix B; a fragment has been refused by then. */
const urlForm = /^https?:\/\/([^/?]*)([^?]*)/i;

function readUrl(text: string): Reading<ReadUrl> {
  if (text.length > urlLengthMax) return refused(`A URL has at most ${String(urlLengthMax)} characters.`);
  // The parser strips tabs, line breaks and outer spaces, reads a backslash as a slash, and folds Unicode hosts.
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return refused("A URL is visible ASCII without spaces: write hosts in Punycode and percent-encode the rest.");
  }
  if (text.includes("\\")) return refused("A URL has no backslash.");
  if (text.includes("#")) return refused("The URL must not have a fragment.");
  const [, authority, path = ""] = urlForm.exec(text) ?? [];
  if (authority === undefined || !URL.canParse(text)) {
    return refused("This is not an absolute http or https URL.");
  }
  const url = new URL(text);
  const problem = problemOfAuthority(url, authority);
  return problem === null ? { kind: "ok", value: { url, path } } : refused(problem);
}

function problemOfAuthority(url: URL, authority: string): string | null {
  if (authority.includes("@")) return "The URL must not have a user name or password.";
  if (authority.includes("%")) return "The host must not be percent-encoded.";
  if (authority.includes("*")) return "Hosts are exact: wildcards are not known here. Register each one.";
  if (authority === "" || url.hostname.endsWith(".")) return "The host is empty or ends with a dot.";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return "Only https is taken, and http for localhost, 127.0.0.0/8 and [::1].";
  }
  // Origins stand in headers: the parser leaves signs in a host that would end a directive there or begin another.
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) {
    return "A host has letters, digits, dots and hyphens and nothing else, or is an IP address.";
  }
  return null;
}

/**
 * Whether a host is this machine itself.
 * @param hostname as the WHATWG parser gives it, so every spelling of an IPv4 address is four decimal numbers.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

function refused(problem: string): { kind: "refused"; problem: string } {
  return { kind: "refused", problem };
}
