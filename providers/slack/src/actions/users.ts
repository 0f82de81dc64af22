/** The actions on users, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "../client.ts";
import { cursor, limit } from "../fields.ts";
import { nextCursor, nextCursorOf } from "../pages.ts";
import { user } from "../resources.ts";

const usersList = defineAction({
  id: "users.list",
  title: "List people",
  description: "Lists the people and bots in the workspace, one page at a time.",
  consent: "See the people in your workspace",
  effect: "read",
  idempotency: "safe",
  requiredScopes: ["users:read"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ limit: Type.Optional(limit), cursor: Type.Optional(cursor) }, { additionalProperties: false }),
  output: Type.Object(
    { users: Type.Array(user.schema, { description: "The people on this page." }), nextCursor },
    { additionalProperties: false },
  ),
  example: { limit: 20 },
  async run({ limit = 100, cursor }, provider) {
    const { body } = await provider.read(readRequest("users.list", { limit, cursor }));
    return { users: list(record(body)["members"]).map(user.read), nextCursor: nextCursorOf(body) };
  },
});

const usersFindByEmail = defineAction({
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

export const userActions = [usersList, usersFindByEmail];
