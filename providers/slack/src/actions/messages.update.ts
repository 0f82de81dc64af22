/** `messages.update`: replaces the text of a message. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { changeRequest, textFor } from "../client.ts";
import { channel, format, text, timestamp } from "../fields.ts";
import { messageAt } from "../message-at.ts";
import { previewOnMessage } from "../previews.ts";
import { sentMessage } from "../resources.ts";
import { history } from "../scopes.ts";

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
    needs: ["messages.list"],
    facts: Type.Object(
      { wasDifferent: Type.Boolean({ description: "Whether the text was different before the change." }) },
      { additionalProperties: false },
    ),
    async settle({ input, facts, provider }) {
      // The input was validated before it was sent.
      const { channel = "", ts = "", text = "", format } = input;
      const now = await messageAt(provider, channel, ts);
      if (now?.text !== textFor(text, format))
        return { verdict: "undetermined", why: "The message doesn't have the requested text." };
      const wasDifferent = facts?.wasDifferent ?? false;
      return { verdict: "applied", basis: "state", wasDifferent, output: { channel, ts } };
    },
  },
  preview: {
    needs: ["channels.get", "messages.list"],
    read: async (input, provider) => await previewOnMessage("Replaces", input, provider),
  },
  async run({ channel, ts, text, format }, provider) {
    const wasDifferent = (await messageAt(provider, channel, ts))?.text !== textFor(text, format);
    const request = changeRequest("chat.update", { channel, ts, text: textFor(text, format) });
    return sentMessage.read((await provider.change(request, { accept: [200], facts: { wasDifferent } })).body);
  },
});
