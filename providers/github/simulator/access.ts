/**
 * Authentication and authorization: users' roles in repositories, scopes of OAuth apps, permissions of GitHub Apps.
 * Follows docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps and
 * docs.github.com/en/rest/authentication/permissions-required-for-github-apps.
 */
import type { RegisteredApp } from "./apps.ts";
import type { Account, Issue, Repository, Role } from "./model.ts";
import { Refusal } from "@svc/simulator";
import { notFound } from "./refusal.ts";
import { hasScope } from "./scopes.ts";
import type { Grant } from "./tokens.ts";
import type { GithubWorld } from "./world.ts";

/** An authenticated caller. `app` is null for a token of another authorization server. */
export interface Caller {
  readonly user: Account;
  readonly grant: Grant;
  readonly app: RegisteredApp | null;
}

const ranks: readonly Role[] = ["read", "triage", "write", "maintain", "admin"];

/** Whether the role is `needed` or higher. */
export function atLeast(role: Role | null, needed: Role): boolean {
  return role !== null && ranks.indexOf(role) >= ranks.indexOf(needed);
}

/** A user's role in a repository; null if they only have access because it is public. */
export function explicitRole(user: Account, repository: Repository, world: GithubWorld): Role | null {
  if (repository.ownerId === user.id) return "admin";
  const membership = world.owner(repository).members.get(user.id);
  if (membership === "admin") return "admin";
  const given = repository.collaborators.get(user.id) ?? null;
  const asMember = membership === undefined ? null : repository.memberRole;
  if (given === null || asMember === null) return given ?? asMember;
  return atLeast(given, asMember) ? given : asMember;
}

/** What a user may do in a repository. */
export function roleOf(user: Account, repository: Repository, world: GithubWorld): Role | null {
  return explicitRole(user, repository, world) ?? (repository.private ? null : "read");
}

/** Whether the caller can see that a repository exists. */
export function maySee(caller: Caller | null, repository: Repository, world: GithubWorld): boolean {
  if (!repository.private) return true;
  if (caller === null || explicitRole(caller.user, repository, world) === null) return false;
  if (caller.grant.kind === "oauth_app") return hasScope(caller.grant.scopes, "repo");
  return isInstalled(caller, repository, world);
}

/**
 * Checks that the token may write at all. The user's role is checked separately.
 * Throws `Refusal`: 404 for a missing scope, 403 if a GitHub App isn't installed or lacks the permission.
 */
export function checkMayWrite(
  caller: Caller,
  repository: Repository,
  permissions: readonly string[],
  world: GithubWorld,
): void {
  const { grant, app } = caller;
  if (grant.kind === "oauth_app") {
    if (!hasScope(grant.scopes, repository.private ? "repo" : "public_repo")) throw notFound();
    return;
  }
  const isPermitted = app === null || permissions.some((name) => app.permissions[name] === "write");
  if (!isPermitted || !isInstalled(caller, repository, world)) {
    throw new Refusal(403, "Resource not accessible by integration");
  }
}

/** The `author_association` of an account in a repository. */
export function associationOf(accountId: number | null, repository: Repository, world: GithubWorld): string {
  const user = accountId === null ? undefined : world.accounts.get(accountId);
  if (user === undefined) return "NONE";
  if (user.id === repository.ownerId) return "OWNER";
  if (world.owner(repository).members.has(user.id)) return "MEMBER";
  if (repository.collaborators.has(user.id)) return "COLLABORATOR";
  const contributed = (issue: Issue): boolean =>
    issue.authorId === user.id && issue.pull !== null && issue.pull.mergedAtMs !== null;
  return [...repository.issues.values()].some(contributed) ? "CONTRIBUTOR" : "NONE";
}

function isInstalled(caller: Caller, repository: Repository, world: GithubWorld): boolean {
  if (caller.app === null) return true;
  const owner = world.owner(repository).login.toLowerCase();
  return caller.app.installedOn.some((login) => login.toLowerCase() === owner);
}
