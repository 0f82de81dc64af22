/** `channels.invite`: invites people to a channel. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { changeRequest } from "../client.ts";
import { channel, userId } from "../fields.ts";
import { previewInvitation } from "../previews.ts";
import { channelShape } from "../resources.ts";

export const channelsInvite = defineAction({
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
