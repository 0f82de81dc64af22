/** `subscriptions.list`: lists subscriptions. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest } from "../client.ts";
import { idOf, limit, startingAfter } from "../fields.ts";
import { pageOf, readPage } from "../pages.ts";
import { subscription } from "../resources.ts";

export const subscriptionsList = defineAction({
  id: "subscriptions.list",
  title: "List subscriptions",
  description:
    "Lists the subscriptions of the account, newest first, one page at a time. Canceled ones only if `status` asks for them.",
  consent: "See your subscriptions",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      customer: Type.Optional(idOf("cus", "Only subscriptions of this customer.")),
      status: Type.Optional(
        oneOf(
          [
            "active",
            "past_due",
            "unpaid",
            "canceled",
            "incomplete",
            "incomplete_expired",
            "trialing",
            "paused",
            "ended",
            "all",
          ],
          "Only subscriptions with this status; by default, all that aren't canceled. `ended` is `canceled` or `incomplete_expired`.",
        ),
      ),
      limit: Type.Optional(limit),
      startingAfter: Type.Optional(startingAfter),
    },
    { additionalProperties: false },
  ),
  output: pageOf(subscription),
  example: { limit: 10 },
  async run({ customer, status, ...page }, provider) {
    const { body } = await provider.read(listRequest("subscriptions", { customer, status, ...page }), {
      accept: [200],
    });
    return readPage(subscription, body);
  },
});
