/** `drafts.send`: sends a draft. */
import { reasonsOf } from "@svc/google";
import { defineAction } from "@svc/provider-kit";
import { isRecord, list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { draftRequest, sendDraftRequest, threadRequest } from "../client.ts";
import { draftId, threadId } from "../fields.ts";
import { previewSend } from "../previews.ts";
import { draft, labelled, readEnvelope, reference } from "../resources.ts";
import { composing } from "../scopes.ts";

/** A checksum (FNV-1a, 32 bits) of a message's recipients, subject and beginning. Its id and some headers change when it is sent. */
function checksumOf(message: unknown): number {
  const { to, cc, subject, snippet } = readEnvelope(message);
  const bytes = new TextEncoder().encode(JSON.stringify([to, cc, subject, snippet]));
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

export const draftsSend = defineAction({
  id: "drafts.send",
  title: "Send a draft",
  description:
    "Sends a draft. Gmail then deletes the draft, so that it can't be sent twice; the sent message is in the draft's conversation.",
  consent: "Send your drafts",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: composing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ draftId }, { additionalProperties: false }),
  output: labelled.schema,
  example: { draftId: "r100" },
  evidence: {
    strength: "state",
    needs: ["drafts.get", "threads.get"],
    facts: Type.Object(
      {
        threadId,
        checksum: Type.Integer({
          description: "Checksum of the recipients, subject and beginning.",
          minimum: 0,
          maximum: 0xffffffff,
        }),
      },
      { additionalProperties: false },
    ),
    async settle({ input: { draftId = "" }, facts, provider }) {
      const response = await provider.read(draftRequest(draftId, "metadata"), { accept: [200, 404] });
      // A sent draft is deleted, and its id is never reused.
      if (response.status === 200 && draft.read(response.body).id === draftId) {
        return { verdict: "not_applied", basis: "absence", isAnchored: true };
      }
      if (facts === null) return { verdict: "undetermined", why: "The draft's conversation isn't known." };
      if (!reasonsOf(response).includes("notFound")) {
        return { verdict: "undetermined", why: "Gmail's response doesn't say that the draft is gone." };
      }
      const { body } = await provider.read(threadRequest(facts.threadId), { accept: [200] });
      const sent = list(record(body)["messages"]).filter((message) => isSent(message));
      const found = sent.find((message) => checksumOf(message) === facts.checksum);
      if (found === undefined) {
        return {
          verdict: "undetermined",
          why: "The draft is gone, but its conversation has no matching sent message.",
        };
      }
      return { verdict: "applied", basis: "state", wasDifferent: true, output: labelled.read(found) };
    },
  },
  preview: {
    needs: ["drafts.get"],
    read: async (input, provider) => await previewSend(input, provider),
  },
  async run({ draftId }, provider) {
    const { body } = await provider.read(draftRequest(draftId, "metadata"), { accept: [200] });
    const message = record(body)["message"];
    const facts = { threadId: reference.read(message).threadId, checksum: checksumOf(message) };
    return labelled.read((await provider.change(sendDraftRequest(draftId), { accept: [200], facts })).body);
  },
});

function isSent(message: unknown): boolean {
  return isRecord(message) && labelled.read(message).labelIds.includes("SENT");
}
