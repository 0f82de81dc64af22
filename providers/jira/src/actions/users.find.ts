/** `users.find`: finds users. */
import { defineAction } from "@svc/provider-kit";
import { list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { usersRequest } from "../client.ts";
import { user } from "../resources.ts";
import { findingUsers } from "../scopes.ts";

export const usersFind = defineAction({
  id: "users.find",
  title: "Find users",
  description: "Finds up to 50 users by part of their name or email address.",
  consent: "Find users on your site",
  effect: "read",
  idempotency: "safe",
  requiredScopes: findingUsers,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { query: Type.String({ description: "Part of the name or email address.", minLength: 1, maxLength: 100 }) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { users: Type.Array(user.schema, { description: "The users found." }) },
    { additionalProperties: false },
  ),
  example: { query: "robin" },
  async run({ query }, provider) {
    const { body } = await provider.read(usersRequest({ query, maxResults: 50 }), { accept: [200] });
    return { users: list(body).map(user.read) };
  },
});
