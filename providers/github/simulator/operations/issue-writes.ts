/** Issues: create, update, comment. Follows docs.github.com/en/rest/issues/issues and …/issues/comments. */
import { Refusal } from "@svc/simulator";
import type { SimEffect } from "@svc/simulator";
import { atLeast, checkMayWrite, roleOf } from "../access.ts";
import type { Caller } from "../access.ts";
import { bodyOf, milestoneField, namesField, textField, wordField } from "../bodies.ts";
import type { Body } from "../bodies.ts";
import { authenticated, repositoryOf } from "../call.ts";
import type { Call, Result } from "../call.ts";
import type { Issue, Repository } from "../model.ts";
import { invalid, malformed } from "../refusal.ts";
import { commentShape, issueShape } from "../shapes/issues.ts";
import { issueOf, issuesDisabled } from "./issues.ts";

const titleCharactersMax = 256;
const bodyCharactersMax = 65_536;

/** `POST /repos/{owner}/{repo}/issues`. */
export function createIssue(call: Call): Result {
  const caller = authenticated(call);
  const body = bodyOf(call.request);
  const repository = writableRepository(call, caller);
  if (!repository.hasIssues) throw issuesDisabled();
  if (body["title"] === undefined || body["title"] === null) {
    throw malformed('"title" wasn\'t supplied.');
  }
  const { world, request } = call;
  const changes = readChanges(body, repository, call, caller);
  const createdAtMs = request.timeMs;
  const issue = world.addIssue(repository, {
    title: "",
    author: caller.user.login,
    appClientId: caller.app?.clientId ?? null,
    createdAtMs,
    ...changes,
  });
  const json = issueShape(issue, repository, call.view);
  const effects = [effect("issue.create", repository, call, { number: issue.number })];
  return { status: 201, json, headers: { location: String(json["url"]) }, effects };
}

/** `PATCH /repos/{owner}/{repo}/issues/{issue_number}`: for the author and for users with triage access. */
export function updateIssue(call: Call): Result {
  const caller = authenticated(call);
  const body = bodyOf(call.request);
  const repository = writableRepository(call, caller);
  const issue = issueOf(repository, call);
  const role = roleOf(caller.user, repository, call.world);
  if (!atLeast(role, "triage") && issue.authorId !== caller.user.id) {
    throw new Refusal(403, "Must have admin rights to Repository.");
  }
  const state = stateChanges(body, issue, call, caller);
  const changes = readChanges(body, repository, call, caller);
  Object.assign(issue, changes, state, { updatedAtMs: call.request.timeMs });
  const effects = [
    effect("issue.update", repository, call, { number: issue.number, fields: Object.keys(body).join() }),
  ];
  return { json: issueShape(issue, repository, call.view), effects };
}

/** `POST /repos/{owner}/{repo}/issues/{issue_number}/comments`. */
export function createComment(call: Call): Result {
  const caller = authenticated(call);
  const body = bodyOf(call.request);
  const repository = writableRepository(call, caller);
  const issue = issueOf(repository, call);
  const text = textField(body, "body");
  if (text === undefined) throw malformed('"body" wasn\'t supplied.');
  if (issue.locked && !atLeast(roleOf(caller.user, repository, call.world), "write")) {
    throw new Refusal(403, "Unable to create comment because issue is locked.");
  }
  const resource = "IssueComment";
  if (text === null || text.trim() === "") {
    throw invalid({ resource, code: "unprocessable", field: "data", message: "Body cannot be blank" });
  }
  checkLength(resource, "body", text, bodyCharactersMax);
  const comment = {
    id: call.world.newId(),
    body: text,
    authorId: caller.user.id,
    appClientId: caller.app?.clientId ?? null,
    createdAtMs: call.request.timeMs,
  };
  issue.comments.push(comment);
  issue.updatedAtMs = call.request.timeMs;
  const json = commentShape(comment, issue, repository, call.view);
  const effects = [effect("comment.create", repository, call, { number: issue.number, id: comment.id })];
  return { status: 201, json, headers: { location: String(json["url"]) }, effects };
}

