/** `comments.create`: comments on a page. */
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { commentRequest } from "../client.ts";
import { notionId } from "../fields.ts";
import { previewComment } from "../previews.ts";
import { comment } from "../resources.ts";
import { toRichText } from "../rich-text.ts";
import { commenting } from "../scopes.ts";

export const commentsCreate = defineAction({
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
      text: Type.String({ description: "Text of the comment.", minLength: 1, maxLength: 2000 }),
    },
    { additionalProperties: false },
  ),
  output: comment.schema,
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
    return comment.read((await provider.change(request, { accept: [200] })).body);
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
