/** The actions on payment intents, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { getRequest, listRequest } from "../client.ts";
import { idOf, limit, startingAfter } from "../fields.ts";
import { pageOf, readPage } from "../pages.ts";
import { paymentIntent } from "../resources.ts";
import { access } from "../scopes.ts";

const paymentIntentsList = defineAction({
  id: "paymentIntents.list",
  title: "List payments",
  description: "Lists the payments of the account, newest first, one page at a time.",
  consent: "See your payments",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      customer: Type.Optional(idOf("cus", "Only payments of this customer.")),
      limit: Type.Optional(limit),
      startingAfter: Type.Optional(startingAfter),
    },
    { additionalProperties: false },
  ),
  output: pageOf(paymentIntent),
  example: { limit: 10 },
  async run({ customer, ...page }, provider) {
    const { body } = await provider.read(listRequest("payment_intents", { customer, ...page }), { accept: [200] });
    return readPage(paymentIntent, body);
  },
});

const paymentIntentsGet = defineAction({
  id: "paymentIntents.get",
  title: "Get a payment",
  description: "Gets a payment by id.",
  consent: "See a payment",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ id: idOf("pi", "Id of the payment.") }, { additionalProperties: false }),
  output: paymentIntent.schema,
  example: { id: "pi_paid0000000001" },
  async run({ id }, provider) {
    return paymentIntent.read((await provider.read(getRequest("payment_intents", id), { accept: [200] })).body);
  },
});

export const paymentIntentActions = [paymentIntentsList, paymentIntentsGet];
