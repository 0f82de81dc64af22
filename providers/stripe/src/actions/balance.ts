/** Reads the balance. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { balance } from "../resources.ts";
import { access } from "../scopes.ts";

const balanceGet = defineAction({
  id: "balance.get",
  title: "Get the balance",
  description: "Gets the account's balance.",
  consent: "See your balance",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({}, { additionalProperties: false }),
  output: balance.schema,
  example: {},
  async run(_input, provider) {
    return balance.read((await provider.read({ method: "GET", path: ["v1", "balance"] }, { accept: [200] })).body);
  },
});

export const balanceActions = [balanceGet];
