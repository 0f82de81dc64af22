/** `messages.post`: sends a message. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { changeRequest, textFor } from "../client.ts";
import { format, recipient, text, timestamp } from "../fields.ts";
import { findMarked, markerMetadata } from "../marked.ts";
import { previewPost } from "../previews.ts";
import { sentMessage } from "../resources.ts";

export const messagesPost = defineAction({
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
      threadTs: Type.Optional(timestamp("Timestamp of the first message of the thread to reply in.")),
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
