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
    "Sends a message to a channel, a thread or a person, as the app. It carries a marker as metadata, by which a lost answer is settled.",
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
      threadTs: Type.Optional(timestamp("The first message of the thread to reply in.")),
      broadcast: Type.Optional(Type.Boolean({ description: "Whether a reply is also shown in the channel." })),
      unfurlLinks: Type.Optional(Type.Boolean({ description: "Whether links are shown with a preview." })),
    },
    { additionalProperties: false },
  ),
  output: sentMessage.schema,
  example: { channel: "C0GENERAL", text: "Lunch at 12 & coffee after." },
  evidence: {
    strength: "strong",
    needs: ["messages.list", "threads.get"],
    // The input was valid when it was sent.
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
