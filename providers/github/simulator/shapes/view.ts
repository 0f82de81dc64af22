/** The context that every response is built with. */
import { createHash } from "node:crypto";
import { escapeHtml } from "@svc/simulator";
import type { Caller } from "../access.ts";
import type { GithubWorld } from "../world.ts";

/** One JSON object in a response. */
export type Shape = Readonly<Record<string, unknown>>;

/** The caller, the origin, and the requested representation of texts. */
export interface View {
  /** The simulator's own origin instead of `https://api.github.com`. */
  readonly origin: string;
  readonly world: GithubWorld;
  readonly caller: Caller | null;
  /** From `application/vnd.github.<format>+json`. */
  readonly format: string;
}

/** The origin of pages for people. */
export const htmlOrigin = "https://github.com";

/** A time in the API's format: seconds, UTC. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** A time that may be absent. */
export function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : timeOf(ms);
}

/** An object's node id. */
export function nodeId(type: string, id: number): string {
  return Buffer.from(`${String(type.length).padStart(2, "0")}:${type}${id}`).toString("base64");
}

/** A hash in the format of a Git object's name. */
export function shaOf(text: string | Uint8Array): string {
  return createHash("sha1").update(text).digest("hex");
}

/** A Markdown text in the requested representations ("Media types"). */
export function bodyFields(body: string | null, format: string): Shape {
  const text = { body_text: body ?? "" };
  const html = { body_html: body === null ? "" : `<p dir="auto">${escapeHtml(body)}</p>` };
  if (format === "text") return text;
  if (format === "html") return html;
  return format === "full" ? { body, ...text, ...html } : { body };
}
