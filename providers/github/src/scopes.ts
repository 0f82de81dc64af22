/**
 * Scopes of OAuth apps: https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
 *
 * GitHub has no scope that only reads private repositories, so every action on repositories asks for `repo`. No action
 * asks for nothing: an authorization request without scopes answers with every scope that the user ever gave the app.
 */
import type { ScopeAnswer } from "@svc/provider-kit";

/** What actions on repositories require. */
export const repoScope = "repo";

/** What reading the user's own profile requires. */
export const profileScope = "read:user";

/** Each required scope in words for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [repoScope]: "Read and change the repositories that you can reach, public and private ones",
  [profileScope]: "Read your profile",
};

/**
 * Which scopes a scope includes, as the documentation indents them. GitHub leaves an included scope out of a token's
 * list ("Normalized scopes" there).
 */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  repo: ["repo:status", "repo_deployment", "public_repo", "repo:invite", "security_events"],
  user: ["read:user", "user:email", "user:follow"],
  "admin:repo_hook": ["write:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  "admin:org": ["write:org"],
  "write:org": ["read:org"],
  "admin:public_key": ["write:public_key"],
  "write:public_key": ["read:public_key"],
  "admin:gpg_key": ["write:gpg_key"],
  "write:gpg_key": ["read:gpg_key"],
  project: ["read:project"],
};

/** Which app a token comes from. */
export type TokenKind = "oauth_app_token" | "github_app_user_token" | "other_token";

/**
 * Tells a token's kind by its prefix:
 * https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
 */
export function tokenKind(accessToken: string): TokenKind {
  if (accessToken.startsWith("gho_")) return "oauth_app_token";
  return accessToken.startsWith("ghu_") ? "github_app_user_token" : "other_token";
}

/**
 * The scopes that a token carries. GitHub divides them by commas, where RFC 6749 §3.3 has spaces: both are read. A
 * GitHub App's user token has no scopes (its `scope` is empty): what it may do is the installation's, so it counts as
 * having what was asked for. An OAuth app's token whose `scope` is empty has none.
 */
export function grantedScopes({ scope, accessToken, requested }: ScopeAnswer): readonly string[] {
  if (scope === null || tokenKind(accessToken) === "github_app_user_token") return requested;
  return [...new Set(scope.split(/[\s,]+/).filter((name) => name !== ""))];
}
