/**
 * The documentation's entry point: every file of the site at its address, in the form that a reader's headers prefer:
 * HTML or Markdown, plain or compressed (RFC 9110 §12.5).
 */
import { ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { headerValues } from "../rest/reading.ts";
import { builtFiles, listFiles, listPaths, ownFiles, type SiteParts, type SiteFile } from "./files.ts";
import { toMarkdownPath } from "./pages.ts";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sharedBody } from "../rest/unread.ts";

/** Counts the size of a response. */
export type CountBytes = (request: FastifyRequest, bytes: number) => void;

type Files = ReadonlyMap<string, SiteFile>;

/** The files of one site, which are looked up at the first request for one of them. */
type Found = { site: SiteParts; own: Files; list?: Promise<Files>; built?: Promise<Files> };

/**
 * Registers the site. Its files are looked up at the first request, and again if its parts change.
 * @param site returns its parts: the same object until they change. @param countBytes called before each response.
 */
export function serveDocs(app: FastifyInstance, site: () => SiteParts, countBytes: CountBytes): void {
  let found: Found | undefined;
  const current = (): Found => {
    const parts = site();
    return found?.site === parts ? found : (found = { site: parts, own: ownFiles(parts) });
  };
  const others = (now: Found, path: string): Promise<Files> =>
    listPaths.includes(path) ? (now.list ??= listFiles(now.site)) : (now.built ??= builtFiles(now.site));
  const serve = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const now = current();
    const { own } = now;
    const files = own.has(path) ? own : await others(now, path);
    const file = files.get(path);
    const withoutSlash = path.replace(/\/$/, "");
    if (file === undefined && (files.has(withoutSlash) || own.has(withoutSlash))) {
      return reply.redirect(withoutSlash, 308);
    }
    if (file === undefined) return refuse(files, path, request, reply);
    const accept = headerValues(request.raw.rawHeaders, "accept").join(",");
    const isPage = file.type.startsWith("text/html");
    const inMarkdown = toMarkdownPath(path);
    const markdown = isPage && prefersMarkdown(accept) ? (own.get(inMarkdown) ?? files.get(inMarkdown)) : undefined;
    if (isPage) reply.header("vary", "Accept");
    countBytes(request, (markdown ?? file).body().length);
    return send(markdown ?? file, request, reply);
  };
  const config = { group: "docs" };
  const texts = ["/index.md", "/robots.txt", ...listPaths, "/llms-full.txt", "/openapi.json", "/svc-file.schema.json"];
  // A page that stayed open during an upgrade uses the hash map to find the new files.
  for (const path of ["/", ...texts, "/hashmap.json"])
    app.get(path, { config }, (request, reply) => serve(path, request, reply));
  // Addresses that a reader would guess. A page at another address than its own turns into "Page not found" once its
  // script runs, because the script looks the page up by the address.
  const guessed = { "/docs": "/", "/docs/": "/", "/docs.md": "/index.md", "/reference": "/docs/api" };
  for (const [path, page] of Object.entries(guessed))
    app.get(path, { config }, (_request, reply) => reply.redirect(page, 308));
  for (const folder of ["/docs/", "/catalog/"]) {
    app.get<{ Params: { "*": string } }>(`${folder}*`, { config }, (request, reply) =>
      serve(`${folder}${request.params["*"]}`, request, reply),
    );
  }
}

function send(file: SiteFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(file.headers).type(file.type);
  const accepted = headerValues(request.raw.rawHeaders, "accept-encoding").join(",");
  return sendCompressed(file.body(), accepted, reply);
}

/** Sends a person a page with a link home. @throws ServiceError for other clients. */
function refuse(
  files: ReadonlyMap<string, SiteFile>,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const accept = headerValues(request.raw.rawHeaders, "accept").join(",");
  const page = files.get("/404.html");
  if (page === undefined || path.startsWith("/catalog/") || !accept.includes("text/html")) {
    throw new ServiceError("NOT_FOUND");
  }
  return send(page, request, reply.code(404));
}

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
