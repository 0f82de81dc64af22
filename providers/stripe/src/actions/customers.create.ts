/** `customers.create`: creates a customer. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { postRequest } from "../client.ts";
import { email, metadata } from "../fields.ts";
import { findMarked } from "../marked.ts";
import { previewCustomer } from "../previews.ts";
import { customer } from "../resources.ts";

export const customersCreate = defineAction({
  id: "customers.create",
  title: "Create a customer",
  description: "Creates a customer. Stripe allows several customers with the same email address.",
  consent: "Create customers",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      name: Type.Optional(Type.String({ description: "Name of the customer.", maxLength: 256 })),
      email: Type.Optional(email),
      phone: Type.Optional(Type.String({ description: "Phone number.", maxLength: 20 })),
      description: Type.Optional(Type.String({ description: "Internal description of the customer.", maxLength: 500 })),
      metadata: Type.Optional(metadata),
    },
    { additionalProperties: false },
  ),
  output: customer.schema,
  example: { name: "Ada Rivera", email: "ada@example.com" },
  evidence: {
    strength: "strong",
    needs: ["customers.list"],
    settle: async (look) => await findMarked(look, { resource: "customers", isAnchored: false, output: customer.read }),
  },
  preview: {
    needs: ["customers.list"],
    read: async (input, provider) => await previewCustomer(input, provider),
  },
  async run(input, provider) {
    const request = postRequest(["customers"], provider.marker, input);
    return customer.read((await provider.change(request, { accept: [200] })).body);
  },
});
