/** Repositories in the API's format. Follows docs.github.com/en/rest/repos/repos#get-a-repository. */
import { atLeast, roleOf } from "../access.ts";
import type { Repository } from "../model.ts";
import { simpleUser, userOrNull } from "./accounts.ts";
import { htmlOrigin, nodeId, timeOf } from "./view.ts";
import type { Shape, View } from "./view.ts";

/** Addresses below the repository's own, by field. */
const addresses: Readonly<Record<string, string>> = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

/** A repository's address in the API. */
export function repositoryUrl(repository: Repository, { origin, world }: View): string {
  return `${origin}/repos/${world.fullNameOf(repository)}`;
}

/** A repository's address for people. */
export function repositoryHtmlUrl(repository: Repository, { world }: View): string {
  return `${htmlOrigin}/${world.fullNameOf(repository)}`;
}

/** The schema `repository`. */
export function repositoryShape(repository: Repository, view: View): Shape {
  const url = repositoryUrl(repository, view);
  const htmlUrl = repositoryHtmlUrl(repository, view);
  const fullName = view.world.fullNameOf(repository);
  const open = [...repository.issues.values()].filter(({ state }) => state === "open").length;
  const forks = [...view.world.repositories.values()].filter(({ forkOfId }) => forkOfId === repository.id).length;
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName,
    private: repository.private,
    owner: simpleUser(view.world.owner(repository), view),
    html_url: htmlUrl,
    description: repository.description,
    fork: repository.forkOfId !== null,
    url,
    ...Object.fromEntries(Object.entries(addresses).map(([field, path]) => [field, `${url}${path}`])),
    created_at: timeOf(repository.createdAtMs),
    updated_at: timeOf(repository.updatedAtMs),
    pushed_at: timeOf(repository.pushedAtMs),
    git_url: `git://github.com/${fullName}.git`,
    ssh_url: `git@github.com:${fullName}.git`,
    clone_url: `${htmlUrl}.git`,
    svn_url: htmlUrl,
    homepage: repository.homepage,
    size: repository.branches.size === 0 ? 0 : 108,
    stargazers_count: 80,
    watchers_count: 80,
    language: repository.language,
    has_issues: repository.hasIssues,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: forks,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: open,
    license: licenseOf(repository, view),
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: repository.topics,
    visibility: repository.private ? "private" : "public",
    forks,
    open_issues: open,
    watchers: 80,
    default_branch: repository.defaultBranch,
    ...permissionsOf(repository, view),
  };
}

/** The schema `full-repository`. */
export function fullRepository(repository: Repository, view: View): Shape {
  const owner = view.world.owner(repository);
  const parent = view.world.repositories.get(repository.forkOfId ?? 0);
  const admin = view.caller !== null && atLeast(roleOf(view.caller.user, repository, view.world), "admin");
  return {
    ...repositoryShape(repository, view),
    ...(view.caller === null ? {} : { temp_clone_token: repository.private ? `canary-clone-${repository.id}` : "" }),
    ...(owner.type === "Organization" ? { organization: userOrNull(owner.id, view), custom_properties: {} } : {}),
    ...(parent === undefined ? {} : { parent: repositoryShape(parent, view), source: repositoryShape(parent, view) }),
    ...(admin ? mergeSettings : {}),
    network_count: 0,
    subscribers_count: 42,
  };
}

const mergeSettings: Shape = {
  allow_squash_merge: true,
  allow_merge_commit: true,
  allow_rebase_merge: true,
  allow_auto_merge: false,
  delete_branch_on_merge: false,
  allow_update_branch: false,
  use_squash_pr_title_as_default: false,
  squash_merge_commit_message: "COMMIT_MESSAGES",
  squash_merge_commit_title: "COMMIT_OR_PR_TITLE",
  merge_commit_message: "PR_TITLE",
  merge_commit_title: "MERGE_MESSAGE",
  security_and_analysis: { secret_scanning: { status: "disabled" } },
};

function permissionsOf(repository: Repository, { caller, world }: View): Shape {
  if (caller === null) return {};
  const role = roleOf(caller.user, repository, world);
  return {
    permissions: {
      admin: atLeast(role, "admin"),
      maintain: atLeast(role, "maintain"),
      push: atLeast(role, "write"),
      triage: atLeast(role, "triage"),
      pull: atLeast(role, "read"),
    },
  };
}

function licenseOf(repository: Repository, { origin }: View): Shape | null {
  if (!repository.branches.get(repository.defaultBranch)?.has("LICENSE")) return null;
  const url = `${origin}/licenses/mit`;
  return { key: "mit", name: "MIT License", spdx_id: "MIT", url, node_id: nodeId("License", 13) };
}
