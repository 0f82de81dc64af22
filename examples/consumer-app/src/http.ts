/** The HTTP that Harbor needs: replies, forms, static files and security headers. */
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import type { Html } from "./html.ts";

/** A handler's response. */
export type Reply = { status: number; headers: Readonly<Record<string, string>>; body: string | Buffer };

/** A request that Harbor refuses, with a message for its user. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers with a page, which no cache keeps. */
export function page(content: Html, status = 200): Reply {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: content.text };
}

/** Answers a form: the browser loads another page, so reloading sends nothing again. */
export function redirect(location: string): Reply {
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
}

/** Answers with JSON. */
export function json(content: unknown, status = 200): Reply {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(content) };
}

const publicFiles: Readonly<Record<string, readonly [type: string, url: URL | string]>> = {
  "/app.js": ["text/javascript", new URL("../public/app.js", import.meta.url)],
  "/style.css": ["text/css", new URL("../public/style.css", import.meta.url)],
  "/cards.css": ["text/css", new URL("../public/cards.css", import.meta.url)],
  "/forms.css": ["text/css", new URL("../public/forms.css", import.meta.url)],
  "/harbor.svg": ["image/svg+xml", new URL("../public/harbor.svg", import.meta.url)],
  // The launcher. With a bundler, write `import { connect } from "@svc/connect"` instead.
  "/svc-connect.js": ["text/javascript", import.meta.resolve("@svc/connect/svc-connect.js")],
};

/** Returns one of the frontend's files; null for any other path. */
export function publicFile(path: string): Reply | null {
  const file = Object.hasOwn(publicFiles, path) ? publicFiles[path] : undefined;
  if (file === undefined) return null;
  const headers = { "content-type": `${file[0]}; charset=utf-8`, "cache-control": "no-cache" };
  return { status: 200, headers, body: readFileSync(fileURLToPath(file[1])) };
}

/** The headers of every response. @param connectOrigin the hosted Connect page's; nothing else may be loaded. */
export function securityHeaders(connectOrigin: string, isHttps: boolean): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${connectOrigin}`,
    `frame-src ${connectOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    // With "no-referrer", browsers would send forms with `Origin: null`, and the origin check would refuse them.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    // "same-origin" would cut the connection to a popup that the launcher opens.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

const bodyBytesMax = 128 * 1024;

/** Reads a whole body as text. @throws Refusal if it is too large. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new Refusal(413, "What you sent is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns a required field of a form. @throws Refusal if it is missing. */
export function field(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null || value === "") throw new Refusal(422, `Please fill in “${name}”.`);
  return value;
}

/** Returns a cookie's value; "" if there is none. */
export function cookie(request: IncomingMessage, name: string): string {
  const pairs = (request.headers.cookie ?? "").split("; ").map((pair) => pair.split("="));
  return pairs.find(([key]) => key === name)?.[1] ?? "";
}
