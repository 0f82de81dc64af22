/** OAuth scopes. Follows docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps. */

/** A scope and the scopes it includes: "normalized scopes" contain no scope that another one of them includes. */
const included: Readonly<Record<string, readonly string[]>> = {
  repo: ["repo:status", "repo_deployment", "public_repo", "repo:invite", "security_events"],
  "repo:status": [],
  repo_deployment: [],
  public_repo: [],
  "repo:invite": [],
  security_events: [],
  user: ["read:user", "user:email", "user:follow"],
  "read:user": [],
  "user:email": [],
  "user:follow": [],
  "admin:org": ["write:org", "read:org"],
  "write:org": ["read:org"],
  "read:org": [],
  gist: [],
  notifications: [],
  workflow: [],
  delete_repo: [],
  project: ["read:project"],
  "read:project": [],
};

/** Parses a `scope` parameter: known scopes without duplicates, in their order; unknown ones are dropped. */
export function parseScopes(text: string): string[] {
  const asked = text.split(/[\s,]+/).filter((scope) => Object.hasOwn(included, scope));
  return [...new Set(asked)];
}

/** Drops each scope that another one in the list includes. */
export function normalizeScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !scopes.some((other) => (included[other] ?? []).includes(scope)));
}

/** Whether one of the scopes is `needed` or includes it. */
export function hasScope(scopes: readonly string[], needed: string): boolean {
  return scopes.some((scope) => scope === needed || (included[scope] ?? []).includes(needed));
}
