/** `channels.list`: lists channels. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "../client.ts";
import { cursor, limit } from "../fields.ts";
import { nextCursor, nextCursorOf } from "../pages.ts";
import { channelShape } from "../resources.ts";

export const channelsList = defineAction({
  id: "channels.list",
  title: "List channels",
  description: "Lists the channels that the app can see, one page at a time.",
  consent: "See the channels in your workspace",
  effect: "read",
  idempotency: "safe",
  requiredScopes: ["channels:read", "groups:read"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      types: Type.Optional(
        Type.Array(oneOf(["public_channel", "private_channel"], "Type of channel."), {
          description: "Types of channels to list; by default, public channels.",
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
        }),
      ),
      excludeArchived: Type.Optional(
        Type.Boolean({ description: "Whether to exclude archived channels; true by default." }),
      ),
      limit: Type.Optional(limit),
      cursor: Type.Optional(cursor),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { channels: Type.Array(channelShape.schema, { description: "The channels on this page." }), nextCursor },
    { additionalProperties: false },
  ),
  example: { limit: 20 },
  async run({ types = ["public_channel"], excludeArchived = true, limit = 100, cursor }, provider) {
    const query = { types: types.join(","), exclude_archived: excludeArchived, limit, cursor };
    const { body } = await provider.read(readRequest("conversations.list", query));
    return { channels: list(record(body)["channels"]).map(channelShape.read), nextCursor: nextCursorOf(body) };
  },
});
