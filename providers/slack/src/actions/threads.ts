/** Lists the messages in a thread. */
import { summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "../client.ts";
import { channel, cursor, messageLimit, timestamp } from "../fields.ts";
import { nextCursor, nextCursorOf } from "../pages.ts";
import { message } from "../resources.ts";
import { history } from "../scopes.ts";

const threadsGet = defineAction({
  id: "threads.get",
  title: "Get a thread",
  description: "Lists the messages in a thread, oldest first, one page at a time. The first message is the parent.",
  consent: "Read threads in channels that the app is in",
  effect: "read",
  idempotency: "safe",
  requiredScopes: history,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      channel,
      threadTs: timestamp("Timestamp of the thread's first message."),
      limit: Type.Optional(messageLimit),
      cursor: Type.Optional(cursor),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { messages: summaryCount(Type.Array(message.schema, { description: "The messages on this page." })), nextCursor },
    { additionalProperties: false },
  ),
  example: { channel: "C0GENERAL", threadTs: "1773133200.000100" },
  async run({ channel, threadTs, limit = 15, cursor }, provider) {
    const query = { channel, ts: threadTs, limit, cursor };
    const { body } = await provider.read(readRequest("conversations.replies", query));
    return { messages: list(record(body)["messages"]).map(message.read), nextCursor: nextCursorOf(body) };
  },
});

export const threadActions = [threadsGet];
