/** Reads a message by its timestamp. */
import { ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import type { Static } from "typebox";
import { readRequest } from "./client.ts";
import { message } from "./resources.ts";

type Message = Static<typeof message.schema>;

/** Reads the channel's message at this timestamp; null if there is none, or if it is a reply in a thread. */
export async function messageAt(provider: ReadPort, channel: string, ts: string): Promise<Message | null> {
  const query = { channel, oldest: ts, latest: ts, inclusive: true, limit: 1 };
  return messageIn((await provider.read(readRequest("conversations.history", query))).body, ts);
}

/**
 * Reads the message at this timestamp, also if it is a reply, which a channel's history doesn't return; null if there
 * is none. https://docs.slack.dev/messaging/retrieving-messages
 */
export async function messageOrReplyAt(provider: ReadPort, channel: string, ts: string): Promise<Message | null> {
  const found = await messageAt(provider, channel, ts);
  if (found !== null) return isTombstone(found) ? null : found;
  const query = { channel, ts, oldest: ts, latest: ts, inclusive: true, limit: 15 };
  try {
    return messageIn((await provider.read(readRequest("conversations.replies", query))).body, ts);
  } catch (error) {
    // The channel was just read, so what doesn't exist is the message.
    if (error instanceof ProviderFailure && error.refusal.code === "RESOURCE_NOT_FOUND") return null;
    throw error;
  }
}

/** What remains of a deleted message that has replies. */
function isTombstone({ subtype }: Message): boolean {
  return subtype === "tombstone";
}

function messageIn(body: unknown, ts: string): Message | null {
  const found = list(record(body)["messages"]).map(message.read);
  return found.find((one) => one.ts === ts) ?? null;
}
