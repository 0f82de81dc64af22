/** `messages.get`: reads a message. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { messageRequest } from "../client.ts";
import { messageId } from "../fields.ts";
import { messageSchema, readMessage } from "../resources.ts";
import { reading } from "../scopes.ts";

export const messagesGet = defineAction({
  id: "messages.get",
  title: "Read a message",
  description: "Reads a message with its text. Attachments are listed by name, type and size, without their content.",
  consent: "Read your mail",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ messageId }, { additionalProperties: false }),
  output: messageSchema,
  example: { messageId: "18f0000000000001" },
  async run({ messageId }, provider) {
    return readMessage((await provider.read(messageRequest(messageId, "full"), { accept: [200] })).body);
  },
});
