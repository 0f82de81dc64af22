/** Turns an action's description of a request into wire format, or rejects it before anything is sent. */
import type { ProviderRequest } from "@svc/provider-kit";

/** Names, each followed by its value. */
export type HeaderList = string[];

/** One request, ready to be written. */
export type Outgoing = {
  method: ProviderRequest["method"];
  /** Path and query, escaped. */
  path: string;
  headers: HeaderList;
  body: Buffer | null;
  discardBody: boolean;
};

const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;
/** Visible ASCII with spaces only inside, so that Node never rejects it with the value in its message. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers that frame the message or that the client sets itself. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "if-none-match",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/**
 * @param headers the credential's headers.
 * @returns them as a list, with lower-case names.
 * @throws RangeError with a constant message for a name that is not a token, is reserved or repeated, and for a value
 * that is not visible ASCII.
 */
export function checkCredentialHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  const names: string[] = [];
  const checked: HeaderList = [];
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!headerName.test(lower) || reservedHeaders.has(lower) || names.includes(lower)) {
      throw new RangeError("A credential header has a name that cannot be sent.");
    }
    if (!headerValue.test(value)) throw new RangeError("A credential header has a value that cannot be sent.");
    names.push(lower);
    checked.push(lower, value);
  }
  return checked;
}

/**
 * @param userAgent the `user-agent` of every request.
 * @throws RangeError with a constant message if it is not visible ASCII.
 */
export function checkUserAgent(userAgent: string): void {
  if (!headerValue.test(userAgent)) throw new RangeError("The user agent must be visible ASCII.");
}

/**
 * @param context.credential headers from {@link checkCredentialHeaders}.
 * @throws RangeError with a constant message: nothing from the request is ever quoted.
 */
export function buildOutgoing(
  request: ProviderRequest,
  context: { credential: Readonly<HeaderList>; userAgent: string; requestBodyBytesMax: number },
): Outgoing {
  const body = encodeBody(request, context.requestBodyBytesMax);
  const headers = ["accept", "application/json", "accept-encoding", "identity", "user-agent", context.userAgent];
  const contentType = request.form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  if (body !== null) headers.push("content-type", contentType);
  const condition = readCondition(request);
  if (condition !== null) headers.push("if-none-match", condition);
  headers.push(...context.credential);
  return {
    method: request.method,
    path: encodePath(request.path) + encodeQuery(request.query ?? {}),
    headers,
    body,
    discardBody: request.answerBody === "discard",
  };
}

function encodePath(segments: readonly string[]): string {
  for (const segment of segments) {
    // oxlint-disable-next-line no-control-regex -- rejects control characters
    if (segment === "" || segment === "." || segment === ".." || /[\x00-\x1f\x7f-\x9f]/.test(segment)) {
      throw new RangeError("A path segment of a provider request cannot be sent.");
    }
    if (!segment.isWellFormed()) throw new RangeError("A path segment of a provider request is not well-formed text.");
  }
  return `/${segments.map((segment) => encodeURIComponent(segment)).join("/")}`;
}

function encodeQuery(query: NonNullable<ProviderRequest["query"]>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const text = String(value);
    if (!name.isWellFormed() || !text.isWellFormed() || (typeof value === "number" && !Number.isFinite(value))) {
      throw new RangeError("A query parameter of a provider request cannot be sent.");
    }
    params.append(name, text);
  }
  return params.size === 0 ? "" : `?${params.toString()}`;
}

/** RFC 9110 §8.8.3: an entity tag, weak or strong. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]{0,256}"$/;

function readCondition({ method, ifNoneMatch }: ProviderRequest): string | null {
  if (ifNoneMatch === undefined) return null;
  if (method !== "GET") throw new RangeError("Only a GET request to a provider is conditional.");
  if (!entityTag.test(ifNoneMatch)) throw new RangeError("The condition of a provider request is not an entity tag.");
  return ifNoneMatch;
}

function encodeBody(request: ProviderRequest, bytesMax: number): Buffer | null {
  if (request.json === undefined && request.form === undefined) return null;
  if (request.method === "GET") throw new RangeError("A GET request to a provider must not have a body.");
  if (request.json !== undefined && request.form !== undefined) {
    throw new RangeError("A provider request has at most one body.");
  }
  const text = request.form === undefined ? jsonText(request.json) : new URLSearchParams(request.form).toString();
  const body = Buffer.from(text, "utf8");
  if (body.byteLength > bytesMax) throw new RangeError("The body of a provider request is too large.");
  return body;
}

function jsonText(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value) as string | undefined;
  } catch {
    text = undefined;
  }
  if (text === undefined) throw new RangeError("The body of a provider request is not JSON.");
  return text;
}
