/** What every shape of an answer is made with. */
import { createHash } from "node:crypto";
import type { Caller } from "../access.ts";
import type { GithubWorld } from "../world.ts";

/** One JSON object of an answer. */
export type Shape = Readonly<Record<string, unknown>>;

/** Who looks, from where, and in which representation of text. */
export interface View {
  /** The simulator's own origin, in place of `https://api.github.com`. */
  readonly origin: string;
  readonly world: GithubWorld;
  readonly caller: Caller | null;
  /** Of `application/vnd.github.<format>+json`. */
  readonly format: string;
}

/** Where pages for people are. */
export const htmlOrigin = "https://github.com";

/** A time as the API writes it: seconds, UTC. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** A time that may be absent. */
export function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : timeOf(ms);
}

/** The node id of an object. */
export function nodeId(type: string, id: number): string {
  return Buffer.from(`${String(type.length).padStart(2, "0")}:${type}${id}`).toString("base64");
}

/** A hash in the form of a Git object's name. */
export function shaOf(text: string | Uint8Array): string {
  return createHash("sha1").update(text).digest("hex");
}

/** A Markdown text in the representations that were asked for ("Media types"). */
export function bodyFields(body: string | null, format: string): Shape {
  const text = { body_text: body ?? "" };
  const html = { body_html: body === null ? "" : `<p dir="auto">${escapeHtml(body)}</p>` };
  if (format === "text") return text;
  if (format === "html") return html;
  return format === "full" ? { body, ...text, ...html } : { body };
}

/** A text as it may stand in HTML, in quotes as well. */
export function escapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => named[character] ?? "");
}
