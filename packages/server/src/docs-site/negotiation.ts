/** What a reader asks for by its headers: HTML or Markdown, plain or compressed (RFC 9110 §12.5). */
import type { FastifyReply } from "fastify";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Whether a reader would rather have Markdown than HTML, by the values of its `Accept`. */
export function takesMarkdown(accept: string): boolean {
  const markdown = weightOf(accept, "text/markdown");
  return markdown > 0 && markdown >= weightOf(accept, "text/html");
}

/** How much a value of a list is wanted, from 0 to 1; 0 where it is not named. */
function weightOf(list: string, wanted: string): number {
  for (const part of list.slice(0, 2000).split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    if (name !== wanted) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    return Number.isFinite(value) ? value : 0;
  }
  return 0;
}

/** Below this many bytes compression gains nothing. */
const compressFrom = 1024;

type Encoded = { br?: Buffer; gzip?: Buffer };

const encodings = new Map<string | Buffer, Encoded>();

/**
 * Sends a text that stays the same for the process's life, compressed once for all readers.
 * @param acceptEncoding the values of the reader's `Accept-Encoding`. @param given forms that are there already.
 */
export function sendCompressed(
  body: string | Buffer,
  acceptEncoding: string,
  reply: FastifyReply,
  given: Encoded = {},
): FastifyReply {
  if (body.length < compressFrom) return reply.send(body);
  appendVary(reply);
  const encoded = encodings.get(body) ?? given;
  encodings.set(body, encoded);
  if (weightOf(acceptEncoding, "br") > 0) {
    encoded.br ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    return reply.header("content-encoding", "br").send(encoded.br);
  }
  if (weightOf(acceptEncoding, "gzip") > 0) {
    encoded.gzip ??= gzipSync(body);
    return reply.header("content-encoding", "gzip").send(encoded.gzip);
  }
  return reply.send(body);
}

function appendVary(reply: FastifyReply): void {
  const present = reply.getHeader("vary");
  reply.header("vary", typeof present === "string" ? `${present}, Accept-Encoding` : "Accept-Encoding");
}
