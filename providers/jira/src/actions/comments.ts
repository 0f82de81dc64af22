/** The actions on comments, in the catalog's order. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { toAdf } from "../adf.ts";
import { commentRequest, commentsByIdRequest, commentsRequest } from "../client.ts";
import { clockSkewMs, hasMarker } from "../evidence.ts";
import { issueKey, longText, nextPageToken, pageSize, pageToken } from "../fields.ts";
import { entriesOf, pageOf } from "../pages.ts";
import { previewAddition } from "../previews.ts";
import { comment, writtenComment } from "../resources.ts";
import { reading, writing } from "../scopes.ts";

const commentsList = defineAction({
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

const commentsGet = defineAction({
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

/** How many of the newest comments a look reads. */
const newestRead = 50;

const commentsAdd = defineAction({
  id: "comments.add",
  title: "Comment on an issue",
  description:
    "Comments on an issue. The comment gets a property with a marker, so that a lost response can be settled.",
  consent: "Comment on issues as you",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey, body: longText("Content of the comment.") }, { additionalProperties: false }),
  output: writtenComment.schema,
  example: { issueKey: "ENG-1", body: "It needs oil." },
  evidence: {
    strength: "strong",
    needs: ["comments.list", "comments.get"],
    async settle({ input: { issueKey: key = "" }, marker, sentAt, provider }) {
      const page = { startAt: 0, maxResults: newestRead };
      const { body } = await provider.read(commentsRequest(key, page), { accept: [200] });
      const { entries, nextPageToken } = entriesOf(body, "comments");
      const comments = entries.map(comment.read);
      const recent = comments.filter(({ createdAt }) => !(Date.parse(createdAt) < sentAt - clockSkewMs));
      if (recent.length > 0) {
        const ids = recent.map(({ id }) => id);
        const response = await provider.read(commentsByIdRequest(ids), { accept: [200] });
        const found = list(record(response.body)["values"]).find((one) => hasMarker(one, marker.hex));
        if (found !== undefined) return { verdict: "applied", basis: "marker", output: comment.read(found) };
      }
      if (recent.length === comments.length && nextPageToken !== null) {
        return { verdict: "undetermined", why: "There are too many new comments to read them all." };
      }
      // Someone may have deleted it.
      return { verdict: "not_applied", basis: "absence", isAnchored: false };
    },
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider) => await previewAddition("Comments on", input, provider),
  },
  async run({ issueKey: key, body }, provider) {
    const request = commentRequest(key, toAdf(body), provider.marker.hex);
    return comment.read((await provider.change(request, { accept: [201] })).body);
  },
});

export const commentActions = [commentsList, commentsGet, commentsAdd];
