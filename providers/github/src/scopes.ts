/**
 * Scopes of OAuth apps: https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
 *
 * GitHub has no scope that only reads private repositories, so every action on repositories requires `repo`. Every
 * action requires a scope, because an authorization request without one returns every scope that the user ever granted
 * the app.
 */
import type { ScopeResponse } from "@svc/provider-kit";

/** The scope for actions on repositories. */
export const repoScope = "repo";

/** The scope for the user's own profile. */
export const profileScope = "read:user";

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [repoScope]: "Read and change the public and private repositories that you have access to",
  [profileScope]: "Read your profile",
};

/** Scopes that allow more than the actions that require them. */
export const broadScopes: readonly string[] = [repoScope];

/**
 * The scopes that each scope includes, as indented in the documentation. GitHub omits an included scope from a token's
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

/** The kind of app that a token is from. */
export type TokenKind = "oauth_app_token" | "github_app_user_token" | "other_token";

/**
 * Determines a token's kind from its prefix:
 * https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
 */
export function tokenKind(accessToken: string): TokenKind {
  if (accessToken.startsWith("gho_")) return "oauth_app_token";
  return accessToken.startsWith("ghu_") ? "github_app_user_token" : "other_token";
}

/**
 * The scopes of a token. GitHub separates them with commas instead of the spaces of RFC 6749 §3.3; both are accepted. A
 * GitHub App's user token has no scopes (its `scope` is empty); its installation determines its access, so it counts as
 * having the requested scopes. An OAuth app's token with an empty `scope` has none.
 */
export function grantedScopes({ scope, accessToken, requested }: ScopeResponse): readonly string[] {
  if (scope === null || tokenKind(accessToken) === "github_app_user_token") return requested;
  return [...new Set(scope.split(/[\s,]+/).filter((name) => name !== ""))];
}
