/** `drafts.list`: lists drafts. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { draftsRequest } from "../client.ts";
import { pageSize, pageToken, query } from "../fields.ts";
import { entriesOf, nextPageToken, nextPageTokenOf } from "../pages.ts";
import { draft } from "../resources.ts";
import { composing } from "../scopes.ts";

export const draftsList = defineAction({
  id: "drafts.list",
  title: "List drafts",
  description: "Lists the ids of drafts, newest first, one page at a time. Use `drafts.get` to read a draft.",
  consent: "See your drafts",
  effect: "read",
  idempotency: "safe",
  requiredScopes: composing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { query: Type.Optional(query), pageSize: Type.Optional(pageSize), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      drafts: Type.Array(draft.schema, { description: "The drafts on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run({ query, pageSize = 50, pageToken }, provider) {
    const { body } = await provider.read(draftsRequest({ q: query, pageSize, pageToken }), { accept: [200] });
    const { items, unreadable } = readEntries(entriesOf(body, "drafts"), draft.read);
    return { drafts: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});
