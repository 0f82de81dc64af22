/** Adds a reaction to a message. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { changeRequest } from "../client.ts";
import { channel, timestamp } from "../fields.ts";
import { previewOnMessage } from "../previews.ts";

const reactionsAdd = defineAction({
  id: "reactions.add",
  title: "Add a reaction",
  description: "Adds an emoji reaction to a message, as the app. Succeeds too if the app has already reacted with it.",
  consent: "React to messages as the app",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: ["reactions:write"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      channel,
      ts: timestamp("Timestamp of the message."),
      name: Type.String({
        description: "Name of the emoji, without colons.",
        maxLength: 100,
        pattern: "^[^\\s:A-Z]+(::skin-tone-[2-6])?$",
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { added: Type.Boolean({ description: "False if Slack says that the reaction was there already." }) },
    { additionalProperties: false },
  ),
  example: { channel: "C0GENERAL", ts: "1773133200.000100", name: "thumbsup" },
  preview: {
    needs: ["channels.get", "messages.list"],
    read: async (input, provider) => await previewOnMessage("Reacts to", input, provider),
  },
  async run({ channel, ts, name }, provider) {
    const request = changeRequest("reactions.add", { channel, timestamp: ts, name });
    const { body } = await provider.change(request, { accept: [200] });
    return { added: record(body)["ok"] === true };
  },
});

export const reactionActions = [reactionsAdd];
