/** `messages.list`: lists the messages in a channel. */
import { summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "../client.ts";
import { channel, cursor, messageLimit, timestamp } from "../fields.ts";
import { nextCursor, nextCursorOf } from "../pages.ts";
import { message } from "../resources.ts";
import { history } from "../scopes.ts";

export const messagesList = defineAction({
  id: "messages.list",
  title: "List messages",
  description:
    "Lists the messages in a channel, newest first, one page at a time. Use `threads.get` to list the replies.",
  consent: "Read the messages in channels that the app is in",
  effect: "read",
  idempotency: "safe",
  requiredScopes: history,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      channel,
      oldest: Type.Optional(timestamp("Only messages after this timestamp.")),
      latest: Type.Optional(timestamp("Only messages before this timestamp.")),
      limit: Type.Optional(messageLimit),
      cursor: Type.Optional(cursor),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { messages: summaryCount(Type.Array(message.schema, { description: "The messages on this page." })), nextCursor },
    { additionalProperties: false },
  ),
  example: { channel: "C0GENERAL", limit: 10 },
  async run({ limit = 15, ...filters }, provider) {
    const { body } = await provider.read(readRequest("conversations.history", { ...filters, limit }));
    return { messages: list(record(body)["messages"]).map(message.read), nextCursor: nextCursorOf(body) };
  },
});
