/** Turns an action's description of a request into wire format, or rejects it before anything is sent. */
import { headerNameFault, type FormValue, type ProviderRequest } from "@svc/provider-kit";

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

/** What a request is completed with, and checked against. */
export type OutgoingContext = {
  /** Headers from {@link checkCredentialHeaders}. */
  credential: Readonly<HeaderList>;
  userAgent: string;
  requestBodyBytesMax: number;
  /** The headers that a request may set, in lower case. */
  requestHeaders: readonly string[];
};

/** @throws RangeError with a constant message: nothing from the request is ever quoted. */
export function buildOutgoing(request: ProviderRequest, context: OutgoingContext): Outgoing {
  const body = encodeBody(request, context.requestBodyBytesMax);
  const accept = request.answerBody === "text" ? "*/*" : "application/json";
  const headers = ["accept", accept, "accept-encoding", "identity", "user-agent", context.userAgent];
  if (body !== null) headers.push("content-type", contentTypeOf(request));
  const condition = readCondition(request);
  if (condition !== null) headers.push("if-none-match", condition);
  headers.push(...ownHeaders(request, context));
  headers.push(...context.credential);
  return {
    method: request.method,
    path: encodePath(request.path) + encodeQuery(request.query ?? {}),
    headers,
    body,
    discardBody: request.answerBody === "discard",
  };
}

const headerCharsMax = 1024;

/** A header that the credential has can't be set twice, so the request is rejected. */
function ownHeaders({ headers = {} }: ProviderRequest, { requestHeaders, credential }: OutgoingContext): HeaderList {
  const list: HeaderList = [];
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const isOurs = credential.some((text, at) => at % 2 === 0 && text === lower);
    const isRepeated = list.some((text, at) => at % 2 === 0 && text === lower);
    if (!requestHeaders.includes(lower) || headerNameFault(lower) !== null || isOurs || isRepeated) {
      throw new RangeError("A header of a provider request has a name that cannot be sent.");
    }
    if (typeof value !== "string" || value.length > headerCharsMax || !headerValue.test(value)) {
      throw new RangeError("A header of a provider request has a value that cannot be sent.");
    }
    list.push(lower, value);
  }
  return list;
}

/** A colon needs no escape in a path (RFC 3986 §3.3), and APIs with methods such as `{id}:batchUpdate` compare it as it is. */
function encodePath(segments: readonly string[]): string {
  for (const segment of segments) {
    // oxlint-disable-next-line no-control-regex -- rejects control characters
    if (segment === "" || segment === "." || segment === ".." || /[\x00-\x1f\x7f-\x9f]/.test(segment)) {
      throw new RangeError("A path segment of a provider request cannot be sent.");
    }
    if (!segment.isWellFormed()) throw new RangeError("A path segment of a provider request is not well-formed text.");
  }
  return `/${segments.map((segment) => encodeURIComponent(segment).replaceAll("%3A", ":")).join("/")}`;
}

function encodeQuery(query: NonNullable<ProviderRequest["query"]>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const text = plainText(one);
      if (!name.isWellFormed() || text === null) {
        throw new RangeError("A query parameter of a provider request cannot be sent.");
      }
      params.append(name, text);
    }
  }
  return params.size === 0 ? "" : `?${params.toString()}`;
}

/** A text, number or truth value as text; null for anything else, and for what can't be written. */
function plainText(value: unknown): string | null {
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const text = String(value);
  return text.isWellFormed() ? text : null;
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
  const { json, form, text } = request;
  const bodies = [json, form, text].filter((body) => body !== undefined);
  if (bodies.length === 0 && request.contentType === undefined) return null;
  if (request.method === "GET") throw new RangeError("A GET request to a provider must not have a body.");
  if (bodies.length !== 1) throw new RangeError("A provider request has at most one body, and a type only with one.");
  const written = form !== undefined ? formText(form) : (text ?? jsonText(json));
  if (!written.isWellFormed()) throw new RangeError("The body of a provider request is not well-formed text.");
  const body = Buffer.from(written, "utf8");
  if (body.byteLength > bytesMax) throw new RangeError("The body of a provider request is too large.");
  return body;
}

/** A media type with at most one parameter: the only character set, or the boundary of parts. */
const mediaType = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}(?:; ?(?:charset=utf-8|boundary=[A-Za-z0-9_-]{1,70}))?$/;
const jsonType = /^[a-z]+\/(?:[a-z0-9.+-]+[+-])?json(?:-[0-9.]+)?(?:;|$)/;

function contentTypeOf({ json, form, contentType }: ProviderRequest): string {
  if (form !== undefined && contentType === undefined) return "application/x-www-form-urlencoded";
  if (json !== undefined && contentType === undefined) return "application/json";
  const isFitting = json === undefined ? form === undefined : jsonType.test(contentType ?? "");
  if (contentType === undefined || !isFitting || !mediaType.test(contentType)) {
    throw new RangeError("The content type of a provider request does not fit its body.");
  }
  return contentType;
}

const formDepthMax = 8;

/** Nested fields in the brackets that Stripe and others read, with an index for each item of a list. */
function formText(form: NonNullable<ProviderRequest["form"]>): string {
  const params = new URLSearchParams();
  const append = (name: string, value: FormValue, depth: number): void => {
    if (value === undefined) return;
    const text = plainText(value);
    if (text !== null && name.isWellFormed()) params.append(name, text);
    else if (typeof value !== "object" || value === null || depth >= formDepthMax) {
      throw new RangeError("A field of a provider request's form cannot be sent.");
    } else for (const [key, inner] of Object.entries(value)) append(`${name}[${key}]`, inner, depth + 1);
  };
  for (const [name, value] of Object.entries(form)) append(name, value, 0);
  return params.toString();
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
