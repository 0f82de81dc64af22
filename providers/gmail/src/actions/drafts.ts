/** The actions on drafts, in the catalog's order. */
import { reasonsOf } from "@svc/google";
import { defineAction, OutcomeUnknown, ProviderFailure, readEntries, unreadableCount } from "@svc/provider-kit";
import { isRecord, list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { createDraftRequest, draftRequest, draftsRequest, sendDraftRequest, threadRequest } from "../client.ts";
import { refuse } from "../errors.ts";
import { addresses, draftId, html, pageSize, pageToken, query, subject, text, threadId } from "../fields.ts";
import { rawMessage } from "../mail.ts";
import { entriesOf, nextPageToken, nextPageTokenOf } from "../pages.ts";
import { previewSend } from "../previews.ts";
import { draft, labelled, messageSchema, readEnvelope, readMessage, reference } from "../resources.ts";
import { composing } from "../scopes.ts";
import { hasMarker, newestRead } from "../sent.ts";

const draftsList = defineAction({
  id: "drafts.list",
  title: "List drafts",
  description: "Lists the ids of drafts, newest first, one page at a time. Use `drafts.get` to read a draft.",
  consent: "See your drafts",
  effect: "read",
  idempotency: "safe",
  requiredScopes: composing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { query: Type.Optional(query), pageSize: Type.Optional(pageSize), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      drafts: Type.Array(draft.schema, { description: "The drafts on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run({ query, pageSize = 50, pageToken }, provider) {
    const { body } = await provider.read(draftsRequest({ q: query, pageSize, pageToken }), { accept: [200] });
    const { items, unreadable } = readEntries(entriesOf(body, "drafts"), draft.read);
    return { drafts: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});

const draftsGet = defineAction({
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

const draftsCreate = defineAction({
  id: "drafts.create",
  title: "Write a draft",
  description: "Creates a draft, which the user or `drafts.send` can send.",
  consent: "Write drafts in your mailbox",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: composing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      to: Type.Optional(addresses("The recipients.")),
      cc: Type.Optional(addresses("The Cc recipients.")),
      bcc: Type.Optional(addresses("The Bcc recipients, whom the others don't see.")),
      subject,
      text,
      html: Type.Optional(html),
      threadId: Type.Optional({ ...threadId, description: "Id of the thread to add it to." }),
    },
    { additionalProperties: false },
  ),
  output: draft.schema,
  example: { to: ["robin@example.com"], subject: "Lunch", text: "At noon?" },
  evidence: {
    strength: "weak",
    needs: ["drafts.list", "drafts.get"],
    async settle({ marker, provider }) {
      const { body } = await provider.read(draftsRequest({ pageSize: newestRead }), { accept: [200] });
      for (const { id } of entriesOf(body, "drafts").map(draft.read)) {
        const found = (await provider.read(draftRequest(id, "metadata"), { accept: [200] })).body;
        if (hasMarker(record(found)["message"], marker.hex)) {
          return { verdict: "applied", basis: "marker", output: draft.read(found) };
        }
      }
      return { verdict: "undetermined", why: "None of the newest drafts has the marker." };
    },
  },
  async run({ threadId, to = [], ...mail }, provider) {
    const raw = rawMessage({ ...mail, to }, provider.marker.hex);
    return draft.read((await provider.change(createDraftRequest({ raw, threadId }), { accept: [200] })).body);
  },
});

/**
 * A checksum (FNV-1a, 32 bits) of a message's recipients, subject and beginning. Its id and some headers change when it
 * is sent.
 */
function checksumOf(message: unknown): number {
  const { to, cc, subject, snippet } = readEnvelope(message);
  const bytes = new TextEncoder().encode(JSON.stringify([to, cc, subject, snippet]));
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

const draftsSend = defineAction({
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
    const response = await provider.change(sendDraftRequest(draftId), { accept: [200, 404], facts });
    if (response.status === 200) return labelled.read(response.body);
    // The draft was there a moment ago: if it's gone, a copy of this request, made on the way, may have sent it.
    const { status } = await provider.read(draftRequest(draftId, "metadata"), { accept: [200, 404] });
    if (status === 404) throw new OutcomeUnknown();
    throw new ProviderFailure(refuse(response, { credentialKind: provider.credentialKind, change: true }));
  },
});

function isSent(message: unknown): boolean {
  return isRecord(message) && labelled.read(message).labelIds.includes("SENT");
}

export const draftActions = [draftsList, draftsGet, draftsCreate, draftsSend];
