/** Chooses the form that a reader's headers prefer: HTML or Markdown, plain or compressed (RFC 9110 §12.5). */
import type { FastifyReply } from "fastify";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sharedBody } from "../rest/slices.ts";

/** Whether a reader prefers Markdown to HTML, according to its `Accept`. */
export function prefersMarkdown(accept: string): boolean {
  const markdown = weightFor(accept, "text/markdown");
  return markdown > 0 && markdown >= weightFor(accept, "text/html");
}

/** Returns the weight of a value in a list, from 0 to 1; 0 if it is not listed. */
function weightFor(list: string, wanted: string): number {
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

type Encoded = { plain?: Buffer; br?: Buffer; gzip?: Buffer };

const encodings = new Map<string | Buffer, Encoded>();

/**
 * Sends a text that never changes while the process runs, compressed once for all readers.
 * @param acceptEncoding the values of the reader's `Accept-Encoding`.
 */
export function sendCompressed(body: string | Buffer, acceptEncoding: string, reply: FastifyReply): FastifyReply {
  if (body.length < compressFrom) return reply.send(body);
  appendVary(reply);
  const encoded = encodings.get(body) ?? {};
  encodings.set(body, encoded);
  if (weightFor(acceptEncoding, "br") > 0) {
    encoded.br ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    return reply.header("content-encoding", "br").send(sharedBody(encoded.br));
  }
  if (weightFor(acceptEncoding, "gzip") > 0) {
    encoded.gzip ??= gzipSync(body);
    return reply.header("content-encoding", "gzip").send(sharedBody(encoded.gzip));
  }
  encoded.plain ??= Buffer.from(body);
  return reply.send(sharedBody(encoded.plain));
}

function appendVary(reply: FastifyReply): void {
  const present = reply.getHeader("vary");
  reply.header("vary", typeof present === "string" ? `${present}, Accept-Encoding` : "Accept-Encoding");
}
