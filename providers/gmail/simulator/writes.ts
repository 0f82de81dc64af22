/** The methods that change. */
import { fieldsOf, Refusal, type Fields, type Result } from "@svc/simulator";
import { messageBody } from "./bodies.ts";
import { addressesIn, parseMessage } from "./mime.ts";
import { headerOf, type StoredMessage } from "./model.ts";
import type { GmailCall } from "./reads.ts";
import type { GmailWorld } from "./world.ts";

/** `messages.send` */
export function sendMessage({ request, store }: GmailCall): Result {
  const message = received(store, fieldsOf(request), request.timeMs);
  return sent(store, message);
}

/** `messages.modify` */
export function modifyMessage({ request, store, params }: GmailCall): Result {
  const { addLabelIds, removeLabelIds } = fieldsOf(request);
  return relabel(store, params["message"] ?? "", textsOf(addLabelIds), textsOf(removeLabelIds));
}

/** `messages.trash` */
export function trashMessage({ store, params }: GmailCall): Result {
  return relabel(store, params["message"] ?? "", ["TRASH"], ["INBOX"]);
}

/** `drafts.create` */
export function createDraft({ request, store }: GmailCall): Result {
  const fields = Object(fieldsOf(request)["message"]) as Fields;
  const { id: messageId, threadId } = store.addMessage({
    ...received(store, fields, request.timeMs),
    labelIds: ["DRAFT"],
  });
  const { id } = store.drafts.create({ messageId });
  const json = { id, message: { id: messageId, threadId, labelIds: ["DRAFT"] } };
  return { json, effects: [{ kind: "draft.create", draft: id }] };
}

/** `drafts.send`: deletes the draft, and adds a message to its conversation. */
export function sendDraft({ request, store }: GmailCall): Result {
  const draft = store.draft(String(fieldsOf(request)["id"]));
  const { id, labelIds: _, ...message } = store.message(draft.messageId);
  const response = sent(store, { ...message, internalMs: request.timeMs });
  store.drafts.delete(draft.id);
  store.messages.delete(id);
  return response;
}

/** `labels.create` */
export function createLabel({ request, store }: GmailCall): Result {
  const { name } = fieldsOf(request);
  if (typeof name !== "string" || name === "")
    throw new Refusal(400, "Invalid label name", { code: "invalidArgument" });
  if (store.labels.values().some((label) => label.name.toLowerCase() === name.toLowerCase())) {
    throw new Refusal(409, "Label name exists or conflicts", { code: "aborted" });
  }
  const label = store.labels.create({ name, type: "user" });
  const { id } = label;
  const json = { id, name, labelListVisibility: "labelShow", messageListVisibility: "show" };
  return { json, effects: [{ kind: "label.create", label: id }] };
}

type Received = Omit<StoredMessage, "id" | "labelIds" | "threadId"> & { threadId?: string };

/** Parses a message. One that continues a thread needs the thread's subject. Throws `Refusal` 400 or 404. */
function received(store: GmailWorld, { raw, threadId }: Fields, timeMs: number): Received {
  const message = { ...parseMessage(raw), internalMs: timeMs };
  if (typeof threadId !== "string") return message;
  const first = store.messages.values().find((one) => one.threadId === threadId);
  if (first === undefined) throw new Refusal(404, "Requested entity was not found.", { code: "notFound" });
  const plain = (subject: string) => subject.replace(/^(re: ?)+/i, "");
  const fits = plain(headerOf(message, "Subject")) === plain(headerOf(first, "Subject"));
  return fits ? { ...message, threadId } : message;
}

function sent(store: GmailWorld, message: Received): Result {
  const to = ["To", "Cc", "Bcc"].flatMap((name) => addressesIn(headerOf(message, name)));
  if (to.length === 0) throw new Refusal(400, "Recipient address required", { code: "invalidArgument" });
  const bad = to.find((address) => !/^[^\s@]+@[^\s@]+$/.test(address));
  if (bad !== undefined) throw new Refusal(400, `Invalid To header: ${bad}`, { code: "invalidArgument" });
  const { id, threadId, labelIds } = store.send(message);
  return { json: { id, threadId, labelIds }, effects: [{ kind: "message.send", message: id }] };
}

function relabel(store: GmailWorld, id: string, add: readonly string[], remove: readonly string[]): Result {
  const unknown = [...add, ...remove].find((label) => !store.labels.has(label));
  if (unknown !== undefined) throw new Refusal(400, `labelId not found: ${unknown}`, { code: "invalidArgument" });
  const { labelIds } = store.message(id);
  const kept = labelIds.filter((label) => !remove.includes(label) && !add.includes(label));
  const message = store.messages.update(id, { labelIds: [...kept, ...add] });
  return { json: messageBody(message, "minimal"), effects: [{ kind: "message.label", message: id }] };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
