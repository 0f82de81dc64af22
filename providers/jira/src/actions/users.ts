/** Finds users. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { usersRequest } from "../client.ts";
import { user } from "../resources.ts";
import { findingUsers } from "../scopes.ts";

/** The number of users that one search returns. */
const usersMax = 50;

const usersFind = defineAction({
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
    {
      users: Type.Array(user.schema, { description: "The users found." }),
      unreadable: unreadableCount,
      incomplete: Type.Boolean({
        description: "Whether there may be more than the 50 that are returned. Search for more of the name.",
      }),
    },
    { additionalProperties: false },
  ),
  example: { query: "robin" },
  async run({ query }, provider) {
    const { body } = await provider.read(usersRequest({ query, maxResults: usersMax }), { accept: [200] });
    const found = list(body);
    const { items, unreadable } = readEntries(found, user.read);
    return { users: items, unreadable, incomplete: found.length >= usersMax };
  },
});

export const userActions = [usersFind];
