/** Pull requests: list and get. Follows docs.github.com/en/rest/pulls/pulls. */
import { associationOf } from "./access.ts";
import {
  notFound,
  numberOf,
  pageOf,
  repositoryOf,
  sortedBy,
  timeOf,
  wordOf,
  type Call,
  type Operation,
  type Shape,
} from "./call.ts";
import { labelsOf, milestoneOf } from "./issues.ts";
import type { Issue, PullPart, Repository } from "./model.ts";
import { accountOf, htmlOrigin, repositoryShape } from "./repositories.ts";

type Pull = Issue & { readonly pull: PullPart };

/** `GET /repos/{owner}/{repo}/pulls`. */
export const listPulls: Operation = (call) => {
  const repository = repositoryOf(call);
  const { query } = call.request;
  const state = wordOf(call, "PullRequest", "state", ["open", "closed", "all"]);
  const [base, head] = [query.get("base"), query.get("head")];
  const headOf = ({ pull }: Pull): string => `${call.world.accounts.get(pull.headOwnerId)?.login}:${pull.headRef}`;
  const found = [...repository.issues.values()].filter(isPull).filter(
    (issue) =>
      (state === "all" || issue.state === state) &&
      (base === null || base === "main") &&
      // A head without an owner is invalid and ignored, as in the live API.
      (head === null || !head.includes(":") || headOf(issue).toLowerCase() === head.toLowerCase()),
  );
  const sort = query.get("sort") ?? "created";
  const measure = ({ updatedAtMs, createdAtMs, comments }: Pull): number =>
    sort === "updated" ? updatedAtMs : sort === "popularity" ? comments.length : createdAtMs;
  const direction = query.get("direction") ?? (sort === "created" ? "desc" : "asc");
  const pulls = sortedBy(found, measure, ({ number }) => number, direction);
  const { items, headers } = pageOf(pulls, call, `/repositories/${repository.id}/pulls`);
  return { json: items.map((pull) => listedPull(pull, repository, call)), headers };
};

/** `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
export const getPull: Operation = (call) => {
  const repository = repositoryOf(call);
  const issue = repository.issues.get(numberOf(call));
  if (issue === undefined || !isPull(issue)) throw notFound();
  const { pull } = issue;
  const mergeable = issue.state === "open" ? pull.mergeable : null;
  const json = {
    ...listedPull(issue, repository, call),
    merged: pull.mergedAtMs !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeable === null ? "unknown" : mergeable ? "clean" : "dirty",
    merged_by: pull.mergedAtMs === null ? null : accountOf(repository.ownerId, call.world),
    comments: issue.comments.length,
    review_comments: 0,
    maintainer_can_modify: pull.headRepositoryId !== null && pull.headRepositoryId !== repository.id,
    commits: 3,
    additions: 10,
    deletions: 3,
    changed_files: 2,
  };
  return { json, modifiedAtMs: issue.updatedAtMs };
};

function isPull(issue: Issue): issue is Pull {
  return issue.pull !== null;
}

/** A pull request, as in `pull-request-simple`. */
function listedPull(issue: Pull, repository: Repository, call: Call): Shape {
  const { world } = call;
  const { pull } = issue;
  return {
    id: issue.id,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    draft: pull.draft,
    locked: issue.locked,
    html_url: `${htmlOrigin}/${world.fullNameOf(repository)}/pull/${issue.number}`,
    user: accountOf(issue.authorId, world),
    labels: labelsOf(issue, repository),
    assignees: issue.assigneeIds.map((id) => accountOf(id, world)),
    requested_reviewers: [accountOf(repository.ownerId, world)],
    milestone: milestoneOf(issue, repository),
    head: sideOf(pull.headRef, pull.headOwnerId, world.repositories.get(pull.headRepositoryId ?? 0), call),
    base: sideOf("main", repository.ownerId, repository, call),
    author_association: associationOf(issue.authorId, repository, world),
    created_at: timeOf(issue.createdAtMs),
    updated_at: timeOf(issue.updatedAtMs),
    closed_at: timeOf(issue.closedAtMs),
    merged_at: timeOf(pull.mergedAtMs),
  };
}

function sideOf(ref: string, ownerId: number, repository: Repository | undefined, call: Call): Shape {
  const label = `${call.world.accounts.get(ownerId)?.login}:${ref}`;
  const sha = Buffer.from(label.padEnd(20).slice(0, 20)).toString("hex");
  return { label, ref, sha, repo: repository === undefined ? null : repositoryShape(repository, call) };
}
