/** `products.create`: creates a product. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { postRequest } from "../client.ts";
import { metadata } from "../fields.ts";
import { findMarked } from "../marked.ts";
import { product } from "../resources.ts";

export const productsCreate = defineAction({
  id: "products.create",
  title: "Create a product",
  description: "Creates a product, without a price.",
  consent: "Create products",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [],
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
