/** Reads a response: the facts of its head, and its body as bounded text. */
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { ZlibOptions } from "node:zlib";
import { readRetryAfter, type BodyFacts, type RetryAfterHeader } from "@svc/provider-kit";

/** Response headers as undici returns them, with lower-case names. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The facts of a response's head. */
export type ResponseHead = {
  status: number;
  requestId: string | null;
  retryAfterSeconds: number | null;
  /** The requested headers that were received exactly once, as bounded visible ASCII. */
  kept: Readonly<Record<string, string>>;
  /** `content-encoding`, in lower case; `identity` if absent. */
  encoding: string;
  /** Whether only the end of the connection ends the body (RFC 9112 §6.3, rule 8). */
  endsWithConnection: boolean;
};

/** The maximum growth of a compressed body. A small body may always grow to the minimum below. */
const decodedRatioMax = 100;
const decodedBytesFloor = 64 * 1024;

/** Fatal, because replacement characters would make a damaged value look valid. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The longest header value that is kept; a longer one counts as absent. */
const keptHeaderCharactersMax = 4096;

/**
 * @param context.requestIdHeader in lower case.
 * @param context.responseHeaders header names to keep, in lower case.
 * @param context.retryAfter the headers that say when to try again, with their names in lower case.
 * @param context.nowMs wall clock, for a date in one of those headers.
 */
export function readHead(
  status: number,
  headers: ResponseHeaders,
  context: {
    requestIdHeader: string;
    responseHeaders: readonly string[];
    retryAfter: readonly RetryAfterHeader[];
    nowMs: number;
  },
): ResponseHead {
  const requestId = single(headers, context.requestIdHeader);
  const encoding = headers["content-encoding"];
  const unframed = headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
  return {
    status,
    requestId: requestId !== null && /^[A-Za-z0-9._:-]{1,128}$/.test(requestId) ? requestId : null,
    retryAfterSeconds: firstRetryAfter(headers, context),
    kept: keptHeaders(headers, context.responseHeaders),
    encoding: (Array.isArray(encoding) ? encoding.join(",") : (encoding ?? "")).trim().toLowerCase() || "identity",
    endsWithConnection: unframed && status !== 204 && status !== 304,
  };
}

function keptHeaders(headers: ResponseHeaders, names: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = single(headers, name);
    if (value !== null && value.length <= keptHeaderCharactersMax && /^[\x20-\x7e]+$/.test(value)) kept[name] = value;
  }
  return kept;
}

function single(headers: ResponseHeaders, name: string): string | null {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : null;
}

function firstRetryAfter(
  headers: ResponseHeaders,
  { retryAfter, nowMs }: { retryAfter: readonly RetryAfterHeader[]; nowMs: number },
): number | null {
  for (const { name, form } of retryAfter) {
    const value = single(headers, name);
    const seconds = value === null ? null : readRetryAfter(value, form, nowMs);
    if (seconds !== null) return seconds;
  }
  return null;
}

/**
 * Decodes a body that was received completely.
 * @param bytes the body as received, at most `bytesMax` long.
 * @param encoding `content-encoding` from {@link readHead}.
 * @returns its text, or why it can't be read; synchronously if there is nothing to decompress. Never rejects.
 */
export function readBody(bytes: Buffer, encoding: string, bytesMax: number): BodyFacts | Promise<BodyFacts> {
  if (bytes.byteLength === 0 || encoding === "identity") return decodeText(bytes);
  return decompress(bytes, encoding, bytesMax).then(decodeText);
}

function decodeText(decoded: Buffer | "too_large" | "undecodable"): BodyFacts {
  if (typeof decoded === "string") return { kind: "unreadable", reason: decoded };
  try {
    return { kind: "complete", text: utf8.decode(decoded) };
  } catch {
    return { kind: "unreadable", reason: "undecodable" };
  }
}

type Decompress = (
  bytes: Buffer,
  options: ZlibOptions,
  callback: (error: Error | null, result: Buffer) => void,
) => void;

const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflate,
  br: (bytes, options, callback) => brotliDecompress(bytes, { maxOutputLength: options.maxOutputLength }, callback),
};

function decompress(bytes: Buffer, encoding: string, bytesMax: number): Promise<Buffer | "too_large" | "undecodable"> {
  const run = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (run === undefined) return Promise.resolve("undecodable");
  const grown = Math.max(bytes.byteLength * decodedRatioMax, decodedBytesFloor);
  return new Promise((resolve) => {
    run(bytes, { maxOutputLength: Math.min(bytesMax, grown) }, (error, result) => {
      if (error === null) resolve(result);
      else resolve("code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "undecodable");
    });
  });
}
