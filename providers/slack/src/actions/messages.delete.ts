/** `messages.delete`: deletes a message. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { changeRequest } from "../client.ts";
import { channel, timestamp } from "../fields.ts";
import { messageOrReplyAt } from "../message-at.ts";
import { previewOnMessage } from "../previews.ts";
import { sentMessage } from "../resources.ts";
import { history } from "../scopes.ts";

export const messagesDelete = defineAction({
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
    return sentMessage.read((await provider.change(request, { accept: [200], facts: { wasThere } })).body);
  },
});
