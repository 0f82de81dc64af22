/** The headers of the authorization pages: no script, no framing, and forms only to the allowed origins. */
import { commonHeaders, toSourceHash } from "./headers.ts";

/**
 * Returns the headers of one page.
 * @param formTargets the origins, besides https and our own, that the form's response may redirect through; "own" for
 * only ours; null for a page without a form. Chromium applies `form-action` to every redirect after a form submission.
 * A policy with only the provider's origin would therefore block a redirect through other hosts, and the return to the
 * application.
 */
export function authorizationHeaders(
  style: string,
  formTargets: readonly string[] | "own" | null,
): Readonly<Record<string, string>> {
  const forms = formsOf(formTargets);
  const policy = [
    "default-src 'none'",
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

function formsOf(targets: readonly string[] | "own" | null): string {
  if (targets === null) return "'none'";
  return targets === "own" ? "'self'" : ["'self'", "https:", ...targets].join(" ");
}
