/** `comments.add`: comments on an issue. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { toAdf } from "../adf.ts";
import { commentRequest, commentsByIdRequest, commentsRequest } from "../client.ts";
import { clockSkewMs, hasMarker } from "../evidence.ts";
import { issueKey, longText } from "../fields.ts";
import { entriesOf } from "../pages.ts";
import { previewAddition } from "../previews.ts";
import { comment } from "../resources.ts";
import { writing } from "../scopes.ts";

/** How many of the newest comments a look reads. */
const newestRead = 50;

export const commentsAdd = defineAction({
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
  output: comment.schema,
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
