/** `customers.list`: lists customers. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { listRequest } from "../client.ts";
import { email, limit, startingAfter } from "../fields.ts";
import { pageOf, readPage } from "../pages.ts";
import { customer } from "../resources.ts";

export const customersList = defineAction({
  id: "customers.list",
  title: "List customers",
  description: "Lists the customers of the account, newest first, one page at a time.",
  consent: "See your customers",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
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
