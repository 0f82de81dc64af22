/** Issues: create, update, comment. Follows docs.github.com/en/rest/issues/issues and …/issues/comments. */
import { Refusal } from "@svc/simulator";
import type { SimEffect } from "@svc/simulator";
import { atLeast, checkMayWrite, roleOf } from "./access.ts";
import { invalid, malformed, repositoryOf, type Call, type Operation } from "./call.ts";
import { commentShape, issueOf, issueShape, issuesDisabled } from "./issues.ts";
import type { Issue, Repository } from "./model.ts";

type Body = Readonly<Record<string, unknown>>;

/** `POST /repos/{owner}/{repo}/issues`. */
export const createIssue: Operation = (call) => {
  const { world, request, caller } = call;
  const body = bodyOf(call);
  const repository = writableRepository(call);
  if (!repository.hasIssues) throw issuesDisabled();
  if (typeof body["title"] !== "string") throw malformed('"title" wasn\'t supplied.');
  const changes = changesOf(body, repository, call);
  const author = { title: "", author: caller.user.login, createdAtMs: request.timeMs };
  const issue = world.addIssue(repository, { ...author, ...changes });
  const json = issueShape(issue, repository, call);
  const effects = [effect("issue.create", repository, call, { number: issue.number })];
  return { status: 201, json, headers: { location: String(json["url"]) }, effects };
};

/** `PATCH /repos/{owner}/{repo}/issues/{issue_number}`: for the author and for users with triage access. */
export const updateIssue: Operation = (call) => {
  const body = bodyOf(call);
  const repository = writableRepository(call);
  const issue = issueOf(repository, call);
  if (!mayTriage(repository, call) && issue.authorId !== call.caller.user.id) {
    throw new Refusal(403, "Must have admin rights to Repository.");
  }
  const state = stateChanges(body, issue, call);
  Object.assign(issue, changesOf(body, repository, call), state, { updatedAtMs: call.request.timeMs });
  const target = { number: issue.number, fields: Object.keys(body).join() };
  return { json: issueShape(issue, repository, call), effects: [effect("issue.update", repository, call, target)] };
};

/** `POST /repos/{owner}/{repo}/issues/{issue_number}/comments`. */
export const createComment: Operation = (call) => {
  const { body: text } = bodyOf(call);
  const repository = writableRepository(call);
  const issue = issueOf(repository, call);
  if (typeof text !== "string") throw malformed('"body" wasn\'t supplied.');
  if (issue.locked && !atLeast(roleOf(call.caller.user, repository, call.world), "write")) {
    throw new Refusal(403, "Unable to create comment because issue is locked.");
  }
  const field = { resource: "IssueComment", field: "data", code: "unprocessable" };
  if (text.trim() === "") throw invalid({ ...field, message: "Body cannot be blank" });
  checkLength("IssueComment", "body", text, 65_536);
  const comment = call.world.addComment(issue, call.caller.user.login, text, call.request.timeMs);
  const json = commentShape(comment, issue, repository, call);
  const effects = [effect("comment.create", repository, call, { number: issue.number, id: comment.id })];
  return { status: 201, json, headers: { location: String(json["url"]) }, effects };
};

function bodyOf({ request: { json } }: Call): Body {
  if (json === undefined) throw new Refusal(400, "Problems parsing JSON");
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new Refusal(400, "Body should be a JSON object");
  }
  return json as Body;
}

function writableRepository(call: Call): Repository {
  const repository = repositoryOf(call);
  checkMayWrite(call.caller, repository, call.world);
  if (repository.archived) throw new Refusal(403, "Repository was archived so is read-only.");
  return repository;
}

function mayTriage(repository: Repository, { caller, world }: Call): boolean {
  return atLeast(roleOf(caller.user, repository, world), "triage");
}

type Changes = { -readonly [Field in keyof Issue]?: Issue[Field] };

/** "Only users with push access can set" labels, assignees and milestone; they are "silently dropped otherwise". */
function changesOf(body: Body, repository: Repository, call: Call): Changes {
  const changes: Changes = {};
  const { title, body: text, labels, assignees, milestone } = body;
  if (title !== undefined) {
    if (typeof title !== "string") throw malformed(`For 'properties/title', ${JSON.stringify(title)} is not a string.`);
    if (title.trim() === "") throw invalid({ resource: "Issue", field: "title", code: "missing_field" });
    checkLength("Issue", "title", title, 256);
    changes.title = title;
  }
  if (typeof text === "string") {
    checkLength("Issue", "body", text, 65_536);
    changes.body = text === "" ? null : text;
  }
  if (!mayTriage(repository, call)) return changes;
  if (assignees !== undefined)
    changes.assigneeIds = namesOf(assignees).map((login) => assignable(login, repository, call));
  if (milestone !== undefined) changes.milestoneNumber = existingMilestone(milestone, repository);
  if (labels !== undefined) changes.labels = namesOf(labels).map((name) => labelNamed(name, repository));
  return changes;
}

function stateChanges(body: Body, issue: Issue, { caller, request }: Call): Changes {
  const { state, state_reason: reason = null } = body;
  if (state === undefined || (state === issue.state && reason === null)) return {};
  if (state !== "open" && state !== "closed") throw malformed("For 'properties/state', it is not open or closed.");
  if (state === "open" && issue.pull !== null && issue.pull.mergedAtMs !== null) {
    throw invalid({ resource: "Issue", field: "state", code: "custom", message: "state cannot be changed. Merged" });
  }
  if (state === "open") return { state, stateReason: "reopened", closedAtMs: null, closedById: null };
  const isKnown = [null, "completed", "not_planned", "duplicate"].some((known) => known === reason);
  if (!isKnown) throw malformed("For 'properties/state_reason', it is not a member of its list.");
  const stateReason = (reason ?? "completed") as Issue["stateReason"];
  return { state, stateReason, closedAtMs: request.timeMs, closedById: caller.user.id };
}

function checkLength(resource: string, field: string, text: string, max: number): void {
  if (Array.from(text).length <= max) return;
  throw invalid({ resource, field, code: "custom", message: `${field} is too long (maximum is ${max} characters)` });
}

function namesOf(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value;
  throw malformed(`${JSON.stringify(value)} is not an array of strings.`);
}

function assignable(login: string, repository: Repository, { world }: Call): number {
  const account = world.findAccount(login);
  if (account !== undefined && roleOf(account, { ...repository, private: true }, world) !== null) return account.id;
  throw invalid({ value: login, resource: "Issue", field: "assignees", code: "invalid" });
}

function existingMilestone(value: unknown, { milestones }: Repository): number | null {
  if (value === null) return null;
  const found = milestones.find(({ number }) => number === value);
  if (found !== undefined) return found.number;
  throw invalid({ value, resource: "Issue", field: "milestone", code: "invalid" });
}

/** Creates missing labels. */
function labelNamed(name: string, { labels }: Repository): string {
  const found = labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) labels.push({ name, color: "ededed", description: null });
  return found?.name ?? name;
}

function effect(
  kind: string,
  repository: Repository,
  { world }: Call,
  target: Record<string, string | number>,
): SimEffect {
  return { kind, repository: world.fullNameOf(repository), ...target };
}
