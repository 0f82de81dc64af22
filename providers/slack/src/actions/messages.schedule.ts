/** `messages.schedule`: schedules a message. */
import { defineAction } from "@svc/provider-kit";
import { integer, shape, text as textField } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { changeRequest, textFor } from "../client.ts";
import { format, recipient, text } from "../fields.ts";

const scheduled = shape({
  scheduledMessageId: textField("scheduled_message_id", "Id of the scheduled message."),
  channel: textField("channel", "Id of the channel that it will be sent to."),
  postAt: integer("post_at", "When to send the message, in seconds since the epoch."),
});
import { previewSchedule } from "../previews.ts";

export const messagesSchedule = defineAction({
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
