/** Which headers a request may set. */

/** Headers that frame the message, that the client sets itself, that carry credentials, or that redirect a request. */
const neverSet: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "if-none-match",
  "keep-alive",
  "origin",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);

/** Prefixes of headers that browsers and proxies set, or that change the method or the path of a request. */
const neverPrefixes = [
  "proxy-",
  "sec-",
  "x-forwarded-",
  "x-http-method",
  "x-method-override",
  "x-original-",
  "x-rewrite-",
];

/** Whether a text can be the name of a header (RFC 9110 §5.1). */
export function isToken(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name);
}

/** @returns a sentence if no request may ever set this header; null otherwise. */
export function headerNameFault(name: string): string | null {
  if (!isToken(name)) return "requestHeaders has an invalid header name.";
  const lower = name.toLowerCase();
  const isForbidden = neverSet.has(lower) || neverPrefixes.some((prefix) => lower.startsWith(prefix));
  return isForbidden ? `requestHeaders must not have ${lower}, which no action may set.` : null;
}
