/** The actions on messages, in the catalog's order. */
import { summaryCount } from "@svc/contract";
import { defineAction, OutcomeUnknown, ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { integer, list, record, shape, text as textField } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { changeRequest, readRequest, textFor, textOfStored } from "../client.ts";
import { channel, cursor, format, messageLimit, recipient, text, timestamp } from "../fields.ts";
import { findMarked, markerMetadata } from "../marked.ts";
import { messageOrReplyAt } from "../message-at.ts";
import { nextCursor, nextCursorOf } from "../pages.ts";
import { previewOnMessage, previewPost } from "../previews.ts";
import { message, sentMessage } from "../resources.ts";
import { history } from "../scopes.ts";
import { hasEmoji, isStoredForm, storedForms } from "../stored-text.ts";

const messagesList = defineAction({
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

const messagesPost = defineAction({
  id: "messages.post",
  title: "Send a message",
  description:
    "Sends a message to a channel, a thread or a person, as the app. The message's metadata has a marker, so that a lost response can be settled.",
  consent: "Send messages as the app",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: ["chat:write"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      channel: recipient,
      text,
      format: Type.Optional(format),
      threadTs: Type.Optional(timestamp("Timestamp of the first message of the thread to reply in.", "Thread")),
      broadcast: Type.Optional(Type.Boolean({ description: "Whether to show the reply in the channel too." })),
      unfurlLinks: Type.Optional(Type.Boolean({ description: "Whether to show previews of links." })),
    },
    { additionalProperties: false },
  ),
  output: sentMessage.schema,
  example: { channel: "C0GENERAL", text: "Lunch at 12 & coffee after." },
  evidence: {
    strength: "strong",
    needs: ["messages.list", "threads.get"],
    // The input was validated before it was sent.
    settle: async ({ input, ...look }) => await findMarked(look, input.channel ?? "", input.threadTs),
  },
  preview: {
    needs: ["channels.get"],
    read: async (input, provider) => await previewPost(input, provider),
  },
  async run({ channel, text, format, threadTs, broadcast, unfurlLinks }, provider) {
    const request = changeRequest("chat.postMessage", {
      channel,
      text: textFor(text, format),
      thread_ts: threadTs,
      reply_broadcast: broadcast,
      unfurl_links: unfurlLinks,
      metadata: markerMetadata(provider.marker),
    });
    return sentMessage.read((await provider.change(request, { accept: [200] })).body);
  },
});

const messagesUpdate = defineAction({
  id: "messages.update",
  title: "Update a message",
  description: "Replaces the text of a message that the app sent.",
  consent: "Change the app's own messages",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: ["chat:write", ...history],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { channel, ts: timestamp("Timestamp of the message."), text, format: Type.Optional(format) },
    { additionalProperties: false },
  ),
  output: sentMessage.schema,
  example: { channel: "C0GENERAL", ts: "1773136800.000200", text: "Lunch at 13." },
  evidence: {
    strength: "state",
    needs: ["messages.list", "threads.get"],
    facts: Type.Object(
      { wasDifferent: Type.Boolean({ description: "Whether svc saw that the text was different before the change." }) },
      { additionalProperties: false },
    ),
    compares: ["text"],
    async settle({ input, facts, provider, sameAsSent }) {
      // The input was validated before it was sent.
      const { channel = "", ts = "", format } = input;
      const now = await messageOrReplyAt(provider, channel, ts);
      const isSent = (text: string) => sameAsSent("text", textOfStored(text, format));
      if (now === null || !storedForms(now.text).some(isSent)) {
        const why =
          "The message doesn't have the requested text, or Slack stores it in another form, as it does emoji.";
        return { verdict: "undetermined", why };
      }
      const wasDifferent = facts?.wasDifferent ?? false;
      return { verdict: "applied", basis: "state", wasDifferent, output: { channel, ts } };
    },
  },
  preview: {
    needs: ["channels.get", "messages.list"],
    read: async (input, provider) => await previewOnMessage("Replaces", input, provider),
  },
  async run({ channel, ts, text, format }, provider) {
    const sent = textFor(text, format);
    const before = await messageOrReplyAt(provider, channel, ts);
    const wasDifferent = before !== null && !hasEmoji(sent) && !isStoredForm(before.text, sent);
    const request = changeRequest("chat.update", { channel, ts, text: sent });
    return sentMessage.read((await provider.change(request, { accept: [200], facts: { wasDifferent } })).body);
  },
});

const messagesDelete = defineAction({
  id: "messages.delete",
  title: "Delete a message",
  description: "Deletes a message that the app sent.",
  consent: "Delete the app's own messages",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: ["chat:write", ...history],
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ channel, ts: timestamp("Timestamp of the message.") }, { additionalProperties: false }),
  output: sentMessage.schema,
  example: { channel: "C0GENERAL", ts: "1773136800.000200" },
  evidence: {
    strength: "state",
    needs: ["messages.list", "threads.get"],
    facts: Type.Object(
      { wasThere: Type.Boolean({ description: "Whether svc saw the message before the change." }) },
      { additionalProperties: false },
    ),
    async settle({ input, facts, provider }) {
      // The input was validated before it was sent.
      const { channel = "", ts = "" } = input;
      if (facts?.wasThere !== true) {
        return { verdict: "undetermined", why: "svc hadn't seen the message before, so its absence proves nothing." };
      }
      if ((await messageOrReplyAt(provider, channel, ts)) !== null) {
        return { verdict: "undetermined", why: "The message still exists." };
      }
      return { verdict: "applied", basis: "state", wasDifferent: true, output: { channel, ts } };
    },
  },
  preview: {
    needs: ["channels.get", "messages.list"],
    read: async (input, provider) => await previewOnMessage("Deletes", input, provider),
  },
  async run({ channel, ts }, provider) {
    const wasThere = (await messageOrReplyAt(provider, channel, ts)) !== null;
    const request = changeRequest("chat.delete", { channel, ts });
    try {
      return sentMessage.read((await provider.change(request, { accept: [200], facts: { wasThere } })).body);
    } catch (error) {
      if (wasThere && isNotFound(error) && (await mayBeGone(provider, channel, ts))) throw new OutcomeUnknown();
      throw error;
    }
  },
});

