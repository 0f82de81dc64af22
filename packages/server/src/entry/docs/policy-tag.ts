/** A content security policy inside a page. */

/**
 * Returns a policy as a tag in the page itself, for hosts that serve it without the header. Browsers ignore
 * `frame-ancestors` there.
 */
export function policyTag(policy: string): string {
  const directives = policy.split("; ").filter((directive) => !directive.startsWith("frame-ancestors"));
  return `<meta http-equiv="Content-Security-Policy" content="${directives.join("; ")}">`;
}
