/** `channels.create`: creates a channel. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { changeRequest } from "../client.ts";
import { channelShape } from "../resources.ts";

export const channelsCreate = defineAction({
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
