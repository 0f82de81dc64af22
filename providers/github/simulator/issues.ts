/** Issues: list and get, and comments of one. Follows docs.github.com/en/rest/issues/issues and …/issues/comments. */
import { Refusal } from "@svc/simulator";
import { associationOf, maySee } from "./access.ts";
import {
  invalid,
  moved,
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
import type { Comment, Issue, Repository } from "./model.ts";
import { accountOf, htmlOrigin, repositoryUrl } from "./repositories.ts";

/** `GET /repos/{owner}/{repo}/issues`: includes pull requests, and only those if issues are disabled. */
export const listIssues: Operation = (call) => {
  const repository = repositoryOf(call);
  const all = [...repository.issues.values()].filter(({ pull }) => repository.hasIssues || pull !== null);
  const sort = wordOf(call, "Issue", "sort", ["created", "updated", "comments"]);
  const measure = ({ updatedAtMs, createdAtMs, comments }: Issue): number =>
    ({ created: createdAtMs, updated: updatedAtMs, comments: comments.length })[sort];
  const direction = call.request.query.get("direction") ?? "desc";
  const found = sortedBy(all.filter(issueFilter(repository, call)), measure, ({ number }) => number, direction);
  const { items, headers } = issuesPageOf(found, call, `/repositories/${repository.id}/issues`);
  return { json: items.map((issue) => issueShape(issue, repository, call)), headers };
};

/** `GET /repos/{owner}/{repo}/issues/{issue_number}`. */
export const getIssue: Operation = (call) => {
  const repository = repositoryOf(call);
  const issue = issueOf(repository, call);
  return { json: issueShape(issue, repository, call), modifiedAtMs: issue.updatedAtMs };
};

/** `GET /repos/{owner}/{repo}/issues/{issue_number}/comments`, oldest first. */
export const listComments: Operation = (call) => {
  const repository = repositoryOf(call);
  const issue = issueOf(repository, call);
  const since = sinceOf(call);
  const comments = issue.comments.filter(({ createdAtMs }) => createdAtMs >= since);
  const { items, headers } = pageOf(comments, call, `/repositories/${repository.id}/issues/${issue.number}/comments`);
  return { json: items.map((comment) => commentShape(comment, issue, repository, call)), headers };
};

/**
 * The issue in the path. Throws `Refusal` 404, or 410 if it was deleted or issues are disabled, and a redirect if it
 * was transferred to a repository that the caller can see.
 */
export function issueOf(repository: Repository, call: Call): Issue {
  const number = numberOf(call);
  const departure = repository.departed.get(number);
  if (departure === "deleted") throw new Refusal(410, "This issue was deleted");
  if (departure !== undefined) {
    const target = call.world.repositories.get(departure.repositoryId);
    if (target === undefined || !maySee(call.caller, target, call.world)) throw notFound();
    const rest = call.request.path.split("/issues/")[1]?.split("/").slice(1) ?? [];
    throw moved(`/${["repositories", target.id, "issues", departure.number, ...rest].join("/")}`);
  }
  const issue = repository.issues.get(number);
  if (issue === undefined) throw notFound();
  if (!repository.hasIssues && issue.pull === null) throw issuesDisabled();
  return issue;
}

/** The 410 of a repository without issues. */
export function issuesDisabled(): Refusal {
  return new Refusal(410, "Issues has been disabled in this repository.");
}

function issueFilter(repository: Repository, call: Call): (issue: Issue) => boolean {
  const { world, request } = call;
  const { query } = request;
  const state = wordOf(call, "Issue", "state", ["open", "closed", "all"]);
  const labels = (query.get("labels") ?? "").toLowerCase().split(",").filter(Boolean);
  const [milestone, creator, assignee] = [query.get("milestone"), query.get("creator"), query.get("assignee")];
  const isKnown = repository.milestones.some(({ number }) => String(number) === milestone);
  if (milestone !== null && !["*", "none"].includes(milestone) && !isKnown) {
    throw invalid({ resource: "Issue", field: "milestone", code: "invalid", value: milestone });
  }
  const fits = (wanted: string | null, values: readonly (string | undefined)[]): boolean => {
    if (wanted === null) return true;
    if (wanted === "*" || wanted === "none") return values.length > 0 === (wanted === "*");
    return values.some((value) => value?.toLowerCase() === wanted.toLowerCase());
  };
  const loginOf = (id: number | null): string | undefined => world.accounts.get(id ?? 0)?.login;
  const mentioned = query.get("mentioned");
  const since = sinceOf(call);
  return (issue) =>
    (state === "all" || issue.state === state) &&
    labels.every((label) => issue.labels.some((name) => name.toLowerCase() === label)) &&
    fits(milestone, issue.milestoneNumber === null ? [] : [String(issue.milestoneNumber)]) &&
    fits(creator, [loginOf(issue.authorId)]) &&
    fits(assignee, issue.assigneeIds.map(loginOf)) &&
    (mentioned === null || (issue.body ?? "").includes(`@${mentioned}`)) &&
    issue.updatedAtMs >= since;
}

function sinceOf({ request }: Call): number {
  const value = request.query.get("since");
  const since = value === null ? 0 : Date.parse(value);
  if (Number.isNaN(since)) throw invalid({ resource: "Issue", field: "since", code: "invalid", value });
  return since;
}

/**
 * A page of issues. `page` reaches only the first entries (`numberedIssuesMax`); the links lead further with `after`:
 * https://github.com/google/go-github/issues/3565
 */
function issuesPageOf(issues: readonly Issue[], call: Call, path: string): ReturnType<typeof pageOf<Issue>> {
  const { query } = call.request;
  const perPage = Math.min(100, Number(query.get("per_page") ?? 30) || 30);
  const after = query.get("after");
  const from = after === null ? ((Number(query.get("page")) || 1) - 1) * perPage : positionAfter(after);
  const to = from + perPage;
  const cursor = `after=${encodeURIComponent(Buffer.from(`cursor:v2:${to}`).toString("base64"))}`;
  if (after === null) {
    const max = call.world.switches.numberedIssuesMax;
    if (to > max && issues.length > max) {
      throw new Refusal(
        422,
        "Pagination with the page parameter is not supported for large datasets, please use cursor based pagination (after/before)",
      );
    }
    const { items, headers } = pageOf(issues, call, path);
    const link = headers.link?.replace('>; rel="next"', `&${cursor}>; rel="next"`);
    return { items, headers: link === undefined ? {} : { link } };
  }
  const rest = new URLSearchParams(query);
  rest.delete("after");
  const link = `<${call.origin}${path}?${rest}&${cursor}>; rel="next"`;
  return { items: issues.slice(from, to), headers: to < issues.length ? { link } : {} };
}

function positionAfter(cursor: string): number {
  const [, position] = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, "base64").toString()) ?? [];
  if (position === undefined) throw new Refusal(422, "Invalid cursor");
  return Number(position);
}

