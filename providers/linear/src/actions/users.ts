/** Lists users. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging } from "../fields.ts";
import { user } from "../resources.ts";
import { reading } from "../scopes.ts";

const usersList = defineAction({
  id: "users.list",
  title: "List users",
  description: "Lists the members of the workspace, one page at a time, or finds one by email address.",
  consent: "See who is in your workspace",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      email: Type.Optional(
        Type.String({
          description: "Only the user with this email address.",
          maxLength: 254,
          pattern: "^[^\\s@]+@[^\\s@]+$",
        }),
      ),
      ...paging,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      users: Type.Array(user.schema, { description: "The users on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { email: "robin@example.com" },
  async run({ email, ...page }, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "users", {
      ...page,
      filter: email === undefined ? {} : { email: { eq: email } },
    });
    const { items, unreadable } = readEntries(nodes, user.read);
    return { users: items, unreadable, nextPageToken };
  },
});

export const userActions = [usersList];
