/** The HTTP helpers that the app needs: files, JSON in and out, and errors. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ActionOutcomeUnknownError, ApiError, SvcError } from "@svc/sdk";

/** A JSON object. */
export type Body = Readonly<Record<string, unknown>>;

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/": ["index.html", "text/html"],
  "/connected": ["index.html", "text/html"],
  "/app.js": ["app.js", "text/javascript"],
  "/style.css": ["style.css", "text/css"],
};

/** Sends one of the frontend's files. @throws Refusal for any other path. */
export function sendFile(response: ServerResponse, path: string, serviceUrl: string): void {
  const [file, type] = files[path] ?? [];
  if (file === undefined) throw new Refusal(404, "There is no such page.");
  const service = new URL(serviceUrl).origin;
  // With a strict policy, svc needs only these three.
  const policy = `default-src 'self'; script-src 'self' ${service}; connect-src 'self' ${service}; frame-src ${service}; img-src data:`;
  const headers = { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy };
  const content = readFileSync(new URL(`public/${file}`, import.meta.url), "utf8");
  response.writeHead(200, headers).end(content.replaceAll("{serviceUrl}", serviceUrl));
}

/** Turns an error into a response. Uses svc's own text if there is one, which never contains a secret. */
export function toProblem(error: unknown): { status: number; body: object } {
  if (error instanceof Refusal) return { status: error.status, body: { detail: error.message } };
  if (error instanceof ActionOutcomeUnknownError) return { status: 504, body: { detail: error.detail, unknown: true } };
  if (error instanceof ApiError) return { status: error.status, body: { detail: error.detail, code: error.code } };
  if (error instanceof SvcError) return { status: 502, body: { detail: error.message } };
  return { status: 500, body: { detail: "Something went wrong." } };
}

/** A request that the app refuses. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns a required field. @throws Refusal if it's missing. */
export function text(body: Body, field: string): string {
  const value = body[field];
  if (typeof value !== "string" || value === "") throw new Refusal(422, `${field} is missing.`);
  return value;
}

/** Reads a JSON body of at most 64 KiB. */
export async function readJson(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (chunks.reduce((sum, { length }) => sum + length, 0) > 64 * 1024)
      throw new Refusal(413, "The body is too large.");
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || "{}") as Body;
  } catch {
    throw new Refusal(400, "The body isn't JSON.");
  }
}

/** Answers with JSON that is not cached. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
