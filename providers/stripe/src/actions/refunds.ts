/** The actions on refunds, in the catalog's order. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest, postRequest } from "../client.ts";
import { amount, idOf, limit, metadata, startingAfter } from "../fields.ts";
import { findMarked } from "../marked.ts";
import { pageOf, readPage } from "../pages.ts";
import { previewRefund } from "../previews.ts";
import { refund } from "../resources.ts";
import { access } from "../scopes.ts";

const refundsList = defineAction({
  id: "refunds.list",
  title: "List refunds",
  description: "Lists the refunds of the account, newest first, one page at a time.",
  consent: "See your refunds",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
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

const refundsCreate = defineAction({
  id: "refunds.create",
  title: "Refund a payment",
  description: "Refunds a payment, fully or partially. The money leaves the account.",
  consent: "Refund payments",
  effect: "destructive",
  idempotency: "unsafe",
  requiredScopes: access,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object(
    {
      paymentIntent: idOf("pi", "Id of the payment."),
      amount: Type.Optional(amount),
      reason: Type.Optional(oneOf(["duplicate", "fraudulent", "requested_by_customer"], "Reason for the refund.")),
      metadata: Type.Optional(metadata),
    },
    { additionalProperties: false },
  ),
  output: refund.schema,
  example: { paymentIntent: "pi_paid0000000001", amount: 500, reason: "requested_by_customer" },
  evidence: {
    strength: "strong",
    needs: ["refunds.list"],
    settle: async (look) => await findMarked(look, { resource: "refunds", isAnchored: true, output: refund.read }),
  },
  preview: {
    needs: ["paymentIntents.get", "refunds.list"],
    read: async (input, provider) => await previewRefund(input, provider),
  },
  async run({ paymentIntent, ...fields }, provider) {
    const request = postRequest(["refunds"], provider.marker, { ...fields, payment_intent: paymentIntent });
    return refund.read((await provider.change(request, { accept: [200] })).body);
  },
});

export const refundActions = [refundsList, refundsCreate];
