/**
 * What the help of `svc`, its reference page and the contract list: the variables that it reads, and its exit codes.
 */

/** The variables that `svc` reads, with their meanings. There are no others (contract §7.1). */
export const variables = {
  SVC_API_URL: "base URL of the server",
  SVC_DOCS_URL: "docs origin, if it isn't the server",
  SVC_TOKEN: "service key or delegated token; there is no flag for it",
  SVC_TENANT_ID: "the tenant to act for, by its ID or external ID; --tenant overrides it",
} as const;

/** What each exit code means (contract §7.4); the number is its position. */
export const exitCodes = [
  "done",
  "failed otherwise; a test, a wait or a check that didn't succeed",
  "usage",
  "no token, not authenticated, or not allowed",
  "not found",
  "invalid input or idempotency key",
  "service or provider unavailable, limited or refusing",
  "outcome unknown: look up the execution, and don't repeat it with a new key",
  "a person has to approve the call first",
] as const;

const rows = (entries: readonly (readonly [string, string])[], width: number): string =>
  entries.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`).join("\n");

/** Returns the end of `svc --help`. Only the help needs it, so it isn't made when a command starts. */
export function helpText(): string {
  const codes = exitCodes.map((meaning, code) => [String(code), meaning] as const);
  return `
Environment:
${rows(Object.entries(variables), 13)}

Exit codes:
${rows(codes, 1)}

Examples:
  svc doctor --origin https://app.example.com --return-url https://app.example.com/connected
  svc providers list --json slug,name`;
}
