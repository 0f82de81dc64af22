/** Reads a message by its timestamp. */
import type { ReadPort } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import type { Static } from "typebox";
import { readRequest } from "./client.ts";
import { message } from "./resources.ts";

/** Reads the channel's message at this timestamp; null if there is none, or if it is a reply in a thread. */
export async function messageAt(
  provider: ReadPort,
  channel: string,
  ts: string,
): Promise<Static<typeof message.schema> | null> {
  const query = { channel, oldest: ts, latest: ts, inclusive: true, limit: 1 };
  const { body } = await provider.read(readRequest("conversations.history", query));
  const found = list(record(body)["messages"]).map(message.read);
  return found.find((one) => one.ts === ts) ?? null;
}
