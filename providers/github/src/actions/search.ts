/** Searches issues and pull requests. */
import { oneOf, summary, summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { countOf, flagOf, list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { page, perPage } from "../fields.ts";
import { nextPage, nextPageOf } from "../pages.ts";
import { searchRequest } from "../requests.ts";
import { foundIssue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

const searchIssues = defineAction({
  id: "search.issues",
  title: "Search issues and pull requests",
  description:
    "Searches issues and pull requests in GitHub's query language, such as `repo:octocat/hello-world is:issue is:open " +
    "crash`. With a GitHub App, the query must contain is:issue or is:pull-request. GitHub returns at most 1,000 results and allows 30 searches per minute.",
  consent: "Search issues and pull requests that you can see",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      query: Type.String({
        description:
          "Search terms and qualifiers: https://docs.github.com/search-github. At most 256 characters, not counting the qualifiers.",
        minLength: 1,
        maxLength: 1024,
        pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\x00-\\x20\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$",
      }),
      sort: Type.Optional(
        oneOf(
          [
            "comments",
            "reactions",
            "reactions-+1",
            "reactions--1",
            "reactions-smile",
            "reactions-thinking_face",
            "reactions-heart",
            "reactions-tada",
            "interactions",
            "created",
            "updated",
          ],
          "The sort key; best match by default.",
        ),
      ),
      order: Type.Optional(oneOf(["asc", "desc"], "The sort direction. Only used with `sort`.")),
      page: Type.Optional(page),
      perPage: Type.Optional(perPage),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      totalCount: summary(
        Type.Integer({ description: "The total number of results. GitHub returns only the first 1,000.", minimum: 0 }),
      ),
      incompleteResults: summary(
        Type.Boolean({ description: "Whether the search timed out, so that results may be missing." }),
      ),
      items: summaryCount(Type.Array(foundIssue.schema, { description: "The results on this page." })),
      unreadable: unreadableCount,
      nextPage,
    },
    { additionalProperties: false },
  ),
  example: { query: "repo:octocat/hello-world is:issue is:open" },
  async run(input, provider) {
    const response = await provider.read(searchRequest(input), { accept: [200] });
    const found = record(response.body);
    const { items, unreadable } = readEntries(list(found["items"]), foundIssue.read);
    return {
      totalCount: countOf(found["total_count"]),
      incompleteResults: flagOf(found["incomplete_results"]),
      items,
      unreadable,
      nextPage: nextPageOf(response),
    };
  },
});

export const searchActions = [searchIssues];
