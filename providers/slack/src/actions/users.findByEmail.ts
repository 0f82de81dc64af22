/** `users.findByEmail`: finds a person by email address. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "../client.ts";
import { user } from "../resources.ts";

export const usersFindByEmail = defineAction({
  id: "users.findByEmail",
  title: "Find a person",
  description: "Finds a person by email address.",
  consent: "Find people by their email address",
  effect: "read",
  idempotency: "safe",
  requiredScopes: ["users:read", "users:read.email"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      email: Type.String({
        description: "Email address of the person.",
        maxLength: 254,
        pattern: "^[^\\s@]+@[^\\s@]+$",
      }),
    },
    { additionalProperties: false },
  ),
  output: user.schema,
  example: { email: "robin@example.com" },
  async run({ email }, provider) {
    return user.read(record((await provider.read(readRequest("users.lookupByEmail", { email }))).body)["user"]);
  },
});
