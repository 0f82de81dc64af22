/** The actions on channels, in the catalog's order. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { changeRequest, readRequest } from "../client.ts";
import { channel, cursor, limit, userId } from "../fields.ts";
import { nextCursor, nextCursorOf } from "../pages.ts";
import { previewInvitation } from "../previews.ts";
import { channelShape } from "../resources.ts";
import { conversations } from "../scopes.ts";

const channelsList = defineAction({
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

const channelsGet = defineAction({
  id: "channels.get",
  title: "Get a channel",
  description: "Gets information about a channel or a direct message.",
  consent: "See a channel in your workspace",
  effect: "read",
  idempotency: "safe",
  requiredScopes: conversations,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ channel }, { additionalProperties: false }),
  output: channelShape.schema,
  example: { channel: "C0GENERAL" },
  async run({ channel }, provider) {
    const query = { channel, include_num_members: true };
    return channelShape.read(record((await provider.read(readRequest("conversations.info", query))).body)["channel"]);
  },
});

const channelsCreate = defineAction({
  id: "channels.create",
  title: "Create a channel",
  description: "Creates a public channel. Channel names are unique in a workspace.",
  consent: "Create channels in your workspace",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: ["channels:manage"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      name: Type.String({
        description: "Name of the channel: lowercase letters, digits, hyphens and underscores.",
        maxLength: 80,
        pattern: "^[a-z0-9_-]+$",
      }),
    },
    { additionalProperties: false },
  ),
  output: channelShape.schema,
  example: { name: "plans" },
  async run({ name }, provider) {
    const { body } = await provider.change(changeRequest("conversations.create", { name }), { accept: [200] });
    return channelShape.read(record(body)["channel"]);
  },
});

const channelsInvite = defineAction({
  id: "channels.invite",
  title: "Invite people to a channel",
  description: "Invites people to a channel that the app is in.",
  consent: "Invite people to channels",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: ["channels:write.invites", "groups:write.invites"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      channel,
      users: Type.Array(userId, {
        description: "Ids of the people to invite.",
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
    },
    { additionalProperties: false },
  ),
  output: channelShape.schema,
  example: { channel: "C0GENERAL", users: ["U0SAM"] },
  preview: {
    needs: ["channels.get"],
    read: async (input, provider) => await previewInvitation(input, provider),
  },
  async run({ channel, users }, provider) {
    const request = changeRequest("conversations.invite", { channel, users: users.join(",") });
    return channelShape.read(record((await provider.change(request, { accept: [200] })).body)["channel"]);
  },
});

export const channelActions = [channelsList, channelsGet, channelsCreate, channelsInvite];
