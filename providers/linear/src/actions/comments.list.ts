/** `comments.list`: lists comments. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging, uuid } from "../fields.ts";
import { comment } from "../resources.ts";
import { reading } from "../scopes.ts";

export const commentsList = defineAction({
  id: "comments.list",
  title: "List comments",
  description: "Lists the comments on an issue, one page at a time.",
  consent: "See the comments on your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueId: uuid("UUID of the issue."), ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      comments: Type.Array(comment.schema, { description: "The comments on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { issueId: "00000000-0000-4000-a000-000000000101" },
  async run({ issueId, ...page }, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "comments", {
      ...page,
      filter: { issue: { id: { eq: issueId } } },
    });
    const { items, unreadable } = readEntries(nodes, comment.read);
    return { comments: items, unreadable, nextPageToken };
  },
});
