/** `threads.get`: lists the messages of a conversation. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { threadRequest } from "../client.ts";
import { threadId } from "../fields.ts";
import { envelopeSchema, readEnvelope } from "../resources.ts";
import { reading } from "../scopes.ts";

export const threadsGet = defineAction({
  id: "threads.get",
  title: "Read a conversation",
  description: "Lists the messages in a conversation, oldest first, without their text.",
  consent: "See who wrote in your conversations",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ threadId }, { additionalProperties: false }),
  output: Type.Object(
    {
      threadId,
      messages: Type.Array(envelopeSchema, { description: "Its messages. Gmail allows at most 100 in a thread." }),
    },
    { additionalProperties: false },
  ),
  example: { threadId: "18f0000000000001" },
  async run({ threadId }, provider) {
    const { body } = await provider.read(threadRequest(threadId), { accept: [200] });
    return { threadId, messages: list(record(body)["messages"]).map(readEnvelope) };
  },
});
