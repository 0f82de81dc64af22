/** `subscriptions.cancel`: cancels a subscription. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { cancelRequest, getRequest } from "../client.ts";
import { idOf } from "../fields.ts";
import { previewCancellation } from "../previews.ts";
import { subscription } from "../resources.ts";

export const subscriptionsCancel = defineAction({
  id: "subscriptions.cancel",
  title: "Cancel a subscription",
  description: "Cancels a subscription immediately. Payments aren't refunded.",
  consent: "Cancel subscriptions",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ id: idOf("sub", "Id of the subscription.") }, { additionalProperties: false }),
  output: subscription.schema,
  example: { id: "sub_monthly00000001" },
  evidence: {
    strength: "state",
    needs: ["subscriptions.get"],
    facts: Type.Object(
      { wasDifferent: Type.Boolean({ description: "Whether the subscription wasn't already canceled." }) },
      { additionalProperties: false },
    ),
    async settle({ input, facts, provider }) {
      // The input was validated before it was sent.
      const request = getRequest("subscriptions", input.id ?? "");
      const output = subscription.read((await provider.read(request, { accept: [200] })).body);
      if (output.status !== "canceled") return { verdict: "undetermined", why: "The subscription isn't canceled now." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["subscriptions.get"],
    read: async ({ id = "" }, provider) => await previewCancellation(id, provider),
  },
  async run({ id }, provider) {
    const before = subscription.read((await provider.read(getRequest("subscriptions", id), { accept: [200] })).body);
    const facts = { wasDifferent: before.status !== "canceled" };
    return subscription.read((await provider.change(cancelRequest(id, {}), { accept: [200], facts })).body);
  },
});
