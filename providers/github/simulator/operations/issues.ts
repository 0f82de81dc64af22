/** Issues: list and get, and comments of one. Follows docs.github.com/en/rest/issues/issues and …/issues/comments. */
import { Refusal } from "@svc/simulator";
import { maySee } from "../access.ts";
import { numberParam, repositoryOf } from "../call.ts";
import type { Call, Result } from "../call.ts";
import type { Issue, Repository } from "../model.ts";
import { issuesPageOf, pageOf } from "../pages.ts";
import { invalid, moved, notFound } from "../refusal.ts";
import { commentShape, issueShape } from "../shapes/issues.ts";

/** `GET /repos/{owner}/{repo}/issues`: includes pull requests, and only those if issues are disabled. */
export function listIssues(call: Call): Result {
  const repository = repositoryOf(call);
  const all = [...repository.issues.values()].filter(({ pull }) => repository.hasIssues || pull !== null);
  const found = sortIssues(all.filter(issueFilter(repository, call)), call);
  const { items, headers } = issuesPageOf(found, call, `/repositories/${repository.id}/issues`);
  return { json: items.map((issue) => issueShape(issue, repository, call.view)), headers };
}

/** `GET /repos/{owner}/{repo}/issues/{issue_number}`. */
export function getIssue(call: Call): Result {
  const repository = repositoryOf(call);
  const issue = issueOf(repository, call);
  return { json: issueShape(issue, repository, call.view), modifiedAtMs: issue.updatedAtMs };
}

/** `GET /repos/{owner}/{repo}/issues/{issue_number}/comments`, oldest first. */
export function listComments(call: Call): Result {
  const repository = repositoryOf(call);
  const issue = issueOf(repository, call);
  const since = sinceOf(call);
  const comments = issue.comments.filter(({ createdAtMs }) => createdAtMs >= since);
  const path = `/repositories/${repository.id}/issues/${issue.number}/comments`;
  const { items, headers } = pageOf(comments, call, path);
  return { json: items.map((comment) => commentShape(comment, issue, repository, call.view)), headers };
}

/**
 * The issue in the path. Throws `Refusal` 404, or 410 if it was deleted or issues are disabled, and a redirect if it was
 * transferred to a repository that the caller can see.
 */
export function issueOf(repository: Repository, call: Call): Issue {
  const number = numberParam(call, "number");
  const departure = repository.departed.get(number);
  if (departure === "deleted") throw new Refusal(410, "This issue was deleted");
  if (departure !== undefined) {
    const target = call.world.repositories.get(departure.repositoryId);
    if (target === undefined || !maySee(call.caller, target, call.world)) throw notFound();
    const rest = call.request.path.split("/issues/")[1]?.split("/").slice(1) ?? [];
    throw moved(`/${["repositories", target.id, "issues", departure.number, ...rest].join("/")}`);
  }
  const issue = repository.issues.get(number);
  const isPull = issue !== undefined && issue.pull !== null;
  if (!repository.hasIssues && !isPull) throw issuesDisabled();
  if (issue === undefined) throw notFound();
  return issue;
}

/** The 410 for a repository without issues. */
export function issuesDisabled(): Refusal {
  return new Refusal(410, "Issues has been disabled in this repository.");
}

function issueFilter(repository: Repository, call: Call): (issue: Issue) => boolean {
  const { world, request } = call;
  const { query } = request;
  const state = query.get("state") ?? "open";
  if (!["open", "closed", "all"].includes(state)) throw wrong("state", state);
  const labels = (query.get("labels") ?? "").split(",").filter((label) => label !== "");
  const milestone = milestoneFilter(repository, query.get("milestone"));
  const isBy = accountFilter(query.get("creator"), world);
  const assignee = query.get("assignee");
  const isAssigned = assignee === null || /^(?:\*|none)$/.test(assignee) ? null : accountFilter(assignee, world);
  const mentioned = query.get("mentioned");
  const since = sinceOf(call);
  return (issue) =>
    (state === "all" || issue.state === state) &&
    labels.every((label) => issue.labels.some((name) => name.toLowerCase() === label.toLowerCase())) &&
    milestone(issue) &&
    (isBy === null || isBy(issue.authorId)) &&
    (assignee !== "none" || issue.assigneeIds.length === 0) &&
    (assignee !== "*" || issue.assigneeIds.length > 0) &&
    (isAssigned === null || issue.assigneeIds.some(isAssigned)) &&
    (mentioned === null || (issue.body ?? "").includes(`@${mentioned}`)) &&
    issue.updatedAtMs >= since;
}

function milestoneFilter(repository: Repository, value: string | null): (issue: Issue) => boolean {
  if (value === null) return () => true;
  if (value === "*") return ({ milestoneNumber }) => milestoneNumber !== null;
  if (value === "none") return ({ milestoneNumber }) => milestoneNumber === null;
  const exists = repository.milestones.some(({ number }) => String(number) === value);
  if (!exists) throw wrong("milestone", value);
  return ({ milestoneNumber }) => String(milestoneNumber) === value;
}

function accountFilter(login: string | null, world: Call["world"]): ((id: number | null) => boolean) | null {
  if (login === null) return null;
  const account = world.findAccount(login);
  return (id) => account !== undefined && id === account.id;
}

function sortIssues(issues: readonly Issue[], { request }: Call): Issue[] {
  const sort = request.query.get("sort") ?? "created";
  const measures: Readonly<Record<string, (issue: Issue) => number>> = {
    created: ({ createdAtMs }) => createdAtMs,
    updated: ({ updatedAtMs }) => updatedAtMs,
    comments: ({ comments }) => comments.length,
  };
  const measure = Object.hasOwn(measures, sort) ? measures[sort] : undefined;
  if (measure === undefined) throw wrong("sort", sort);
  const ordered = [...issues].sort((one, other) => measure(one) - measure(other) || one.number - other.number);
  return request.query.get("direction") === "asc" ? ordered : ordered.reverse();
}

function sinceOf({ request }: Call): number {
  const text = request.query.get("since");
  if (text === null) return 0;
  const since = Date.parse(text);
  if (Number.isNaN(since)) throw wrong("since", text);
  return since;
}

function wrong(field: string, value: string): Refusal {
  return invalid({ resource: "Issue", field, code: "invalid", value });
}
