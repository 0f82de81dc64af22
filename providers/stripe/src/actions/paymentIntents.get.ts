/** `paymentIntents.get`: reads one payment. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { getRequest } from "../client.ts";
import { idOf } from "../fields.ts";
import { paymentIntent } from "../resources.ts";

export const paymentIntentsGet = defineAction({
  id: "paymentIntents.get",
  title: "Get a payment",
  description: "Gets a payment by id.",
  consent: "See a payment",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ id: idOf("pi", "Id of the payment.") }, { additionalProperties: false }),
  output: paymentIntent.schema,
  example: { id: "pi_paid0000000001" },
  async run({ id }, provider) {
    return paymentIntent.read((await provider.read(getRequest("payment_intents", id), { accept: [200] })).body);
  },
});
