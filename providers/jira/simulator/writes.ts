/** The write methods. */
import { fieldsOf, Refusal, type Fields, type Result } from "@svc/simulator";
import { commentBody, worklogBody } from "./bodies.ts";
import { issueTypes, priorities, statuses, type AdfNode, type Properties, type StoredIssue } from "./model.ts";
import { siteOf, type JiraCall } from "./reads.ts";
import { userIds, type JiraWorld } from "./world.ts";

/** `POST /issue` */
export function createIssue(call: JiraCall): Result {
  const { request, store } = call;
  const site = siteOf(call);
  const { fields, properties } = fieldsOf(request);
  const { project, issuetype, ...given } = Object(fields) as Fields;
  const projectKey = String(Object(project).key);
  if (!store.projects.in(site).has(projectKey)) throw invalid("project", "valid project is required");
  const type = issueTypes.find(({ id, name }) => name === Object(issuetype).name || id === Object(issuetype).id);
  if (type === undefined) throw invalid("issuetype", "Specify a valid issue type");
  const checked = checkedFields(store, site, given);
  if (checked.summary === undefined) throw invalid("summary", "You must specify a summary of the issue.");
  if (type.subtask && checked.parentKey === undefined)
    throw invalid("parent", "Issue type is a sub-task but parent issue key or id not specified.");
  const issue = store.addIssue(
    site,
    { ...checked, summary: checked.summary, projectKey, issueType: type.name, properties: propertiesOf(properties) },
    request.timeMs,
  );
  const { id, key } = issue;
  const self = `https://api.atlassian.com/ex/jira/${site}/rest/api/3/issue/${id}`;
  return { status: 201, json: { id, key, self }, effects: [{ kind: "issue.create", issue: key }] };
}

/** `PUT /issue/{key}` */
export function editIssue(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const issue = store.issue(site, params["issue"] ?? "");
  const { fields, update } = fieldsOf(request);
  const changes = checkedFields(store, site, Object(fields) as Fields);
  const operations = Object(update).labels as { add?: string; remove?: string }[] | undefined;
  let labels = changes.labels ?? issue.labels;
  for (const { add, remove } of operations ?? []) {
    labels = labels.filter((label) => label !== add && label !== remove);
    if (add !== undefined) labels = [...labels, add];
  }
  store.issues.in(site).update(issue.id, { ...changes, labels, updatedMs: request.timeMs });
  return { status: 204, effects: [{ kind: "issue.update", issue: issue.key }] };
}

/** `PUT /issue/{key}/assignee` */
export function assignIssue(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const issue = store.issue(site, params["issue"] ?? "");
  const { accountId } = fieldsOf(request);
  const assigneeId = typeof accountId === "string" ? accountId : null;
  if (assigneeId !== null && !store.users.in(site).has(assigneeId)) throw invalid("assignee", "User does not exist.");
  store.issues.in(site).update(issue.id, { assigneeId, updatedMs: request.timeMs });
  return { status: 204, effects: [{ kind: "issue.assign", issue: issue.key }] };
}

/** `POST /issue/{key}/transitions` */
export function transitionIssue(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const issue = store.issue(site, params["issue"] ?? "");
  const id = String(Object(fieldsOf(request)["transition"]).id);
  const status = statuses[(Number(id) - 1) / 10 - 1];
  if (status === undefined || status.id === issue.statusId) {
    throw new Refusal(400, `It seems that you have tried to perform a workflow operation (${id}) that is not valid.`);
  }
  store.issues.in(site).update(issue.id, { statusId: status.id, updatedMs: request.timeMs });
  return { status: 204, effects: [{ kind: "issue.transition", issue: issue.key }] };
}

/** `POST /issue/{key}/comment` */
export function addComment(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const issue = store.issue(site, params["issue"] ?? "");
  const { body, properties } = fieldsOf(request);
  const comment = store.comments.in(site).create({
    issueId: issue.id,
    authorId: userIds.me,
    body: documentOf(body, "comment"),
    createdMs: request.timeMs,
    updatedMs: request.timeMs,
    properties: propertiesOf(properties),
  });
  const effects = [{ kind: "comment.create", comment: comment.id }];
  return { status: 201, json: commentBody(store, site, comment, false), effects };
}

