/** `comments.get`: reads comments by their ids. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { commentsByIdRequest } from "../client.ts";
import { comment } from "../resources.ts";
import { reading } from "../scopes.ts";

export const commentsGet = defineAction({
  id: "comments.get",
  title: "Read comments",
  description: "Reads comments by their ids. Comments that were deleted, or that the user can't see, are left out.",
  consent: "Read comments on your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      commentIds: Type.Array(Type.String({ description: "Id of a comment.", maxLength: 15, pattern: "^[0-9]+$" }), {
        description: "Ids of the comments.",
        minItems: 1,
        maxItems: 50,
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { comments: Type.Array(comment.schema, { description: "The comments found." }) },
    { additionalProperties: false },
  ),
  example: { commentIds: ["10001"] },
  async run({ commentIds }, provider) {
    const { body } = await provider.read(commentsByIdRequest(commentIds), { accept: [200] });
    return { comments: list(record(body)["values"]).map(comment.read) };
  },
});
