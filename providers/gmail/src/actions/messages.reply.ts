/** `messages.reply`: replies to a message. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { sendRequest } from "../client.ts";
import { addresses, html, messageId, text } from "../fields.ts";
import { rawMessage } from "../mail.ts";
import { headersOf } from "../parts.ts";
import { previewReply } from "../previews.ts";
import { replyTo } from "../replies.ts";
import { labelled } from "../resources.ts";
import { replying } from "../scopes.ts";
import { readMetadata, sentEvidence } from "../sent.ts";

export const messagesReply = defineAction({
  id: "messages.reply",
  title: "Reply to a message",
  description:
    "Replies to a message in its conversation, with its subject. Without `to`, the reply goes to the message's Reply-To address or, if it has none, to its sender.",
  consent: "Reply to your mail",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: replying,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      messageId,
      text,
      html: Type.Optional(html),
      to: Type.Optional({ ...addresses("The recipients, instead of the sender."), minItems: 1 }),
      cc: Type.Optional(addresses("The Cc recipients.")),
    },
    { additionalProperties: false },
  ),
  output: labelled.schema,
  example: { messageId: "18f0000000000001", text: "Noon is fine." },
  evidence: sentEvidence,
  preview: {
    needs: ["messages.get"],
    read: async (input, provider) => await previewReply(input, provider),
  },
  async run({ messageId, to, ...mail }, provider) {
    const original = await readMetadata(provider, messageId);
    const { threadId } = labelled.read(original);
    const { to: sender, ...head } = replyTo(headersOf(record(original)));
    const raw = rawMessage({ ...mail, ...head, to: to ?? [sender] }, provider.marker.hex);
    return labelled.read((await provider.change(sendRequest({ raw, threadId }), { accept: [200] })).body);
  },
});