/** `POST /issue/{key}/worklog` */
export function addWorklog(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const issue = store.issue(site, params["issue"] ?? "");
  const { comment, started, timeSpentSeconds, properties } = fieldsOf(request);
  if (typeof started !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/.test(started)) {
    throw invalid("started", "Worklog must have a valid start date.");
  }
  if (typeof timeSpentSeconds !== "number" || timeSpentSeconds < 60)
    throw invalid("timeLogged", "You must indicate the time spent working.");
  const worklog = store.worklogs.in(site).create({
    issueId: issue.id,
    authorId: userIds.me,
    comment: comment === undefined ? null : documentOf(comment, "comment"),
    startedMs: Date.parse(started),
    timeSpentSeconds,
    createdMs: request.timeMs,
    properties: propertiesOf(properties),
  });
  const effects = [{ kind: "worklog.create", worklog: worklog.id }];
  return { status: 201, json: worklogBody(store, site, worklog, false), effects };
}

/** `POST /issue/{key}/remotelink`: 201 for a new link, 200 for a changed one. */
export function setLink(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const { id: issueId } = store.issue(site, params["issue"] ?? "");
  const { globalId, object } = fieldsOf(request);
  const { url, title } = Object(object) as Fields;
  if (typeof url !== "string" || typeof title !== "string") throw invalid("url", "'url' and 'title' are required.");
  const links = store.links.in(site);
  const same = links.values().find((link) => link.issueId === issueId && link.globalId === globalId);
  const fields = { issueId, globalId: typeof globalId === "string" ? globalId : "", object: { url, title } };
  const { id } = same === undefined ? links.create(fields) : links.update(same.id, fields);
  const self = `https://api.atlassian.com/ex/jira/${site}/rest/api/3/issue/${issueId}/remotelink/${String(id)}`;
  return { status: same === undefined ? 201 : 200, json: { id, self }, effects: [{ kind: "link.set", link: id }] };
}

/** Converts the given fields of an issue to the stored form. Throws `Refusal` 400 for an invalid one. */
function checkedFields(store: JiraWorld, site: string, fields: Fields): Partial<StoredIssue> {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    switch (name) {
      case "summary":
        if (typeof value !== "string" || value === "" || value.includes("\n"))
          throw invalid(name, "The summary is invalid.");
        checked["summary"] = value;
        break;
      case "description":
        checked["description"] = documentOf(value, name);
        break;
      case "priority":
        if (!priorities.includes(String(Object(value).name))) throw invalid(name, "The priority selected is invalid.");
        checked["priority"] = Object(value).name;
        break;
      case "assignee":
        if (!store.users.in(site).has(String(Object(value).accountId))) throw invalid(name, "User does not exist.");
        checked["assigneeId"] = Object(value).accountId;
        break;
      case "labels":
      case "duedate":
        checked[name] = value;
        break;
      case "parent":
        checked["parentKey"] = store.issue(site, String(Object(value).key)).key;
        break;
      default:
        throw invalid(name, `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`);
    }
  }
  return checked;
}

function documentOf(value: unknown, name: string): AdfNode {
  const { type, version, content } = Object(value) as AdfNode;
  if (type !== "doc" || version !== 1 || !Array.isArray(content)) {
    throw invalid(name, "Operation value must be an Atlassian Document");
  }
  for (const node of content) checkTexts(node);
  return value as AdfNode;
}

/** Checks that no text node is empty. Throws `Refusal` 400. */
function checkTexts(node: unknown): void {
  const { type, text, content } = Object(node) as AdfNode;
  if (type === "text" && (typeof text !== "string" || text === "")) throw invalid("comment", "INVALID_INPUT");
  if (Array.isArray(content)) for (const inner of content) checkTexts(inner);
}

function propertiesOf(value: unknown): Properties {
  if (value === undefined) return {};
  return Object.fromEntries(
    (value as { key: string; value: unknown }[]).map((property) => [property.key, property.value]),
  );
}

function invalid(field: string, message: string): Refusal {
  return new Refusal(400, message, { details: { field } });
}
