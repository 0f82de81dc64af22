/** `messages.trash`: moves a message to the trash. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { trashRequest } from "../client.ts";
import { messageId } from "../fields.ts";
import { labelFacts, readLabels, settleLabels } from "../labels.ts";
import { previewTrash } from "../previews.ts";
import { labelled } from "../resources.ts";
import { modifying } from "../scopes.ts";

const trashed = { add: ["TRASH"], remove: [] };

export const messagesTrash = defineAction({
  id: "messages.trash",
  title: "Move a message to the trash",
  description: "Moves a message to the trash. Gmail deletes it from there after 30 days.",
  consent: "Move your mail to the trash",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: modifying,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ messageId }, { additionalProperties: false }),
  output: labelled.schema,
  example: { messageId: "18f0000000000003" },
  evidence: {
    strength: "state",
    needs: ["messages.get"],
    facts: labelFacts,
    // The input was valid when it was sent.
    settle: async ({ input: { messageId = "" }, ...look }) => await settleLabels(look, messageId, trashed),
  },
  preview: {
    needs: ["messages.get"],
    read: async (input, provider) => await previewTrash(input, provider),
  },
  async run({ messageId }, provider) {
    const { isSo } = await readLabels(provider, messageId, trashed);
    const facts = { wasDifferent: !isSo };
    return labelled.read((await provider.change(trashRequest(messageId), { accept: [200], facts })).body);
  },
});
