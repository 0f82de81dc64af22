/**
 * Who may do what: users' roles in repositories, scopes of OAuth apps, installations of GitHub Apps.
 * Follows docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps and
 * docs.github.com/en/rest/authentication/permissions-required-for-github-apps.
 */
import { Refusal } from "@svc/simulator";
import { hasScope } from "./authorization.ts";
import type { Account, Caller, Repository, Role } from "./model.ts";
import type { GithubWorld } from "./world.ts";

const ranks: readonly Role[] = ["read", "triage", "write", "maintain", "admin"];

/** Whether the role is `needed` or higher. */
export function atLeast(role: Role | null, needed: Role): boolean {
  return role !== null && ranks.indexOf(role) >= ranks.indexOf(needed);
}

/** A user's role in a repository; null if they only have access because it is public. */
export function explicitRole(user: Account, repository: Repository, world: GithubWorld): Role | null {
  const membership = world.owner(repository).members.get(user.id);
  if (repository.ownerId === user.id || membership === "admin") return "admin";
  return repository.collaborators.get(user.id) ?? (membership === undefined ? null : repository.memberRole);
}

/** What a user may do in a repository. */
export function roleOf(user: Account, repository: Repository, world: GithubWorld): Role | null {
  return explicitRole(user, repository, world) ?? (repository.private ? null : "read");
}

/** Whether the caller can see that a repository exists. */
export function maySee(caller: Caller, repository: Repository, world: GithubWorld): boolean {
  if (!repository.private) return true;
  if (explicitRole(caller.user, repository, world) === null) return false;
  return isOfGithubApp(caller) ? isInstalled(caller, repository, world) : hasScope(caller, "repo");
}

/**
 * Checks that the token may write at all. The user's role is checked separately.
 * Throws `Refusal`: 404 for a missing scope, and 403 if a GitHub App isn't installed.
 */
export function checkMayWrite(caller: Caller, repository: Repository, world: GithubWorld): void {
  if (!isOfGithubApp(caller)) {
    if (!hasScope(caller, repository.private ? "repo" : "public_repo")) throw new Refusal(404, "Not Found");
  } else if (!isInstalled(caller, repository, world)) {
    throw new Refusal(403, "Resource not accessible by integration");
  }
}

/** Whether the token is a GitHub App's. */
export function isOfGithubApp({ app }: Caller): boolean {
  return app?.kind === "github_app";
}

/** The `author_association` of an account in a repository. */
export function associationOf(accountId: number | null, repository: Repository, world: GithubWorld): string {
  if (accountId === repository.ownerId) return "OWNER";
  if (world.owner(repository).members.has(accountId ?? 0)) return "MEMBER";
  return repository.collaborators.has(accountId ?? 0) ? "COLLABORATOR" : "NONE";
}

function isInstalled({ app }: Caller, repository: Repository, world: GithubWorld): boolean {
  return app?.installedOn.includes(world.owner(repository).login) === true;
}
