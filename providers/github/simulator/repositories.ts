/** Accounts and repositories. Follows docs.github.com/en/rest/users/users and docs.github.com/en/rest/repos/repos. */
import { atLeast, explicitRole, maySee, roleOf } from "./access.ts";
import { pageOf, repositoryOf, sortedBy, timeOf, wordOf, type Call, type Operation, type Shape } from "./call.ts";
import type { Account, Repository } from "./model.ts";
import type { GithubWorld } from "./world.ts";

/** The origin of pages for people. */
export const htmlOrigin = "https://github.com";

/** `GET /user`. */
export const getUser: Operation = ({ caller: { user }, world }) => {
  const owned = world.repositories.values().filter(({ ownerId }) => ownerId === user.id);
  const json = {
    ...accountShape(user),
    name: user.name,
    html_url: `${htmlOrigin}/${user.login}`,
    company: null,
    blog: "",
    location: null,
    email: user.email,
    bio: null,
    public_repos: owned.filter((repository) => !repository.private).length,
    public_gists: 0,
    followers: 20,
    following: 0,
    created_at: timeOf(user.createdAtMs),
    updated_at: timeOf(user.createdAtMs),
  };
  return { json, modifiedAtMs: user.createdAtMs };
};

/** `GET /repos/{owner}/{repo}`. */
export const getRepository: Operation = (call) => {
  const repository = repositoryOf(call);
  return { json: repositoryShape(repository, call), modifiedAtMs: repository.updatedAtMs };
};

/** `GET /user/repos`: repositories to which the user "has explicit permission". */
export const listRepositories: Operation = (call) => {
  const { world, caller, request } = call;
  const { user } = caller;
  const visibility = wordOf(call, "Repository", "visibility", ["all", "public", "private"]);
  const affiliations = (request.query.get("affiliation") ?? "owner,collaborator,organization_member").split(",");
  const affiliationOf = (repository: Repository): string => {
    if (repository.ownerId === user.id) return "owner";
    return world.owner(repository).members.has(user.id) ? "organization_member" : "collaborator";
  };
  const listed = world.repositories
    .values()
    .filter(
      (repository) =>
        explicitRole(user, repository, world) !== null &&
        maySee(caller, repository, world) &&
        affiliations.includes(affiliationOf(repository)) &&
        visibility !== (repository.private ? "public" : "private"),
    );
  const { items, headers } = pageOf(sorted(listed, call), call, "/user/repos");
  return { json: items.map((repository) => repositoryShape(repository, call)), headers };
};

function sorted(repositories: readonly Repository[], call: Call): Repository[] {
  const sort = wordOf(call, "Repository", "sort", ["full_name", "created", "updated", "pushed"]);
  const direction = call.request.query.get("direction") ?? (sort === "full_name" ? "asc" : "desc");
  const name = (repository: Repository): string => call.world.fullNameOf(repository);
  const byName = [...repositories].sort((one, other) => name(one).localeCompare(name(other), "en"));
  const time = { full_name: null, created: "createdAtMs", updated: "updatedAtMs", pushed: "pushedAtMs" } as const;
  const field = time[sort];
  return sortedBy(
    byName,
    (one) => (field === null ? 0 : one[field]),
    (one) => byName.indexOf(one),
    direction,
  );
}

/** An account, as in `simple-user`. */
export function accountShape({ login, id, type }: Account): Shape {
  return { login, id, type };
}

/** An account by id; null if it was deleted. */
export function accountOf(id: number | null, { accounts }: GithubWorld): Shape | null {
  const account = accounts.get(id ?? 0);
  return account === undefined ? null : accountShape(account);
}

/** A repository's address in the API. */
export function repositoryUrl(repository: Repository, { origin, world }: Pick<Call, "origin" | "world">): string {
  return `${origin}/repos/${world.fullNameOf(repository)}`;
}

/** A repository, as in `repository`. */
export function repositoryShape(repository: Repository, { world, caller }: Call): Shape {
  const htmlUrl = `${htmlOrigin}/${world.fullNameOf(repository)}`;
  const role = roleOf(caller.user, repository, world);
  return {
    id: repository.id,
    name: repository.name,
    full_name: world.fullNameOf(repository),
    owner: accountShape(world.owner(repository)),
    private: repository.private,
    visibility: repository.private ? "private" : "public",
    description: repository.description,
    homepage: null,
    html_url: htmlUrl,
    clone_url: `${htmlUrl}.git`,
    fork: repository.forkOfId !== null,
    archived: repository.archived,
    disabled: false,
    is_template: false,
    default_branch: "main",
    language: repository.language,
    topics: repository.topics,
    license: repository.branches.get("main")?.has("LICENSE") === true ? { spdx_id: "MIT" } : null,
    has_issues: repository.hasIssues,
    stargazers_count: 80,
    forks_count: world.repositories.values().filter(({ forkOfId }) => forkOfId === repository.id).length,
    open_issues_count: [...repository.issues.values()].filter(({ state }) => state === "open").length,
    size: repository.branches.size === 0 ? 0 : 108,
    permissions: {
      admin: atLeast(role, "admin"),
      maintain: atLeast(role, "maintain"),
      push: atLeast(role, "write"),
      triage: atLeast(role, "triage"),
      pull: atLeast(role, "read"),
    },
    created_at: timeOf(repository.createdAtMs),
    updated_at: timeOf(repository.updatedAtMs),
    pushed_at: timeOf(repository.pushedAtMs),
  };
}
