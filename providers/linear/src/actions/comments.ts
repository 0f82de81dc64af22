/** The actions on comments, in the catalog's order. */
import { content } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { change, readPage } from "../client.ts";
import { commentCreateDocument } from "../documents.ts";
import { settleById } from "../evidence.ts";
import { issueId, nextPageToken, paging, uuid } from "../fields.ts";
import { previewComment } from "../previews.ts";
import { comment, writtenComment } from "../resources.ts";
import { commenting, reading } from "../scopes.ts";

const commentsList = defineAction({
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

const commentsCreate = defineAction({
  id: "comments.create",
  title: "Comment on an issue",
  description: "Comments on an issue. svc chooses the comment's id, so that a lost response can be settled.",
  consent: "Comment on issues",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: commenting,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      issueId,
      body: content(Type.String({ description: "Text of the comment, in Markdown.", minLength: 1, maxLength: 50_000 })),
      parentId: Type.Optional(uuid("Id of the comment to reply to.")),
    },
    { additionalProperties: false },
  ),
  output: writtenComment.schema,
  example: { issueId: "ENG-1", body: "It needs oil." },
  evidence: {
    strength: "exact",
    needs: ["comments.list"],
    settle: async ({ marker, provider }) => await settleById(provider, "comments", marker.uuid, comment),
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider) => await previewComment(input, provider),
  },
  async run(input, provider) {
    const variables = { input: { ...input, id: provider.marker.uuid } };
    const about = { name: "commentCreate", entity: "comment" };
    return comment.read(await change(provider, commentCreateDocument, variables, about));
  },
});

export const commentActions = [commentsList, commentsCreate];
