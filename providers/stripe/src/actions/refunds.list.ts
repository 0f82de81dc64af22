/** `refunds.list`: lists refunds. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest } from "../client.ts";
import { idOf, limit, startingAfter } from "../fields.ts";
import { pageOf, readPage } from "../pages.ts";
import { refund } from "../resources.ts";

export const refundsList = defineAction({
  id: "refunds.list",
  title: "List refunds",
  description: "Lists the refunds of the account, newest first, one page at a time.",
  consent: "See your refunds",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      paymentIntent: Type.Optional(idOf("pi", "Only refunds of this payment.")),
      limit: Type.Optional(limit),
      startingAfter: Type.Optional(startingAfter),
    },
    { additionalProperties: false },
  ),
  output: pageOf(refund),
  example: { limit: 10 },
  async run({ paymentIntent, ...page }, provider) {
    const { body } = await provider.read(listRequest("refunds", { payment_intent: paymentIntent, ...page }), {
      accept: [200],
    });
    return readPage(refund, body);
  },
});
