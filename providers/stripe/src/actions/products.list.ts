/** `products.list`: lists products. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest } from "../client.ts";
import { limit, startingAfter } from "../fields.ts";
import { pageOf, readPage } from "../pages.ts";
import { product } from "../resources.ts";

export const productsList = defineAction({
  id: "products.list",
  title: "List products",
  description: "Lists the products of the account, newest first, one page at a time.",
  consent: "See your products",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    { limit: Type.Optional(limit), startingAfter: Type.Optional(startingAfter) },
    { additionalProperties: false },
  ),
  output: pageOf(product),
  example: { limit: 10 },
  async run(page, provider) {
    return readPage(product, (await provider.read(listRequest("products", page), { accept: [200] })).body);
  },
});
