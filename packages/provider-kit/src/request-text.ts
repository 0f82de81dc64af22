/**
 * Writes a request as text: its path with the query, and its body. Error messages are constant and never quote the
 * request.
 */
import type { FormValue, ProviderRequest } from "./request.ts";

/** Returns the escaped path with its query. @throws RangeError for a segment or a parameter that can't be sent. */
export function requestTarget(request: Pick<ProviderRequest, "path" | "endsInSlash" | "query">): string {
  const { path, endsInSlash = false, query = {} } = request;
  return encodePath(path) + (endsInSlash ? "/" : "") + encodeQuery(query);
}

/** Returns the path of an address that is declared, never of a caller's input: an empty last segment is a slash. */
export function declaredPath(segments: readonly string[]): Pick<ProviderRequest, "path" | "endsInSlash"> {
  return segments.at(-1) === "" ? { path: segments.slice(0, -1), endsInSlash: true } : { path: segments };
}

/** Returns the path of another request to the same address. */
export function samePath({
  path,
  endsInSlash,
}: Pick<ProviderRequest, "path" | "endsInSlash">): Pick<ProviderRequest, "path" | "endsInSlash"> {
  return endsInSlash === undefined ? { path } : { path, endsInSlash };
}

/**
 * Colons stay unescaped: they are legal in a path (RFC 3986 §3.3), and APIs with methods like `{id}:batchUpdate` need
 * them.
 */
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

/** Writes a text, number or boolean as text; null for anything else, and for values that can't be written. */
function plainText(value: unknown): string | null {
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const text = String(value);
  return text.isWellFormed() ? text : null;
}

/** Returns the value of the request's `Accept` header, which follows from how the response's body is read. */
export function acceptedType({ method, responseBody }: Pick<ProviderRequest, "method" | "responseBody">): string {
  if (responseBody === "text") return "*/*";
  const isRpc = typeof responseBody === "object" && "rpcId" in responseBody;
  if (!isRpc) return "application/json";
  return method === "GET" ? "text/event-stream" : "application/json, text/event-stream";
}

/** Returns the body with its type; null if there is none. @throws RangeError for a body that can't be sent. */
export function requestContent(request: ProviderRequest): { type: string; text: string } | null {
  const { json, form, text } = request;
  const bodies = [json, form, text].filter((body) => body !== undefined);
  if (bodies.length === 0 && request.contentType === undefined) return null;
  if (request.method === "GET") throw new RangeError("A GET request to a provider must not have a body.");
  if (bodies.length !== 1)
    throw new RangeError("A provider request has at most one body, and a content type only with a body.");
  const written = form !== undefined ? formText(form) : (text ?? jsonText(json));
  if (!written.isWellFormed()) throw new RangeError("The body of a provider request is not well-formed text.");
  return { type: contentTypeOf(request), text: written };
}

/** A media type with at most one parameter: `charset=utf-8`, or the boundary of parts. */
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

/** Writes nested fields with brackets, as Stripe and others read them, and an index for each item of a list. */
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
