/** `drafts.get`: reads a draft. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { draftRequest } from "../client.ts";
import { draftId } from "../fields.ts";
import { messageSchema, readMessage } from "../resources.ts";
import { composing } from "../scopes.ts";

export const draftsGet = defineAction({
  id: "drafts.get",
  title: "Read a draft",
  description: "Reads a draft with its text.",
  consent: "Read your drafts",
  effect: "read",
  idempotency: "safe",
  requiredScopes: composing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ draftId }, { additionalProperties: false }),
  output: Type.Object({ draftId, message: messageSchema }, { additionalProperties: false }),
  example: { draftId: "r100" },
  async run({ draftId }, provider) {
    const { body } = await provider.read(draftRequest(draftId, "full"), { accept: [200] });
    return { draftId, message: readMessage(record(body)["message"]) };
  },
});
