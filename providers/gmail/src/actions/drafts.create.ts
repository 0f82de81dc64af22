/** `drafts.create`: writes a draft. */
import { defineAction } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { createDraftRequest, draftRequest, draftsRequest } from "../client.ts";
import { addresses, html, subject, text, threadId } from "../fields.ts";
import { rawMessage } from "../mail.ts";
import { entriesOf } from "../pages.ts";
import { draft } from "../resources.ts";
import { composing } from "../scopes.ts";
import { hasMarker, newestRead } from "../sent.ts";

export const draftsCreate = defineAction({
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
