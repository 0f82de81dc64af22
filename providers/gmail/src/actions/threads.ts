/** The actions on threads, in the catalog's order. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { threadRequest, threadsRequest } from "../client.ts";
import { labelIds, pageSize, pageToken, query, threadId } from "../fields.ts";
import { entriesOf, nextPageToken, nextPageTokenOf } from "../pages.ts";
import { envelopeSchema, readEnvelope } from "../resources.ts";
import { reading } from "../scopes.ts";

const thread = shape({
  id: text("id", "Id of the thread."),
  snippet: text("snippet", "How its newest message begins."),
});

const threadsList = defineAction({
  id: "threads.list",
  title: "List conversations",
  description: "Lists the conversations that match a search, newest first, one page at a time.",
  consent: "See your conversations",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      query: Type.Optional(query),
      labelIds: Type.Optional(labelIds("Returns only conversations with a message that has all of these labels.")),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(pageToken),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      threads: Type.Array(thread.schema, { description: "The conversations on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { labelIds: ["INBOX"] },
  async run({ query, pageSize = 50, ...filters }, provider) {
    const { body } = await provider.read(threadsRequest({ ...filters, q: query, pageSize }), { accept: [200] });
    const { items, unreadable } = readEntries(entriesOf(body, "threads"), thread.read);
    return { threads: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});

const threadsGet = defineAction({
  id: "threads.get",
  title: "Read a conversation",
  description: "Lists the messages in a conversation, oldest first, without their text.",
  consent: "See who wrote in your conversations",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ threadId }, { additionalProperties: false }),
  output: Type.Object(
    {
      threadId,
      messages: Type.Array(envelopeSchema, { description: "Its messages. Gmail allows at most 100 in a thread." }),
    },
    { additionalProperties: false },
  ),
  example: { threadId: "18f0000000000001" },
  async run({ threadId }, provider) {
    const { body } = await provider.read(threadRequest(threadId), { accept: [200] });
    return { threadId, messages: list(record(body)["messages"]).map(readEnvelope) };
  },
});

export const threadActions = [threadsList, threadsGet];
