/** `drafts.send`: sends a draft. */
import { createHash } from "node:crypto";
import { reasonsOf } from "@svc/google";
import { defineAction } from "@svc/provider-kit";
import { isRecord, list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { draftRequest, sendDraftRequest, threadRequest } from "../client.ts";
import { draftId, threadId } from "../fields.ts";
import { draft, labelled, readEnvelope, reference } from "../resources.ts";
import { composing } from "../scopes.ts";

/** A digest of whom a message is to and how it begins. Its id and its headers change when it is sent. */
function digestOf(message: unknown): string {
  const { to, cc, subject, snippet } = readEnvelope(message);
  return createHash("sha256")
    .update(JSON.stringify([to, cc, subject, snippet]))
    .digest("hex");
}

export const draftsSend = defineAction({
  id: "drafts.send",
  title: "Send a draft",
  description:
    "Sends a draft. Gmail deletes it then, so that it can't be sent twice, and what was sent stays in the draft's conversation.",
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
        digest: Type.String({
          description: "SHA-256 of recipients, subject and beginning.",
          minLength: 64,
          maxLength: 64,
        }),
      },
      { additionalProperties: false },
    ),
    async settle({ input: { draftId = "" }, facts, provider }) {
      const answer = await provider.read(draftRequest(draftId, "metadata"), { accept: [200, 404] });
      // A sent draft is gone, and no other one gets its id.
      if (answer.status === 200 && draft.read(answer.body).id === draftId) {
        return { verdict: "not_applied", basis: "absence", isAnchored: true };
      }
      if (facts === null)
        return { verdict: "undetermined", why: "It isn't known in which conversation the draft was." };
      if (!reasonsOf(answer).includes("notFound")) {
        return { verdict: "undetermined", why: "Gmail's answer doesn't say that the draft is gone." };
      }
      const { body } = await provider.read(threadRequest(facts.threadId), { accept: [200] });
      const sent = list(record(body)["messages"]).filter((message) => isSent(message));
      const found = sent.find((message) => digestOf(message) === facts.digest);
      if (found === undefined) {
        return { verdict: "undetermined", why: "The draft is gone, and its conversation has no such sent message." };
      }
      return { verdict: "applied", basis: "state", wasDifferent: true, output: labelled.read(found) };
    },
  },
  async run({ draftId }, provider) {
    const { body } = await provider.read(draftRequest(draftId, "metadata"), { accept: [200] });
    const message = record(body)["message"];
    const facts = { threadId: reference.read(message).threadId, digest: digestOf(message) };
    return labelled.read((await provider.change(sendDraftRequest(draftId), { accept: [200], facts })).body);
  },
});

function isSent(message: unknown): boolean {
  return isRecord(message) && labelled.read(message).labelIds.includes("SENT");
}
