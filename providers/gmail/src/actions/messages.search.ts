/** `messages.search`: searches messages. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { messagesRequest } from "../client.ts";
import { labelIds, pageSize, pageToken, query } from "../fields.ts";
import { entriesOf, nextPageToken, nextPageTokenOf } from "../pages.ts";
import { reference } from "../resources.ts";
import { reading } from "../scopes.ts";

export const messagesSearch = defineAction({
  id: "messages.search",
  title: "Search messages",
  description:
    "Searches messages and lists their ids, newest first, one page at a time, without spam and trash. Use `messages.get` to read a message.",
  consent: "Search your mail",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      query: Type.Optional(query),
      labelIds: Type.Optional(labelIds("Returns only messages with all of these labels.")),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(pageToken),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      messages: Type.Array(reference.schema, { description: "The messages on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { query: "from:robin@example.com" },
  async run({ query, pageSize = 50, ...filters }, provider) {
    const { body } = await provider.read(messagesRequest({ ...filters, q: query, pageSize }), { accept: [200] });
    const { items, unreadable } = readEntries(entriesOf(body, "messages"), reference.read);
    return { messages: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});
