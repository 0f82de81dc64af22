/** The actions on prices, in the catalog's order. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest, postRequest } from "../client.ts";
import { amount, anyId, currency, limit, metadata, startingAfter } from "../fields.ts";
import { findMarked } from "../marked.ts";
import { pageOf, readPage } from "../pages.ts";
import { previewPrice } from "../previews.ts";
import { price } from "../resources.ts";
import { access } from "../scopes.ts";

const pricesList = defineAction({
  id: "prices.list",
  title: "List prices",
  description: "Lists the prices of the account, newest first, one page at a time.",
  consent: "See your prices",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
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

const pricesCreate = defineAction({
  id: "prices.create",
  title: "Create a price",
  description: "Creates a price for a product. Prices can be deactivated, but never deleted.",
  consent: "Create prices",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      product: anyId("Id of the product."),
      currency,
      unitAmount: amount,
      interval: Type.Optional(oneOf(["day", "week", "month", "year"], "Billing interval, for a subscription price.")),
      metadata: Type.Optional(metadata),
    },
    { additionalProperties: false },
  ),
  output: price.schema,
  example: { product: "prod_salt0000000001", currency: "eur", unitAmount: 250 },
  evidence: {
    strength: "strong",
    needs: ["prices.list"],
    settle: async (look) => await findMarked(look, { resource: "prices", isAnchored: true, output: price.read }),
  },
  preview: {
    needs: ["products.list"],
    read: async (input, provider) => await previewPrice(input, provider),
  },
  async run({ unitAmount, interval, ...fields }, provider) {
    const recurring = interval === undefined ? {} : { recurring: { interval } };
    const request = postRequest(["prices"], provider.marker, { ...fields, unit_amount: unitAmount, ...recurring });
    return price.read((await provider.change(request, { accept: [200] })).body);
  },
});

export const priceActions = [pricesList, pricesCreate];
