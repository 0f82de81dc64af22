/** `customers.update`: updates a customer. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { getRequest, postRequest } from "../client.ts";
import { email, idOf, metadata } from "../fields.ts";
import { markerOf } from "../marked.ts";
import { previewCustomerUpdate } from "../previews.ts";
import { customer, readCustomer } from "../resources.ts";

export const customersUpdate = defineAction({
  id: "customers.update",
  title: "Update a customer",
  description: "Updates the given fields of a customer and leaves the others unchanged.",
  consent: "Change customers",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      id: idOf("cus", "Id of the customer."),
      name: Type.Optional(Type.String({ description: "Name of the customer.", maxLength: 256 })),
      email: Type.Optional(email),
      phone: Type.Optional(Type.String({ description: "Phone number.", maxLength: 20 })),
      description: Type.Optional(Type.String({ description: "Internal description of the customer.", maxLength: 500 })),
      metadata: Type.Optional(metadata),
    },
    { additionalProperties: false },
  ),
  output: customer.schema,
  example: { id: "cus_ada00000000001", phone: "+41 44 000 00 00" },
  evidence: {
    strength: "strong",
    needs: ["customers.get"],
    async settle({ input, marker, provider }) {
      // The input was validated before it was sent.
      const { body } = await provider.read(getRequest("customers", input.id ?? ""), { accept: [200] });
      if (markerOf(record(body)) === marker.base64url) {
        return { verdict: "applied", basis: "marker", output: readCustomer(body) };
      }
      return {
        verdict: "undetermined",
        why: "The customer's latest change isn't this one, but this one may have preceded it.",
      };
    },
  },
  preview: {
    needs: ["customers.get"],
    read: async (input, provider) => await previewCustomerUpdate(input, provider),
  },
  async run({ id, ...fields }, provider) {
    const request = postRequest(["customers", id], provider.marker, fields);
    return customer.read((await provider.change(request, { accept: [200] })).body);
  },
});
