/** `issues.list`: lists the issues in a repository. */
import { oneOf, summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import {
  direction,
  labelFilter,
  milestoneFilter,
  owner,
  issuesPage,
  perPage,
  repo,
  since,
  stateFilter,
  userFilter,
} from "../fields.ts";
import { nextIssuesPage, nextIssuesPageOf } from "../pages.ts";
import { readAt } from "../redirects.ts";
import { issuesRequest } from "../requests.ts";
import { issue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";
import { list } from "@svc/provider-kit/shape";

export const issuesList = defineAction({
  id: "issues.list",
  title: "List issues",
  description:
    "Lists the issues in a repository, one page at a time. GitHub considers every pull request an issue; its `pullRequest` isn't null.",
  consent: "See a repository's issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      owner,
      repo,
      state: Type.Optional(stateFilter),
      labels: Type.Optional(
        Type.Array(labelFilter, {
          description: "Names of labels. Returns only issues that have all of them.",
          minItems: 1,
          maxItems: 20,
          uniqueItems: true,
        }),
      ),
      assignee: Type.Optional(userFilter("Login of an assignee; `*` for any, `none` for issues without one.", true)),
      creator: Type.Optional(userFilter("Login of the author.")),
      mentioned: Type.Optional(userFilter("Login of a mentioned user.")),
      milestone: Type.Optional(milestoneFilter),
      since: Type.Optional(since),
      sort: Type.Optional(oneOf(["created", "updated", "comments"], "The sort key; created by default.")),
      direction: Type.Optional(direction),
      page: Type.Optional(issuesPage),
      perPage: Type.Optional(perPage),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      issues: summaryCount(Type.Array(issue.schema, { description: "The issues on this page." })),
      unreadable: unreadableCount,
      nextPage: nextIssuesPage,
    },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", state: "open", perPage: 10 },
  async run(input, provider) {
    const response = await readAt(provider, issuesRequest(input));
    const { items, unreadable } = readEntries(list(response.body), issue.read);
    return { issues: items, unreadable, nextPage: nextIssuesPageOf(response) };
  },
});
