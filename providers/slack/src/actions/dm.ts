/** Opens a direct message. */
import { defineAction } from "@svc/provider-kit";
import { record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { changeRequest } from "../client.ts";
import { userId } from "../fields.ts";

const dmOpen = defineAction({
  id: "dm.open",
  title: "Open a direct message",
  description:
    "Opens a direct message with one to eight people, or returns the existing one. Other actions accept its id as a channel.",
  consent: "Start direct messages with people",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: ["im:write", "mpim:write"],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { users: Type.Array(userId, { description: "Ids of the people.", minItems: 1, maxItems: 8, uniqueItems: true }) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { channel: Type.String({ description: "Id of the direct message." }) },
    { additionalProperties: false },
  ),
  example: { users: ["U0ROBIN"] },
  async run({ users }, provider) {
    const request = changeRequest("conversations.open", { users: users.join(",") });
    const { body } = await provider.change(request, { accept: [200] });
    return { channel: textOf(record(record(body)["channel"])["id"]) };
  },
});

export const dmActions = [dmOpen];