/** An issue, as in `issue`; a pull request also has `pull_request`. */
export function issueShape(issue: Issue, repository: Repository, call: Call): Shape {
  const { world } = call;
  const htmlUrl = pageOfIssue(issue, repository, call);
  const pull = issue.pull && {
    draft: issue.pull.draft,
    pull_request: { html_url: htmlUrl, merged_at: timeOf(issue.pull.mergedAtMs) },
  };
  return {
    id: issue.id,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    state_reason: issue.stateReason,
    url: `${repositoryUrl(repository, call)}/issues/${issue.number}`,
    html_url: htmlUrl,
    repository_url: repositoryUrl(repository, call),
    user: accountOf(issue.authorId, world),
    labels: labelsOf(issue, repository),
    assignees: issue.assigneeIds.map((id) => accountOf(id, world)),
    milestone: milestoneOf(issue, repository),
    type: null,
    locked: issue.locked,
    comments: issue.comments.length,
    ...pull,
    author_association: associationOf(issue.authorId, repository, world),
    created_at: timeOf(issue.createdAtMs),
    updated_at: timeOf(issue.updatedAtMs),
    closed_at: timeOf(issue.closedAtMs),
    closed_by: accountOf(issue.closedById, world),
  };
}

/** A comment, as in `issue-comment`. */
export function commentShape(comment: Comment, issue: Issue, repository: Repository, call: Call): Shape {
  return {
    id: comment.id,
    url: `${repositoryUrl(repository, call)}/issues/comments/${comment.id}`,
    html_url: `${pageOfIssue(issue, repository, call)}#issuecomment-${comment.id}`,
    user: accountOf(comment.authorId, call.world),
    body: comment.body,
    author_association: associationOf(comment.authorId, repository, call.world),
    created_at: timeOf(comment.createdAtMs),
    updated_at: timeOf(comment.createdAtMs),
  };
}

export function labelsOf({ labels }: Issue, repository: Repository): readonly Shape[] {
  return repository.labels.filter(({ name }) => labels.includes(name));
}

export function milestoneOf({ milestoneNumber }: Issue, { milestones }: Repository): Shape | null {
  const found = milestones.find(({ number }) => number === milestoneNumber);
  return found === undefined ? null : { ...found, state: "open", due_on: null };
}

function pageOfIssue({ pull, number }: Issue, repository: Repository, { world }: Call): string {
  return `${htmlOrigin}/${world.fullNameOf(repository)}/${pull === null ? "issues" : "pull"}/${number}`;
}
