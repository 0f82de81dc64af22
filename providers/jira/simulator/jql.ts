/** The simulated subset of JQL: conditions joined by AND, and one field to order by. */
import { Refusal } from "@svc/simulator";
import { statuses, type StoredIssue } from "./model.ts";
import { userIds } from "./world.ts";

/** Searches issues. Throws `Refusal` 400 for JQL that Jira refuses, or that isn't simulated. */
export function searchIssues(issues: readonly StoredIssue[], jql: string, nowMs: number): StoredIssue[] {
  const [conditions = "", order] = jql.split(/\s*\border\s+by\s+/i);
  if (conditions.trim() === "") throw new Refusal(400, "Unbounded JQL queries are not allowed here.");
  const tests = conditions.split(/\s+and\s+/i).map((condition) => testOf(condition.trim(), nowMs));
  const found = issues.filter((issue) => tests.every((test) => test(issue)));
  const [, field, direction] = /^(created|updated)(?:\s+(asc|desc))?$/i.exec(order?.trim() ?? "created desc") ?? [];
  if (field === undefined) throw new Refusal(400, "The order isn't simulated.");
  const by = field.toLowerCase() === "created" ? "createdMs" : "updatedMs";
  const sign = direction?.toLowerCase() === "desc" ? -1 : 1;
  return found.sort((one, other) => sign * (one[by] - other[by]));
}

function testOf(condition: string, nowMs: number): (issue: StoredIssue) => boolean {
  const [, field = "", operator, quoted, bare] = /^(\w+)\s*(=|~|>=)\s*(?:"([^"]*)"|(\S+))$/.exec(condition) ?? [];
  const value = quoted ?? bare ?? "";
  switch (`${field.toLowerCase()} ${operator ?? ""}`) {
    case "project =":
      return ({ projectKey }) => projectKey === value;
    case "key =":
      return ({ key }) => key === value;
    case "status =":
      return ({ statusId }) => statuses.find(({ id }) => id === statusId)?.name === value;
    case "labels =":
      return ({ labels }) => labels.includes(value);
    case "text ~":
      return ({ summary }) => summary.toLowerCase().includes(value.toLowerCase());
    case "creator =":
      if (value === "currentUser()") return ({ creatorId }) => creatorId === userIds.me;
      return ({ creatorId }) => creatorId === value;
    case "created >=": {
      const [, minutes] = /^-(\d+)m$/.exec(value) ?? [];
      if (minutes !== undefined) return ({ createdMs }) => createdMs >= nowMs - Number(minutes) * 60_000;
      break;
    }
  }
  throw new Refusal(400, `Error in the JQL Query: ${condition}`);
}
