/** Looks for a message by the metadata that svc attaches to it: https://docs.slack.dev/messaging/message-metadata */
import type { EvidenceVerdict, Look, Marker } from "@svc/provider-kit";
import { isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { readRequest } from "./client.ts";
import { nextCursorOf } from "./pages.ts";

const eventType = "svc_execution";

/** The allowed difference between the service's clock and Slack's, in seconds. */
const clockSkewSeconds = 900;

/** The page size that Slack imposes on some apps. */
const perPage = 15;
const pagesMax = 8;

/** Builds the metadata of a message. Everyone in the workspace can read it. */
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
    return { verdict: "undetermined", why: "The message was sent to a person, and svc can't read direct messages." };
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
    // Someone may have deleted the message.
    if (next === null) return { verdict: "not_applied", basis: "absence", isAnchored: false };
    cursor = next;
  }
  return { verdict: "undetermined", why: "There are too many newer messages to read all of them." };
}

function keyOf({ metadata }: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(metadata) || metadata["event_type"] !== eventType) return undefined;
  const payload = metadata["event_payload"];
  return isRecord(payload) ? payload["k"] : undefined;
}
