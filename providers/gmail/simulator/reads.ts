/** The methods that read. */
import { pageByCursor, Refusal, type Call, type Result } from "@svc/simulator";
import { messageBody, snippetOf } from "./bodies.ts";
import { headerOf, type StoredMessage } from "./model.ts";
import type { GmailWorld } from "./world.ts";

/** The caller of a method. */
export interface Caller {
  readonly scopes: readonly string[];
}

/** A call to this API. */
export type GmailCall = Call<GmailWorld, Caller>;

/** `messages.list`: newest first. An empty list has no field for its entries. */
export function listMessages({ request, store }: GmailCall): Result {
  const found = searched(store, request.query);
  const { items, next } = paged(request.query, found);
  const messages = items.map(({ id, threadId }) => ({ id, threadId }));
  return { json: { ...(messages.length > 0 ? { messages } : {}), ...next, resultSizeEstimate: found.length } };
}

/** `messages.get` */
export function getMessage({ request, store, params }: GmailCall): Result {
  return { json: messageBody(store.message(params["message"] ?? ""), request.query.get("format") ?? "full") };
}

/** `threads.list` */
export function listThreads({ request, store }: GmailCall): Result {
  const newest = new Map<string, StoredMessage>();
  for (const message of searched(store, request.query)) {
    if (!newest.has(message.threadId)) newest.set(message.threadId, message);
  }
  const { items, next } = paged(request.query, [...newest.values()]);
  const threads = items.map((message) => ({ id: message.threadId, snippet: snippetOf(message), historyId: "1" }));
  return { json: { ...(threads.length > 0 ? { threads } : {}), ...next, resultSizeEstimate: newest.size } };
}

/** `threads.get` */
export function getThread({ request, store, params }: GmailCall): Result {
  const id = params["thread"] ?? "";
  const messages = store.messages.list({
    where: ({ threadId }) => threadId === id,
    by: ({ internalMs }) => internalMs,
  });
  if (messages.length === 0) throw new Refusal(404, "Requested entity was not found.", { code: "notFound" });
  const format = request.query.get("format") ?? "full";
  return { json: { id, historyId: "1", messages: messages.map((message) => messageBody(message, format)) } };
}

/** `drafts.list` */
export function listDrafts({ request, store }: GmailCall): Result {
  const words = (request.query.get("q") ?? "").toLowerCase();
  const all = store.drafts
    .values()
    .reverse()
    .map(({ id, messageId }) => ({ id, message: store.message(messageId) }))
    .filter(({ message }) => textOf(message).includes(words));
  const { items, next } = paged(request.query, all);
  const drafts = items.map(({ id, message }) => ({ id, message: { id: message.id, threadId: message.threadId } }));
  return { json: { ...(drafts.length > 0 ? { drafts } : {}), ...next, resultSizeEstimate: all.length } };
}

/** `drafts.get` */
export function getDraft({ request, store, params }: GmailCall): Result {
  const { id, messageId } = store.draft(params["draft"] ?? "");
  return { json: { id, message: messageBody(store.message(messageId), request.query.get("format") ?? "full") } };
}

/** `labels.list` */
export function listLabels({ store }: GmailCall): Result {
  return { json: { labels: store.labels.values() } };
}

/** Searches with words, `from:`, `subject:` and `after:`; other operators aren't simulated. */
function searched(store: GmailWorld, query: URLSearchParams): StoredMessage[] {
  const labels = query.getAll("labelIds");
  const terms = (query.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return store.messages.list({
    where: (message) =>
      labels.every((label) => message.labelIds.includes(label)) &&
      (labels.includes("TRASH") || !message.labelIds.includes("TRASH")) &&
      terms.every((term) => fits(message, term)),
    by: ({ internalMs }) => internalMs,
    descending: true,
  });
}

function fits(message: StoredMessage, term: string): boolean {
  const [, operator, value = ""] = /^(from|to|subject|after):(.*)$/.exec(term) ?? [];
  if (operator === undefined) return textOf(message).includes(term);
  if (operator === "after") return message.internalMs >= Number(value) * 1000;
  return headerOf(message, operator).toLowerCase().includes(value);
}

function textOf(message: StoredMessage): string {
  return [headerOf(message, "Subject"), ...message.parts.map(({ content }) => content)].join("\n").toLowerCase();
}

function paged<Item extends { readonly id: string }>(query: URLSearchParams, all: readonly Item[]) {
  const said = { cursor: query.get("pageToken"), limit: query.get("maxResults") };
  const { items, next } = pageByCursor(all, said, { absent: 100, max: 500, id: ({ id }) => id });
  return { items, next: next === null ? {} : { nextPageToken: next } };
}
