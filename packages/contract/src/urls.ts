/**
 * Origins and return URLs (contract §5.2). Pure. The WHATWG parser decides what a URL means. Texts that the parser
 * would silently repair are rejected first.
 */

/** The parsed URL, and the path as written. */
type ReadUrl = { url: URL; path: string };

/** A valid URL, or the problem in a sentence for its author. */
type ReadResult<Value> = { kind: "ok"; value: Value } | { kind: "refused"; problem: string };

const urlLengthMax = 2048;

/** The parameters that svc adds to a return URL. */
export const returnParameters = ["connect_session_id", "status", "completion_code"] as const;

/**
 * Reads an origin at registration. It must be written exactly as browsers send it in `Origin`.
 * @returns the origin, or what is wrong with it.
 */
export function readOrigin(text: string): ReadResult<string> {
  const read = readUrl(text);
  if (read.kind === "refused") return read;
  const { url } = read.value;
  if (url.origin === text) return { kind: "ok", value: text };
  return refused(`An origin must be only scheme, host and port, in the form that browsers use: ${url.origin}`);
}

/**
 * Reads a return URL at registration. It's a prefix, so it has no query.
 * @returns the text as given, or what is wrong with it.
 */
export function readReturnUrlPrefix(text: string): ReadResult<string> {
  const read = readReturnUrl(text);
  if (read.kind === "refused") return read;
  if (text.includes("?")) return refused("A registered return URL must not have a query; sessions may add their own.");
  return { kind: "ok", value: text };
}

/** Whether an origin is registered. Compares exact texts. */
export function isRegisteredOrigin(origin: string, registered: readonly string[]): boolean {
  return registered.includes(origin) && readOrigin(origin).kind === "ok";
}

/**
 * Whether a session may return to a URL: it has the same origin as a registered one, and the same path or one below it,
 * at a segment boundary.
 * @param registered prefixes that `readReturnUrlPrefix` accepted.
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

/** Reads a return URL, whether or not it is registered. */
function readReturnUrl(text: string): ReadResult<URL> {
  const read = readUrl(text);
  if (read.kind === "refused") return read;
  const { url, path } = read.value;
  // Some servers decode twice, so an encoded percent sign (%25) must not hide anything.
  if (/%(?:25)*(?:2f|5c)/i.test(path)) return refused("The path contains an encoded slash or backslash.");
  const dotSegment = /^(?:\.|%(?:25)*2e){1,2}$/i;
  if (path.split("/").some((segment) => dotSegment.test(segment))) return refused("The path contains a dot segment.");
  // Some servers cut off a segment at a semicolon, and then read `..;` as `..`.
  if (/;|%(?:25)*3b/i.test(path)) return refused("The path contains a semicolon.");
  if (encodedControl.test(path)) return refused("The path contains an encoded control character.");
  const own = returnParameters.find((name) => url.searchParams.has(name));
  if (own !== undefined) return refused(`The parameter ${own} is reserved for svc.`);
  return { kind: "ok", value: url };
}

/** U+0000 to U+001F, U+007F, and in UTF-8 U+0080 to U+009F. */
const encodedControl = /%(?:25)*(?:[01][0-9a-f]|7f|c2%(?:25)*[89][0-9a-f])/i;

/** Authority and path as in RFC 3986 appendix B; fragments have been rejected by then. */
const urlForm = /^https?:\/\/([^/?]*)([^?]*)/i;

function readUrl(text: string): ReadResult<ReadUrl> {
  if (text.length > urlLengthMax) return refused(`A URL must have at most ${String(urlLengthMax)} characters.`);
  // The parser strips tabs, line breaks and outer spaces, turns backslashes into slashes, and folds Unicode hosts.
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return refused("A URL must be visible ASCII without spaces. Write hosts in Punycode and percent-encode the rest.");
  }
  if (text.includes("\\")) return refused("A URL must not have a backslash.");
  if (text.includes("#")) return refused("The URL must not have a fragment.");
  const [, authority, path = ""] = urlForm.exec(text) ?? [];
  if (authority === undefined || !URL.canParse(text)) {
    return refused("This is not an absolute http or https URL.");
  }
  const url = new URL(text);
  const problem = findAuthorityProblem(url, authority);
  return problem === null ? { kind: "ok", value: { url, path } } : refused(problem);
}

function findAuthorityProblem(url: URL, authority: string): string | null {
  if (authority.includes("@")) return "The URL must not have a user name or password.";
  if (authority.includes("%")) return "The host must not be percent-encoded.";
  if (authority.includes("*")) return "Wildcards are not supported in hosts. Register each host.";
  if (authority === "" || url.hostname.endsWith(".")) return "The host is empty or ends with a dot.";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return "Use https. Only localhost, 127.0.0.0/8 and [::1] may use http.";
  }
  // Origins appear in headers. The parser allows characters in a host that would end or start a directive there.
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) {
    return "A host must consist of letters, digits, dots and hyphens, or be an IP address.";
  }
  return null;
}

/**
 * Whether a host is the local machine.
 * @param hostname from the WHATWG parser, so that every spelling of an IPv4 address is four decimal numbers.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

function refused(problem: string): { kind: "refused"; problem: string } {
  return { kind: "refused", problem };
}
