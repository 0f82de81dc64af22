/** `comments.list`: lists comments. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { commentsRequest } from "../client.ts";
import { entriesOf, nextPageToken, paging, notionId } from "../fields.ts";
import { comment } from "../resources.ts";
import { readingComments } from "../scopes.ts";

export const commentsList = defineAction({
  id: "comments.list",
  title: "List comments",
  description: "Lists the open comments on a page or block, one page at a time.",
  consent: "See the comments on your pages",
  effect: "read",
  idempotency: "safe",
  requiredScopes: readingComments,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ blockId: notionId("Id of the page or block."), ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      comments: Type.Array(comment.schema, { description: "The comments on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { blockId: "00000000-0000-4000-a000-000000000001" },
  async run({ blockId, ...page }, provider) {
    const { body } = await provider.read(commentsRequest(blockId, page), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body);
    const { items, unreadable } = readEntries(entries, comment.read);
    return { comments: items, unreadable, nextPageToken: next };
  },
});
