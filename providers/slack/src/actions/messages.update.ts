/** `messages.update`: replaces the text of a message. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { changeRequest, textFor } from "../client.ts";
import { channel, format, text, timestamp } from "../fields.ts";
import { messageOrReplyAt } from "../message-at.ts";
import { previewOnMessage } from "../previews.ts";
import { sentMessage } from "../resources.ts";
import { history } from "../scopes.ts";
import { hasEmoji, isStoredForm } from "../stored-text.ts";

export const messagesUpdate = defineAction({
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
    async settle({ input, facts, provider }) {
      // The input was validated before it was sent.
      const { channel = "", ts = "", text = "", format } = input;
      const sent = textFor(text, format);
      const now = await messageOrReplyAt(provider, channel, ts);
      if (now === null || !isStoredForm(now.text, sent)) {
        const why = hasEmoji(sent)
          ? "Slack stores emoji under their names, so the text can't be compared."
          : "The message doesn't have the requested text.";
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
