/** `messages.label`: adds labels to a message and removes labels from it. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { modifyRequest } from "../client.ts";
import { labelIds, messageId } from "../fields.ts";
import { labelFacts, readLabels, settleLabels } from "../labels.ts";
import { previewLabels } from "../previews.ts";
import { labelled } from "../resources.ts";
import { modifying } from "../scopes.ts";

export const messagesLabel = defineAction({
  id: "messages.label",
  title: "Label a message",
  description:
    "Adds labels to a message and removes labels from it: removing `UNREAD` marks it as read, removing `INBOX` archives it, adding `STARRED` stars it.",
  consent: "Label, archive and mark your mail",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: modifying,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      messageId,
      add: Type.Optional(labelIds("Ids of the labels to add.")),
      remove: Type.Optional(labelIds("Ids of the labels to remove.")),
    },
    { additionalProperties: false },
  ),
  output: labelled.schema,
  example: { messageId: "18f0000000000001", remove: ["UNREAD"] },
  evidence: {
    strength: "state",
    needs: ["messages.get"],
    facts: labelFacts,
    // The input was valid when it was sent.
    settle: async ({ input: { messageId = "", add = [], remove = [] }, ...look }) =>
      await settleLabels(look, messageId, { add, remove }),
  },
  preview: {
    needs: ["messages.get", "labels.list"],
    read: async (input, provider) => await previewLabels(input, provider),
  },
  async run({ messageId, add = [], remove = [] }, provider) {
    const { isSo } = await readLabels(provider, messageId, { add, remove });
    const request = modifyRequest(messageId, { addLabelIds: add, removeLabelIds: remove });
    return labelled.read((await provider.change(request, { accept: [200], facts: { wasDifferent: !isSo } })).body);
  },
});
