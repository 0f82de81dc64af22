/** Looks for a message by the metadata that svc leaves with it: https://docs.slack.dev/messaging/message-metadata */
import type { EvidenceVerdict, Look, Marker } from "@svc/provider-kit";
import { isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { readRequest } from "./client.ts";
import { nextCursorOf } from "./pages.ts";

const eventType = "svc_execution";

/** How far the service's clock and Slack's may differ, in seconds. */
const clockSkewSeconds = 900;

/** What some apps get on a page, whatever they ask for. */
const perPage = 15;
const pagesMax = 8;

/** The metadata of a message. Everybody in the workspace can read it. */
export function markerMetadata({ base64url }: Marker) {
  return { event_type: eventType, event_payload: { k: base64url } };
}

/** Finds the message in the channel, or in the thread if there is one. @throws ProviderFailure if a read fails. */
export async function findMarked(
  { marker, sentAt, provider }: Pick<Look, "marker" | "sentAt" | "provider">,
  channel: string,
  threadTs: string | undefined,
): Promise<EvidenceVerdict> {
  if (!/^[CGD]/.test(channel)) {
    return { verdict: "undetermined", why: "It was sent to a person, whose direct messages svc can't read." };
  }
  const oldest = `${String(Math.floor(sentAt / 1000) - clockSkewSeconds)}.000000`;
  const common = { channel, oldest, include_all_metadata: true, limit: perPage };
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const request =
      threadTs === undefined
        ? readRequest("conversations.history", { ...common, cursor })
        : readRequest("conversations.replies", { ...common, ts: threadTs, cursor });
    const { body } = await provider.read(request);
    const found = list(record(body)["messages"])
      .map(record)
      .find((message) => keyOf(message) === marker.base64url);
    if (found !== undefined) {
      return { verdict: "applied", basis: "marker", output: { channel, ts: textOf(found["ts"]) } };
    }
    const next = nextCursorOf(body);
    // Anybody who may can delete a message.
    if (next === null) return { verdict: "not_applied", basis: "absence", isAnchored: false };
    cursor = next;
  }
  return { verdict: "undetermined", why: "There are too many messages since then to read all of them." };
}

function keyOf({ metadata }: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(metadata) || metadata["event_type"] !== eventType) return undefined;
  const payload = metadata["event_payload"];
  return isRecord(payload) ? payload["k"] : undefined;
}
