/** `customers.get`: reads one customer. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { getRequest } from "../client.ts";
import { idOf } from "../fields.ts";
import { customer, readCustomer } from "../resources.ts";

export const customersGet = defineAction({
  id: "customers.get",
  title: "Get a customer",
  description: "Gets a customer by id.",
  consent: "See a customer",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ id: idOf("cus", "Id of the customer.") }, { additionalProperties: false }),
  output: customer.schema,
  example: { id: "cus_ada00000000001" },
  async run({ id }, provider) {
    return readCustomer((await provider.read(getRequest("customers", id), { accept: [200] })).body);
  },
});
