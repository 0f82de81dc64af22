/** Previews of messages and other changes, for the person who approves them. */
import { counted, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { readRequest, textOfStored } from "./client.ts";
import { messageAt } from "./message-at.ts";
import { channelShape } from "./resources.ts";

/** A message to send, and its recipient. */
type Sending = {
  channel?: string | undefined;
  format?: string | undefined;
  threadTs?: string | undefined;
  broadcast?: boolean | undefined;
};

/** The address of an existing message. */
type Address = { channel?: string | undefined; ts?: string | undefined };

/** Previews a message: its recipient, and whether it notifies everyone there. */
export async function previewPost(sending: Sending, provider: ReadPort): Promise<Preview> {
  const { name, precondition } = await readRecipient(provider, sending.channel ?? "");
  const where = sending.threadTs === undefined ? "Sends a message" : "Replies in a thread";
  const broadcast =
    sending.threadTs !== undefined && sending.broadcast === true ? " and shows the reply in the channel" : "";
  const to = sending.threadTs === undefined ? "to" : "in";
  return { text: `${where} ${to} ${name}${broadcast}.${calling(sending)}`, precondition };
}

/** Previews a scheduled message: its recipient and time. */
export async function previewSchedule(
  { postAt = 0, ...sending }: Sending & { postAt?: number | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { name, precondition } = await readRecipient(provider, sending.channel ?? "");
  const at = new Date(postAt * 1000).toISOString().slice(0, 16).replace("T", " ");
  return { text: `Schedules a message to ${name} for ${at} UTC.${calling(sending)}`, precondition };
}

export async function previewInvitation(
  { channel = "", users = [] }: { channel?: string | undefined; users?: readonly string[] | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { name, precondition } = await readChannel(provider, channel);
  return { text: `Invites ${counted(users.length, "person", "people")} to ${name}.`, precondition };
}

/** Previews a change to a message. @param does the beginning of the sentence, such as "Deletes". */
export async function previewOnMessage(does: string, address: Address, provider: ReadPort): Promise<Preview> {
  const { channel = "", ts = "" } = address;
  const { name, precondition } = await readChannel(provider, channel);
  const found = await messageAt(provider, channel, ts);
  if (found === null) {
    return {
      text: `${does} the message ${ts}, if it's in a thread of ${name}. It isn't among the channel's top-level messages.`,
      precondition: { ...precondition, message: null },
    };
  }
  const replies =
    found.replies === null || found.replies === 0 ? "" : ` (${counted(found.replies, "reply", "replies")})`;
  // Reactions and replies don't make it another message.
  return {
    text: `${does} the message ${quoted(textOfStored(found.text, "plain"), 100)}${replies} in ${name}.`,
    precondition: { ...precondition, message: shortened(found.text, 4000) },
  };
}

async function readRecipient(provider: ReadPort, id: string) {
  // A person's name is only in the list of all people.
  if (/^[UW]/.test(id)) return { name: `the person ${id}, directly`, precondition: { id } };
  return await readChannel(provider, id);
}

async function readChannel(provider: ReadPort, id: string) {
  const { body } = await provider.read(readRequest("conversations.info", { channel: id, include_num_members: true }));
  const channel = record(record(body)["channel"]);
  const found = channelShape.read(channel);
  if (found.isArchived === true) {
    throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: "The channel is archived." });
  }
  const isPrivate = found.isPrivate === true;
  const members = found.members === null ? "" : `, ${counted(found.members, "member")}`;
  const name =
    channel["is_mpim"] === true
      ? "a group direct message"
      : found.name === null
        ? "a direct message"
        : `#${shortened(found.name, 80)} (${isPrivate ? "private" : "public"}${members})`;
  // Members can join and leave without making it another channel.
  return { name, precondition: { id: found.id, name: found.name, isPrivate } };
}

/** Returns a warning for a text that can notify everyone in a channel. The text itself isn't in a preview's input. */
function calling({ format }: Sending): string {
  return format === "mrkdwn" ? " Its markup can mention people, and notify everyone there with <!channel>." : "";
}
