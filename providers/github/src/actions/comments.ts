/** The actions on comments, in the catalog's order. */
import { summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { commentBody, number, owner, page, perPage, repo, since } from "../fields.ts";
import { findMarked, markFacts } from "../marked-lists.ts";
import { withMarker } from "../markers.ts";
import { nextPage, nextPageOf } from "../pages.ts";
import { previewComment } from "../previews.ts";
import { changeAt, readAt } from "../redirects.ts";
import { commentRequest, commentsRequest, type NumberedAddress } from "../requests.ts";
import { comment, writtenComment } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

const issuesCommentsList = defineAction({
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

const issuesComment = defineAction({
  id: "issues.comment",
  title: "Comment on an issue",
  description: "Adds a comment to an issue or a pull request and notifies its subscribers.",
  consent: "Comment on issues and pull requests on your behalf",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ owner, repo, number, body: commentBody }, { additionalProperties: false }),
  output: writtenComment.schema,
  example: { owner: "octocat", repo: "hello-world", number: 1, body: "Seen here too." },
  evidence: {
    strength: "strong",
    needs: ["issues.comments.list"],
    facts: markFacts,
    async settle(look) {
      // The input was valid when it was sent.
      const { owner, repo, number } = look.input as NumberedAddress;
      return await findMarked(look, async () => ({
        request: (page) => commentsRequest({ owner, repo, number, ...page }),
        isNewestFirst: false,
        output: writtenComment.read,
      }));
    },
  },
  preview: {
    needs: ["issues.get"],
    // The input was valid when it was proposed.
    read: async (input, provider) => await previewComment(input as NumberedAddress, provider),
  },
  async run(input, provider) {
    // GitHub refuses a blank comment. With a marker, it wouldn't be blank.
    const marked = input.body.trim() === "" ? null : withMarker(input.body, provider.marker);
    const request = commentRequest(input, marked ?? input.body);
    const { body } = await changeAt(provider, request, 201, { isMarked: marked !== null });
    return writtenComment.read(body);
  },
});

export const commentActions = [issuesCommentsList, issuesComment];
