/** Entity tags and conditional requests (RFC 9110 §13). */
import { createHash } from "node:crypto";

type Headers = Readonly<Record<string, string>>;

/** The entity tag for a representation or a version; weak by default. */
export function etagOf(representation: string, { weak = true } = {}): string {
  return `${weak ? "W/" : ""}"${createHash("sha256").update(representation).digest("hex")}"`;
}

/** Whether the caller already has this representation. `if-modified-since` counts only without `if-none-match`. */
export function isFresh(headers: Headers, etag: string, modifiedAtMs?: number): boolean {
  const held = headers["if-none-match"];
  if (held !== undefined) return matchesTag(held, etag);
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return modifiedAtMs !== undefined && Math.floor(modifiedAtMs / 1000) * 1000 <= since;
}

/** Whether `if-match` allows changing the resource that currently has this tag; true without the header. */
export function mayChange(headers: Headers, etag: string): boolean {
  const wanted = headers["if-match"];
  return wanted === undefined || matchesTag(wanted, etag);
}

function matchesTag(list: string, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");
  return list.trim() === "*" || list.split(",").some((tag) => opaque(tag) === opaque(etag));
}
