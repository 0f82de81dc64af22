/** The headers of every page of the console: no caching, no framing, and no requests elsewhere. */
import { createHash } from "node:crypto";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

const policy = [
  "default-src 'none'",
  `script-src '${toSourceHash(consoleScript)}'`,
  `style-src '${toSourceHash(consoleStyle)}'`,
  "img-src data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The headers. Referrers stay within the console, so its own forms send an `Origin`. */
export const consoleHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy.join("; "),
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), clipboard-read=()",
  "x-robots-tag": "noindex",
};

function toSourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
