/**
 * Finds messages that svc sent by their marker header, among the newest ones:
 * https://developers.google.com/workspace/gmail/api/guides/sending
 */
import type { EvidenceVerdict, Look, ReadPort } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { messageRequest, messagesRequest } from "./client.ts";
import { markerHeader } from "./mail.ts";
import { entriesOf } from "./pages.ts";
import { headersOf } from "./parts.ts";
import { labelled, reference } from "./resources.ts";

/** The number of newest messages or drafts that a look reads. */
export const newestRead = 5;

/** Whether an execution wrote this message. */
export function hasMarker(message: unknown, hex: string): boolean {
  return headersOf(record(message)).get(markerHeader.toLowerCase()) === hex;
}

/** The evidence of an action that sends a new message. Finding none proves nothing: the user may have deleted it. */
export const sentEvidence = {
  strength: "weak",
  needs: ["messages.search", "messages.get"],
  async settle({ marker, sentAt, provider }: Pick<Look, "marker" | "sentAt" | "provider">): Promise<EvidenceVerdict> {
    // Five minutes of clock skew.
    const after = Math.floor(sentAt / 1000) - 300;
    const request = messagesRequest({ labelIds: ["SENT"], q: `after:${after}`, pageSize: newestRead });
    const { body } = await provider.read(request, { accept: [200] });
    for (const { id } of entriesOf(body, "messages").map(reference.read)) {
      const message = await readMetadata(provider, id);
      if (hasMarker(message, marker.hex))
        return { verdict: "applied", basis: "marker", output: labelled.read(message) };
    }
    return { verdict: "undetermined", why: "None of the newest sent messages has the marker." };
  },
} as const;

/** Reads a message without its text. */
export async function readMetadata(provider: ReadPort, id: string): Promise<unknown> {
  return (await provider.read(messageRequest(id, "metadata"), { accept: [200] })).body;
}
