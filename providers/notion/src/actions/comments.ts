/** The actions on comments, in the catalog's order. */
import { content } from "@svc/contract";
import { defineAction, ProviderFailure, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { commentRequest, commentsRequest } from "../client.ts";
import { entriesOf, nextPageToken, notionId, paging } from "../fields.ts";
import { previewComment } from "../previews.ts";
import { comment, createdComment } from "../resources.ts";
import { toRichText } from "../rich-text.ts";
import { commenting, readingComments } from "../scopes.ts";

const commentsList = defineAction({
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

const commentsCreate = defineAction({
  id: "comments.create",
  title: "Comment on a page",
  description:
    "Comments on a page, or replies in a discussion. Notion doesn't show which execution wrote a comment, so a lost response can't be settled.",
  consent: "Comment on your pages",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: commenting,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      pageId: Type.Optional(notionId("Id of the page. Set either this or `discussionId`.")),
      discussionId: Type.Optional(notionId("Id of the discussion to reply to.")),
      text: content(Type.String({ description: "Text of the comment.", minLength: 1, maxLength: 2000 })),
    },
    { additionalProperties: false },
  ),
  output: createdComment.schema,
  example: { pageId: "00000000-0000-4000-a000-000000000001", text: "Who has the oil?" },
  preview: {
    needs: ["pages.get"],
    async read(input, provider) {
      assertPlace(input);
      return await previewComment(input, provider);
    },
  },
  async run({ pageId, discussionId, text }, provider) {
    assertPlace({ pageId, discussionId });
    const place = pageId === undefined ? { discussion_id: discussionId } : { parent: { page_id: pageId } };
    const request = commentRequest({ ...place, rich_text: toRichText(text) });
    return createdComment.read((await provider.change(request, { accept: [200] })).body);
  },
});

/** Checks that exactly one place is given. @throws ProviderFailure `PROVIDER_REJECTED` otherwise. */
function assertPlace({
  pageId,
  discussionId,
}: Readonly<Partial<Record<"pageId" | "discussionId", string | undefined>>>): void {
  if ((pageId === undefined) !== (discussionId === undefined)) return;
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "Set either pageId or discussionId. Nothing was sent.",
  });
}

export const commentActions = [commentsList, commentsCreate];
