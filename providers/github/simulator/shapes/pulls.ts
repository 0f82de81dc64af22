/** Pull requests in the API's format. Follows docs.github.com/en/rest/pulls/pulls#get-a-pull-request. */
import { associationOf } from "../access.ts";
import type { Issue, PullPart, Repository } from "../model.ts";
import { userOrNull, usersOf } from "./accounts.ts";
import { labelsOf, milestoneOf } from "./issues.ts";
import { repositoryHtmlUrl, repositoryShape, repositoryUrl } from "./repositories.ts";
import { bodyFields, nodeId, timeOf, timeOrNull } from "./view.ts";
import type { Shape, View } from "./view.ts";

/** The schema `pull-request-simple`, used in lists. */
export function simplePull(issue: Issue, pull: PullPart, repository: Repository, view: View): Shape {
  const links = linksOf(issue.number, pull, repository, view);
  const base = { ref: pull.baseRef, sha: pull.baseSha, ownerId: repository.ownerId };
  const head = { ref: pull.headRef, sha: pull.headSha, ownerId: pull.headOwnerId };
  return {
    url: links.self,
    id: pull.id,
    node_id: nodeId("PullRequest", pull.id),
    html_url: links.html,
    diff_url: `${links.html}.diff`,
    patch_url: `${links.html}.patch`,
    issue_url: links.issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: userOrNull(issue.authorId, view),
    ...bodyFields(issue.body, view.format),
    created_at: timeOf(issue.createdAtMs),
    updated_at: timeOf(issue.updatedAtMs),
    closed_at: timeOrNull(issue.closedAtMs),
    merged_at: timeOrNull(pull.mergedAtMs),
    merge_commit_sha: pull.mergeCommitSha,
    assignee: userOrNull(issue.assigneeIds[0] ?? null, view),
    assignees: usersOf(issue.assigneeIds, view),
    requested_reviewers: usersOf(pull.reviewerIds, view),
    requested_teams: [],
    labels: labelsOf(issue, repository, view),
    milestone: milestoneOf(issue, repository, view),
    draft: pull.draft,
    head: sideOf(head, view.world.repositories.get(pull.headRepositoryId ?? 0), view),
    base: sideOf(base, repository, view),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: associationOf(issue.authorId, repository, view.world),
    auto_merge: null,
    active_lock_reason: issue.lockReason,
  };
}

/** The schema `pull-request`. */
export function fullPull(issue: Issue, pull: PullPart, repository: Repository, view: View): Shape {
  const isOpen = issue.state === "open";
  return {
    ...simplePull(issue, pull, repository, view),
    merged: pull.mergedAtMs !== null,
    mergeable: isOpen ? pull.mergeable : null,
    rebaseable: isOpen ? pull.mergeable : null,
    mergeable_state: !isOpen || pull.mergeable === null ? "unknown" : pull.mergeable ? "clean" : "dirty",
    merged_by: userOrNull(pull.mergedById, view),
    comments: issue.comments.length,
    review_comments: 0,
    maintainer_can_modify: pull.headRepositoryId !== null && pull.headRepositoryId !== repository.id,
    commits: pull.commits,
    additions: pull.additions,
    deletions: pull.deletions,
    changed_files: pull.changedFiles,
  };
}

/** The media type `application/vnd.github.diff`. */
export function diffOf(issue: Issue, pull: PullPart): string {
  const path = `notes/${issue.number}.md`;
  const lines = Array.from({ length: pull.additions }, (_, index) => `+line ${index + 1}\n`).join("");
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${pull.additions} @@\n${lines}`;
}

interface Side {
  readonly ref: string;
  readonly sha: string;
  readonly ownerId: number;
}

function sideOf({ ref, sha, ownerId }: Side, repository: Repository | undefined, view: View): Shape {
  const user = userOrNull(ownerId, view);
  const label = `${String(user?.["login"])}:${ref}`;
  return { label, ref, sha, user, repo: repository === undefined ? null : repositoryShape(repository, view) };
}

function linksOf(number: number, pull: PullPart, repository: Repository, view: View) {
  const api = repositoryUrl(repository, view);
  const self = `${api}/pulls/${number}`;
  return {
    self,
    html: `${repositoryHtmlUrl(repository, view)}/pull/${number}`,
    issue: `${api}/issues/${number}`,
    comments: `${api}/issues/${number}/comments`,
    review_comments: `${self}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${self}/commits`,
    statuses: `${api}/statuses/${pull.headSha}`,
  };
}
