/** The headers of the pages on the way to a provider: no script, no frame, and a form that leads where it has to. */
import { commonHeaders, hashOf } from "./headers.ts";

/**
 * The headers of one page.
 * @param formTargets the origins, besides https and our own, that the answer to its form may lead through; null for a page
 *   without a form. Chromium applies `form-action` to every redirect after a form was sent, so that a policy of the
 *   provider's origin alone would stop one that leads through other hosts, and the return to the application.
 */
export function authorizationHeaders(
  style: string,
  formTargets: readonly string[] | null,
): Readonly<Record<string, string>> {
  const forms = formTargets === null ? "'none'" : ["'self'", "https:", ...formTargets].join(" ");
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    "img-src data:",
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
