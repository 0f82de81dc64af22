/** `issues.comments.list`: lists the comments on an issue. */
import { summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { number, owner, page, perPage, repo, since } from "../fields.ts";
import { nextPage, nextPageOf } from "../pages.ts";
import { readAt } from "../redirects.ts";
import { commentsRequest } from "../requests.ts";
import { comment } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";
import { list } from "@svc/provider-kit/shape";

export const issuesCommentsList = defineAction({
  id: "issues.comments.list",
  title: "List the comments on an issue",
  description: "Lists the comments on an issue or a pull request, oldest first, one page at a time.",
  consent: "See the comments on an issue",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      owner,
      repo,
      number,
      since: Type.Optional(since),
      page: Type.Optional(page),
      perPage: Type.Optional(perPage),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      comments: summaryCount(Type.Array(comment.schema, { description: "The comments on this page." })),
      unreadable: unreadableCount,
      nextPage,
    },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", number: 1 },
  async run(input, provider) {
    const response = await readAt(provider, commentsRequest(input));
    const { items, unreadable } = readEntries(list(response.body), comment.read);
    return { comments: items, unreadable, nextPage: nextPageOf(response) };
  },
});
