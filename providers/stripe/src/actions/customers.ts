/** The actions on customers, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { getRequest, listRequest, postRequest } from "../client.ts";
import { email, idOf, limit, metadata, startingAfter } from "../fields.ts";
import { findMarked, markerOf } from "../marked.ts";
import { pageOf, readPage } from "../pages.ts";
import { previewCustomer, previewCustomerUpdate } from "../previews.ts";
import { customer, readCustomer } from "../resources.ts";
import { access } from "../scopes.ts";

const customersList = defineAction({
  id: "customers.list",
  title: "List customers",
  description: "Lists the customers of the account, newest first, one page at a time.",
  consent: "See your customers",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    { email: Type.Optional(email), limit: Type.Optional(limit), startingAfter: Type.Optional(startingAfter) },
    { additionalProperties: false },
  ),
  output: pageOf(customer),
  example: { limit: 10 },
  async run({ email, ...page }, provider) {
    const { body } = await provider.read(listRequest("customers", { email, ...page }), { accept: [200] });
    return readPage(customer, body);
  },
});

const customersGet = defineAction({
  id: "customers.get",
  title: "Get a customer",
  description: "Gets a customer by id.",
  consent: "See a customer",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ id: idOf("cus", "Id of the customer.") }, { additionalProperties: false }),
  output: customer.schema,
  example: { id: "cus_ada00000000001" },
  async run({ id }, provider) {
    return readCustomer((await provider.read(getRequest("customers", id), { accept: [200] })).body);
  },
});

const customersCreate = defineAction({
  id: "customers.create",
  title: "Create a customer",
  description: "Creates a customer. Stripe allows several customers with the same email address.",
  consent: "Create customers",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: access,
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

const customersUpdate = defineAction({
  id: "customers.update",
  title: "Update a customer",
  description: "Updates the given fields of a customer and leaves the others unchanged.",
  consent: "Change customers",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: access,
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

export const customerActions = [customersList, customersGet, customersCreate, customersUpdate];
