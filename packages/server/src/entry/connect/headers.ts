/**
 * The headers of the hosted page, and of the authorization pages: no script, no framing, forms only to allowed origins.
 */
import { createHash } from "node:crypto";

/** The inline parts that a policy allows by their hashes. */
export type InlineParts = { script: string; style: string };

/**
 * Returns the headers of one page.
 * @param allowedOrigin the only origin that may frame it; null for none.
 */
export function pageHeaders(parts: InlineParts, allowedOrigin: string | null): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src '${toSourceHash(parts.script)}'`,
    `style-src '${toSourceHash(parts.style)}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${allowedOrigin ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return { ...commonHeaders, "content-security-policy": policy.join("; ") };
}

/** The headers that every Connect page has, whatever its policy. */
export const commonHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  // Any stricter value would separate a popup from the window that opened it and waits for its message.
  "cross-origin-opener-policy": "unsafe-none",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), clipboard-read=()",
  vary: "Accept-Language",
};

/** Returns the hash that a policy uses to name a part. */
export function toSourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * Returns the headers of one page.
 * @param formTargets the origins, besides https and our own, that the form's response may redirect through; "own" for
 * only ours; null for a page without a form. Chromium applies `form-action` to every redirect after a form submission.
 * A policy with only the provider's origin would therefore block a redirect through other hosts, and the return to the
 * application.
 * @param script the page's only script; null for a page without one. @param script.mayFetch whether it asks its own
 *   server for the page again.
 */
export function authorizationHeaders(
  style: string,
  formTargets: readonly string[] | "own" | null,
  script: { text: string; mayFetch: boolean } | null = null,
): Readonly<Record<string, string>> {
  const forms = formsOf(formTargets);
  const policy = [
    "default-src 'none'",
    ...(script === null ? [] : scriptPolicy(script)),
    `style-src '${toSourceHash(style)}'`,
    "img-src 'self' data:",
    `form-action ${forms}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    ...commonHeaders,
    "content-security-policy": policy.join("; "),
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
  };
}

function scriptPolicy({ text, mayFetch }: { text: string; mayFetch: boolean }): string[] {
  return [
    `script-src '${toSourceHash(text)}'`,
    ...(mayFetch ? ["connect-src 'self'"] : []),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
}

function formsOf(targets: readonly string[] | "own" | null): string {
  if (targets === null) return "'none'";
  return targets === "own" ? "'self'" : ["'self'", "https:", ...targets].join(" ");
}
