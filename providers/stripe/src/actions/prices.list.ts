/** `prices.list`: lists prices. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest } from "../client.ts";
import { anyId, limit, startingAfter } from "../fields.ts";
import { pageOf, readPage } from "../pages.ts";
import { price } from "../resources.ts";

export const pricesList = defineAction({
  id: "prices.list",
  title: "List prices",
  description: "Lists the prices of the account, newest first, one page at a time.",
  consent: "See your prices",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      product: Type.Optional(anyId("Only prices of this product.")),
      limit: Type.Optional(limit),
      startingAfter: Type.Optional(startingAfter),
    },
    { additionalProperties: false },
  ),
  output: pageOf(price),
  example: { limit: 10 },
  async run({ product, ...page }, provider) {
    const { body } = await provider.read(listRequest("prices", { product, ...page }), { accept: [200] });
    return readPage(price, body);
  },
});
