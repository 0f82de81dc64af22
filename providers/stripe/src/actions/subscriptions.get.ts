/** `subscriptions.get`: reads one subscription. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { getRequest } from "../client.ts";
import { idOf } from "../fields.ts";
import { subscription } from "../resources.ts";

export const subscriptionsGet = defineAction({
  id: "subscriptions.get",
  title: "Get a subscription",
  description: "Gets a subscription by id.",
  consent: "See a subscription",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ id: idOf("sub", "Id of the subscription.") }, { additionalProperties: false }),
  output: subscription.schema,
  example: { id: "sub_monthly00000001" },
  async run({ id }, provider) {
    return subscription.read((await provider.read(getRequest("subscriptions", id), { accept: [200] })).body);
  },
});
