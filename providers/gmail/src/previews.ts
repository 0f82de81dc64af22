/** Previews of changes to messages, drafts and labels, for the person who approves them. */
import { counted, listed, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { draftRequest } from "./client.ts";
import { readAllLabels } from "./labels.ts";
import { headersOf } from "./parts.ts";
import { replyTo } from "./replies.ts";
import { labelled, readEnvelope } from "./resources.ts";
import { readMetadata } from "./sent.ts";

type OfMessage = { messageId?: string | undefined };

/**
 * Previews a reply: the message and the recipients. A message never changes, so the approval depends on nothing else.
 */
export async function previewReply(
  {
    messageId = "",
    to,
    cc = [],
  }: OfMessage & { to?: readonly string[] | undefined; cc?: readonly string[] | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const original = await readMetadata(provider, messageId);
  const { to: sender } = replyTo(headersOf(record(original)));
  const copies = cc.length === 0 ? "" : `, and ${counted(cc.length, "copy", "copies")} to others`;
  return {
    text: `Replies to ${subjectOf(original)}. The reply goes to ${people(to ?? [sender])}${copies}.`,
    precondition: { sender },
  };
}

/** Previews a change of labels, with their names. */
export async function previewLabels(
  {
    messageId = "",
    add = [],
    remove = [],
  }: OfMessage & { add?: readonly string[] | undefined; remove?: readonly string[] | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const message = await readMetadata(provider, messageId);
  const { labelIds } = labelled.read(message);
  const all = await readAllLabels(provider);
  const names = (ids: readonly string[]) =>
    listed(
      ids.map((id) => quoted(all.find((one) => one.id === id)?.name ?? id, 40)),
      3,
    );
  const added = add.filter((id) => !labelIds.includes(id));
  const removed = remove.filter((id) => labelIds.includes(id));
  const words = [
    ...(added.length === 0 ? [] : [`get ${names(added)}`]),
    ...(removed.length === 0 ? [] : [`lose ${names(removed)}`]),
  ];
  const changes = words.length === 0 ? "have the same labels as now" : words.join(" and ");
  return {
    text: `${capitalized(subjectOf(message))} would ${changes}.`,
    // Other labels may change, such as when the message is read.
    precondition: { added: [...added].sort(), removed: [...removed].sort() },
  };
}

/** Previews a move to the trash. */
export async function previewTrash({ messageId = "" }: OfMessage, provider: ReadPort): Promise<Preview> {
  const message = await readMetadata(provider, messageId);
  const isThere = labelled.read(message).labelIds.includes("TRASH");
  return {
    text: isThere
      ? `${capitalized(subjectOf(message))} is already in the trash.`
      : `Moves ${subjectOf(message)} to the trash.`,
    precondition: { isThere },
  };
}

/** Previews the sending of a draft: its recipients. */
export async function previewSend(
  { draftId = "" }: { draftId?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { body } = await provider.read(draftRequest(draftId, "metadata"), { accept: [200] });
  const { message } = record(body);
  const { id, to, cc, subject, snippet } = readEnvelope(message);
  const bcc = headersOf(record(message)).get("bcc") ?? null;
  const receivers = [to, cc, bcc].flatMap((header) => header?.split(",") ?? []).map((one) => one.trim());
  return {
    text: `Sends the draft ${subject === null ? "without a subject" : quoted(subject)} to ${people(receivers)}.`,
    // Gmail assigns a draft's message a new id when it is edited.
    precondition: { id, to, cc, bcc, subject, snippet },
  };
}

/** Previews a new label: whether it already exists. */
export async function previewLabel({ name = "" }: { name?: string | undefined }, provider: ReadPort): Promise<Preview> {
  const found = (await readAllLabels(provider)).find((one) => one.name === name);
  return {
    text: `The label ${quoted(name)} ${found === undefined ? "doesn't exist and would be created" : "already exists"}.`,
    precondition: { exists: found !== undefined },
  };
}

/** "the message “Lunch?” from Robin <robin@example.com>". */
function subjectOf(message: unknown): string {
  const { from, subject } = readEnvelope(message);
  const sender = from === null ? "" : ` from ${quoted(from)}`;
  return `the message ${subject === null ? "without a subject" : quoted(subject)}${sender}`;
}

function people(addresses: readonly string[]): string {
  return addresses.length === 0
    ? "no one"
    : listed(
        addresses.map((address) => shortened(address)),
        3,
      );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
