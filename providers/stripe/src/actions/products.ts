/** The actions on products, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest, postRequest } from "../client.ts";
import { limit, metadata, startingAfter } from "../fields.ts";
import { findMarked } from "../marked.ts";
import { pageOf, readPage } from "../pages.ts";
import { product } from "../resources.ts";
import { access } from "../scopes.ts";

const productsList = defineAction({
  id: "products.list",
  title: "List products",
  description: "Lists the products of the account, newest first, one page at a time.",
  consent: "See your products",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
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

const productsCreate = defineAction({
  id: "products.create",
  title: "Create a product",
  description: "Creates a product, without a price.",
  consent: "Create products",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      name: Type.String({ description: "Name of the product.", minLength: 1, maxLength: 250 }),
      description: Type.Optional(Type.String({ description: "Description of the product.", maxLength: 1000 })),
      metadata: Type.Optional(metadata),
    },
    { additionalProperties: false },
  ),
  output: product.schema,
  example: { name: "Salt" },
  evidence: {
    strength: "strong",
    needs: ["products.list"],
    settle: async (look) => await findMarked(look, { resource: "products", isAnchored: false, output: product.read }),
  },
  async run(input, provider) {
    const request = postRequest(["products"], provider.marker, input);
    return product.read((await provider.change(request, { accept: [200] })).body);
  },
});

export const productActions = [productsList, productsCreate];
