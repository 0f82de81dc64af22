/** `comments.create`: comments on an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { change } from "../client.ts";
import { commentCreateDocument } from "../documents.ts";
import { settleById } from "../evidence.ts";
import { issueId, uuid } from "../fields.ts";
import { previewComment } from "../previews.ts";
import { comment } from "../resources.ts";
import { commenting } from "../scopes.ts";

export const commentsCreate = defineAction({
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
      body: Type.String({ description: "Text of the comment, in Markdown.", minLength: 1, maxLength: 50_000 }),
      parentId: Type.Optional(uuid("Id of the comment to reply to.")),
    },
    { additionalProperties: false },
  ),
  output: comment.schema,
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
