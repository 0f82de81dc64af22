/** `users.list`: lists the people in the workspace. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "../client.ts";
import { cursor, limit } from "../fields.ts";
import { nextCursor, nextCursorOf } from "../pages.ts";
import { user } from "../resources.ts";

export const usersList = defineAction({
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
