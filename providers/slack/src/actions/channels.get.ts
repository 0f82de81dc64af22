/** `channels.get`: reads one channel. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "../client.ts";
import { channel } from "../fields.ts";
import { channelShape } from "../resources.ts";
import { conversations } from "../scopes.ts";

export const channelsGet = defineAction({
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
