/** Requests to the Gmail API v1 as data, one function per method of the API. Pure. */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";

/** A page of a list. */
export type Page = { pageSize?: number | undefined; pageToken?: string | undefined };

/** A message as Gmail accepts it: RFC 5322 in base64url. */
export type RawMessage = { raw: string; threadId?: string | undefined };

const mailbox = (...more: string[]) => ["gmail", "v1", "users", "me", ...more];

/** `messages.list` */
export function messagesRequest(
  search: Page & { q?: string | undefined; labelIds?: readonly string[] | undefined; includeSpamTrash?: boolean },
): ProviderRequest {
  return get(mailbox("messages"), listQuery(search));
}

/** `messages.get`: in full, or with headers only. */
export function messageRequest(id: string, format: "full" | "metadata"): ProviderRequest {
  return get(mailbox("messages", id), { format });
}

/** `threads.list` */
export function threadsRequest(
  search: Page & { q?: string | undefined; labelIds?: readonly string[] | undefined },
): ProviderRequest {
  return get(mailbox("threads"), listQuery(search));
}

/** `threads.get`: the messages without their text. */
export function threadRequest(id: string): ProviderRequest {
  return get(mailbox("threads", id), { format: "metadata" });
}

/** `messages.send` */
export function sendRequest(message: RawMessage): ProviderRequest {
  return { method: "POST", path: mailbox("messages", "send"), json: message };
}

/** `messages.modify` */
export function modifyRequest(
  id: string,
  labels: { addLabelIds: readonly string[]; removeLabelIds: readonly string[] },
): ProviderRequest {
  return { method: "POST", path: mailbox("messages", id, "modify"), json: labels };
}

/** `messages.trash` */
export function trashRequest(id: string): ProviderRequest {
  return { method: "POST", path: mailbox("messages", id, "trash") };
}

/** `drafts.list` */
export function draftsRequest(search: Page & { q?: string | undefined }): ProviderRequest {
  return get(mailbox("drafts"), listQuery(search));
}

/** `drafts.get` */
export function draftRequest(id: string, format: "full" | "metadata"): ProviderRequest {
  return get(mailbox("drafts", id), { format });
}

/** `drafts.create` */
export function createDraftRequest(message: RawMessage): ProviderRequest {
  return { method: "POST", path: mailbox("drafts"), json: { message } };
}

/** `drafts.send` */
export function sendDraftRequest(id: string): ProviderRequest {
  return { method: "POST", path: mailbox("drafts", "send"), json: { id } };
}

/** `labels.list` */
export const labelsRequest: ProviderRequest = { method: "GET", path: mailbox("labels") };

/** `labels.create` */
export function createLabelRequest(name: string): ProviderRequest {
  const json = { name, labelListVisibility: "labelShow", messageListVisibility: "show" };
  return { method: "POST", path: mailbox("labels"), json };
}

function listQuery({ pageSize, pageToken, ...filters }: Page & Readonly<Record<string, QueryValue>>) {
  return { ...filters, maxResults: pageSize, pageToken };
}

function get(path: string[], query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path, query };
}