function writableRepository(call: Call, caller: Caller): Repository {
  const repository = repositoryOf(call);
  checkMayWrite(caller, repository, call.permissions, call.world);
  if (repository.archived) throw new Refusal(403, "Repository was archived so is read-only.");
  return repository;
}

type Changes = { -readonly [Field in keyof Issue]?: Issue[Field] };

/** "Only users with push access can set" labels, assignees and milestone; they are "silently dropped otherwise". */
function readChanges(body: Body, repository: Repository, call: Call, caller: Caller): Changes {
  const changes: Changes = {};
  const title = body["title"];
  if (title !== undefined && title !== null) changes.title = checkedTitle(title);
  const text = textField(body, "body");
  if (text !== undefined) {
    checkLength("Issue", "body", text ?? "", bodyCharactersMax);
    changes.body = text === "" ? null : text;
  }
  const labels = namesField(body, "labels", "name");
  const assignees = assigneesField(body);
  const milestone = milestoneField(body);
  if (!atLeast(roleOf(caller.user, repository, call.world), "triage")) return changes;
  if (assignees !== undefined) changes.assigneeIds = assignees.map((login) => assignable(login, repository, call));
  if (milestone !== undefined) changes.milestoneNumber = existingMilestone(milestone, repository);
  if (labels !== undefined) changes.labels = labels.map((name) => labelNamed(name, repository, call));
  return changes;
}

function stateChanges(body: Body, issue: Issue, call: Call, caller: Caller): Changes {
  const state = wordField(body, "state", ["open", "closed"]);
  const reason = wordField(body, "state_reason", ["completed", "not_planned", "duplicate", "reopened"]);
  if (state === undefined || state === null) return {};
  if (state === issue.state && (reason ?? null) === null) return {};
  if (issue.pull !== null && issue.pull.mergedAtMs !== null && state === "open") {
    throw invalid({ resource: "Issue", field: "state", code: "custom", message: "state cannot be changed. Merged" });
  }
  const { timeMs } = call.request;
  if (state === "open") return { state, stateReason: "reopened", closedAtMs: null, closedById: null };
  return { state, stateReason: reason ?? "completed", closedAtMs: timeMs, closedById: caller.user.id };
}

function checkedTitle(title: unknown): string {
  if (typeof title !== "string" && !Number.isInteger(title)) {
    throw malformed(`For 'properties/title', ${JSON.stringify(title)} is not a string.`);
  }
  const text = String(title);
  if (text.trim() === "") throw invalid({ resource: "Issue", field: "title", code: "missing_field" });
  checkLength("Issue", "title", text, titleCharactersMax);
  return text;
}

function checkLength(resource: string, field: string, text: string, max: number): void {
  if (Array.from(text).length <= max) return;
  throw invalid({ resource, field, code: "custom", message: `${field} is too long (maximum is ${max} characters)` });
}

function assigneesField(body: Body): readonly string[] | undefined {
  const several = namesField(body, "assignees", "login");
  const one = textField(body, "assignee");
  if (several !== undefined || one === undefined) return several;
  return one === null || one === "" ? [] : [one];
}

function assignable(login: string, repository: Repository, call: Call): number {
  const account = call.world.findAccount(login);
  const role = account === undefined ? null : roleOf(account, { ...repository, private: true }, call.world);
  if (account === undefined || role === null) {
    throw invalid({ value: login, resource: "Issue", field: "assignees", code: "invalid" });
  }
  return account.id;
}

function existingMilestone(number: number | null, repository: Repository): number | null {
  if (number === null || repository.milestones.some((milestone) => milestone.number === number)) return number;
  throw invalid({ value: number, resource: "Issue", field: "milestone", code: "invalid" });
}

/** Creates missing labels. */
function labelNamed(name: string, repository: Repository, call: Call): string {
  const found = repository.labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found.name;
  const made = { id: call.world.newId(), name, color: "ededed", description: null, isDefault: false };
  repository.labels.push(made);
  return name;
}

function effect(
  kind: string,
  repository: Repository,
  { world }: Call,
  target: Record<string, string | number>,
): SimEffect {
  return { kind, repository: world.fullNameOf(repository), ...target };
}
