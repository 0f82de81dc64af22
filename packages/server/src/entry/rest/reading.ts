/** Reads requests strictly. Anything malformed, repeated or unknown is rejected, and the response points to it. */
import { parseJsonStrict, pointerToken, ServiceError, type InputError, type JsonLimits } from "@svc/contract";
import type { SchemaCheck } from "../../domain/schemas/compile.ts";
import { hash } from "node:crypto";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body.
 * @param header returns every value of a header. The content type must be a single `application/json` in UTF-8, without
 * encoding. @param limits other than those of most bodies.
 * @throws ServiceError INVALID_REQUEST.
 */
export function readJson(
  bytes: Uint8Array | undefined,
  header: (name: string) => readonly string[],
  limits?: JsonLimits,
): unknown {
  if (bytes === undefined || bytes.byteLength === 0) {
    throw invalid("", "body", "A JSON body is required.");
  }
  if (!/^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(header("content-type").join())) {
    throw invalid("", "contentType", "The content type must be application/json, in UTF-8.");
  }
  if (header("content-encoding").some((encoding) => !/^identity$/i.test(encoding))) {
    throw invalid("", "contentEncoding", "The body must not be encoded.");
  }
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    throw invalid("", "encoding", "The body is not valid UTF-8.");
  }
  const parsed = parseJsonStrict(text, limits);
  if (!parsed.ok) throw invalid(parsed.pointer, "json", parsed.reason);
  return parsed.value;
}

/**
 * Reads a query string.
 * @param parameters each parameter's schema; integers are converted, everything else stays text.
 * @throws ServiceError INVALID_REQUEST for an unknown or repeated parameter, and for an invalid value.
 */
export function readQuery(
  search: string,
  parameters: Readonly<Record<string, { type?: string; default?: unknown }>>,
  check: SchemaCheck,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const pointer = `/${pointerToken(name.slice(0, 100))}`;
    if (parameter === undefined) throw invalid(pointer, "additionalProperties", "This query parameter doesn't exist.");
    if (Object.hasOwn(values, name)) throw invalid(pointer, "duplicate", "This query parameter is given twice.");
    values[name] = convert(value, parameter.type);
  }
  const errors = check(values);
  if (errors.length > 0) throw new ServiceError("INVALID_REQUEST", { errors });
  for (const [name, parameter] of Object.entries(parameters)) {
    if (!Object.hasOwn(values, name) && parameter.default !== undefined) values[name] = parameter.default;
  }
  return values;
}

function convert(value: string, type: string | undefined): unknown {
  if (type === "integer" && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** Every value of a header as received. Node joins duplicates, which would hide that a header was sent twice. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}

function invalid(pointer: string, keyword: string, message: string): ServiceError {
  const errors: InputError[] = [{ pointer, keyword, message }];
  return new ServiceError("INVALID_REQUEST", { errors });
}

const tagsMax = 20;

/**
 * The languages that a user prefers, best first. Ties keep their order; `*` and rejected ones (`q=0`) are left out.
 * @param values every value of the header. Malformed parts are skipped.
 */
export function acceptedLanguages(values: readonly string[]): string[] {
  return values
    .join(",")
    .slice(0, 1000)
    .split(",")
    .slice(0, tagsMax)
    .flatMap((part) => {
      const [, tag, weight = "1"] =
        /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i.exec(part) ?? [];
      return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }];
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** A weak ETag with quotes. Equal bodies have equal ETags. */
export function weakEtag(body: string): string {
  return `W/"${hash("sha256", body, "base64url")}"`;
}

/**
 * Whether the caller already has this version of a document. The comparison is weak, as RFC 9110 requires for
 * `If-None-Match`.
 * @param ifNoneMatch every `If-None-Match` header of the request.
 * @param etag with its quotes.
 */
export function isKnownTo(ifNoneMatch: readonly string[], etag: string): boolean {
  const known = ifNoneMatch.flatMap((value) => value.split(",")).map(opaqueTag);
  return known.includes(opaqueTag(etag)) || known.includes("*");
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
