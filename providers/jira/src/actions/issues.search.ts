/** `issues.search`: searches issues with JQL. */
import { defineAction, ProviderFailure, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { searchRequest } from "../client.ts";
import { nextPageToken, pageSize } from "../fields.ts";
import { issue } from "../resources.ts";
import { reading } from "../scopes.ts";

/** Returns whether JQL has a condition. Jira refuses a search for all issues. */
function isBounded(jql: string): boolean {
  return jql.replace(/\border\s+by\b[^]*$/i, "").trim() !== "";
}

export const issuesSearch = defineAction({
  id: "issues.search",
  title: "Search issues",
  description: "Searches issues with JQL, one page at a time. The JQL must have a condition, such as `project = ENG`.",
  consent: "Search your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      jql: Type.String({
        description: 'JQL query, such as `project = ENG AND status = "In Progress" ORDER BY updated DESC`.',
        minLength: 1,
        maxLength: 2000,
      }),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(
        Type.String({ description: "`nextPageToken` of the previous page.", maxLength: 2048, pattern: "^[!-~]+$" }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      issues: Type.Array(issue.schema, { description: "The issues on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { jql: "project = ENG ORDER BY updated DESC" },
  async run({ jql, pageSize: maxResults = 50, pageToken }, provider) {
    if (!isBounded(jql)) {
      throw new ProviderFailure({
        code: "PROVIDER_REJECTED",
        detail:
          "Jira doesn't allow a search for all issues. Add a condition to the JQL, such as a project. Nothing was sent.",
      });
    }
    const request = searchRequest({ jql, maxResults, nextPageToken: pageToken });
    const { body } = await provider.read(request, { accept: [200] });
    const { issues, isLast, nextPageToken: next } = record(body);
    const { items, unreadable } = readEntries(list(issues), issue.read);
    const isEnd = isLast === true || next === undefined || next === null;
    return { issues: items, unreadable, nextPageToken: isEnd ? null : textOf(next) };
  },
});
