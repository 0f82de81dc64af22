/** The content security policy of a page that VitePress generated. */
import { createHash } from "node:crypto";

/**
 * Returns the narrowest policy with which the page works: files from this origin, and inline scripts by hash.
 * Search and navigation load their files as scripts.
 */
export function buildPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, code = ""]) => code);
  const hashes = inline.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(hashes)].join(" "),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
