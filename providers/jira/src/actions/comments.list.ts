/** `comments.list`: lists the comments on an issue. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { commentsRequest } from "../client.ts";
import { issueKey, nextPageToken, pageSize, pageToken } from "../fields.ts";
import { entriesOf, pageOf } from "../pages.ts";
import { comment } from "../resources.ts";
import { reading } from "../scopes.ts";

export const commentsList = defineAction({
  id: "comments.list",
  title: "List comments",
  description: "Lists the comments on an issue, newest first, one page at a time.",
  consent: "See the comments on your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { issueKey, pageSize: Type.Optional(pageSize), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      comments: Type.Array(comment.schema, { description: "The comments on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { issueKey: "ENG-1" },
  async run({ issueKey: key, ...page }, provider) {
    const { body } = await provider.read(commentsRequest(key, pageOf(page)), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body, "comments");
    const { items, unreadable } = readEntries(entries, comment.read);
    return { comments: items, unreadable, nextPageToken: next };
  },
});
