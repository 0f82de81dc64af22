/** Response bodies. */
import {
  issueTypes,
  statuses,
  type StoredComment,
  type StoredIssue,
  type StoredLink,
  type StoredWorklog,
} from "./model.ts";
import type { JiraWorld } from "./world.ts";

/** Formats a time as Jira does: with an offset that has no colon. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+0000");
}

/** Builds a user's body, as others see it. */
export function personBody(world: JiraWorld, site: string, accountId: string | null): object | null {
  const user = world.users.in(site).get(accountId ?? "");
  return user === undefined ? null : { ...user, accountType: "atlassian" };
}

export function statusBody(statusId: string): object {
  const { id, name, category } = statuses.find((one) => one.id === statusId) ?? statuses[0];
  return { id, name, statusCategory: { key: category, name } };
}

/** Builds the properties of an entity. */
function propertiesBody(properties: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(properties).map(([key, value]) => ({ key, value }));
}

/** Builds an issue with the requested fields and properties. */
export function issueBody(
  world: JiraWorld,
  site: string,
  issue: StoredIssue,
  { fields, properties }: { fields: string | null; properties: string | null },
): object {
  const type = issueTypes.find(({ name }) => name === issue.issueType);
  const all: Readonly<Record<string, unknown>> = {
    summary: issue.summary,
    description: issue.description,
    status: statusBody(issue.statusId),
    issuetype: { id: type?.id, name: issue.issueType, subtask: type?.subtask ?? false },
    project: world.projects.in(site).get(issue.projectKey),
    priority: issue.priority === null ? null : { name: issue.priority },
    assignee: personBody(world, site, issue.assigneeId),
    reporter: personBody(world, site, issue.creatorId),
    creator: personBody(world, site, issue.creatorId),
    labels: issue.labels,
    duedate: issue.duedate,
    created: timeOf(issue.createdMs),
    updated: timeOf(issue.updatedMs),
    ...(issue.parentKey === null ? {} : { parent: { key: issue.parentKey } }),
  };
  const asked = fields?.split(",") ?? null;
  const shown = Object.entries(all).filter(([name]) => asked === null || asked.includes(name));
  const own = Object.entries(issue.properties).filter(([key]) => properties?.split(",").includes(key) === true);
  return {
    id: issue.id,
    key: issue.key,
    self: `https://api.atlassian.com/ex/jira/${site}/rest/api/3/issue/${issue.id}`,
    fields: Object.fromEntries(shown),
    ...(properties === null ? {} : { properties: Object.fromEntries(own) }),
  };
}

export function commentBody(world: JiraWorld, site: string, comment: StoredComment, withProperties: boolean): object {
  const { id, body, authorId, createdMs, updatedMs, properties } = comment;
  const author = personBody(world, site, authorId);
  const more = withProperties ? { properties: propertiesBody(properties) } : {};
  return { id, author, updateAuthor: author, body, created: timeOf(createdMs), updated: timeOf(updatedMs), ...more };
}

/** A work log. */
export function worklogBody(world: JiraWorld, site: string, worklog: StoredWorklog, withProperties: boolean): object {
  const { id, issueId, authorId, comment, startedMs, timeSpentSeconds, createdMs, properties } = worklog;
  const author = personBody(world, site, authorId);
  return {
    id,
    issueId,
    author,
    updateAuthor: author,
    ...(comment === null ? {} : { comment }),
    started: timeOf(startedMs),
    timeSpentSeconds,
    created: timeOf(createdMs),
    updated: timeOf(createdMs),
    ...(withProperties ? { properties: propertiesBody(properties) } : {}),
  };
}

export function linkBody({ id, globalId, object }: StoredLink): object {
  return { id, globalId, object };
}