/**
 * Whether a message that was there a moment ago is gone: a copy of the request, made on the way, may have deleted it.
 */
async function mayBeGone(provider: ReadPort, channel: string, ts: string): Promise<boolean> {
  try {
    return (await messageOrReplyAt(provider, channel, ts)) === null;
  } catch (error) {
    return !isNotFound(error);
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ProviderFailure && error.refusal.code === "RESOURCE_NOT_FOUND";
}

const scheduled = shape({
  scheduledMessageId: textField("scheduled_message_id", "Id of the scheduled message."),
  channel: textField("channel", "Id of the channel that it will be sent to."),
  postAt: integer("post_at", "When to send the message, in seconds since the epoch."),
});
import { previewSchedule } from "../previews.ts";

const messagesSchedule = defineAction({
  id: "messages.schedule",
  title: "Schedule a message",
  description:
    "Schedules a message for a later time, at most 120 days ahead. Scheduled messages have no marker, so a lost response can't be settled.",
  consent: "Schedule messages as the app",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: ["chat:write"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      channel: recipient,
      text,
      format: Type.Optional(format),
      postAt: Type.Integer({
        title: "Send at (Unix time)",
        description: "When to send the message, in seconds since the epoch.",
        minimum: 1_600_000_000,
        maximum: 9_999_999_999,
      }),
    },
    { additionalProperties: false },
  ),
  output: scheduled.schema,
  example: { channel: "C0GENERAL", text: "Happy new year.", postAt: 1798761600 },
  preview: {
    needs: ["channels.get"],
    read: async (input, provider) => await previewSchedule(input, provider),
  },
  async run({ channel, text, format, postAt }, provider) {
    const request = changeRequest("chat.scheduleMessage", { channel, text: textFor(text, format), post_at: postAt });
    return scheduled.read((await provider.change(request, { accept: [200] })).body);
  },
});

export const messageActions = [messagesList, messagesPost, messagesUpdate, messagesDelete, messagesSchedule];
