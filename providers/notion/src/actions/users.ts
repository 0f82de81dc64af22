/** Lists users. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { usersRequest } from "../client.ts";
import { entriesOf, nextPageToken, paging } from "../fields.ts";
import { user } from "../resources.ts";
import { readingUsers } from "../scopes.ts";

const usersList = defineAction({
  id: "users.list",
  title: "List users",
  description: "Lists the members and bots of the workspace, one page at a time.",
  consent: "See the members of your workspace",
  effect: "read",
  idempotency: "safe",
  requiredScopes: readingUsers,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      users: Type.Array(user.schema, { description: "The users on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run(page, provider) {
    const { body } = await provider.read(usersRequest(page), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body);
    const { items, unreadable } = readEntries(entries, user.read);
    return { users: items, unreadable, nextPageToken: next };
  },
});

export const userActions = [usersList];
