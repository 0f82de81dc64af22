/** The actions on messages, in the catalog's order. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { messageRequest, messagesRequest, modifyRequest, sendRequest, trashRequest } from "../client.ts";
import { addresses, html, labelIds, messageId, pageSize, pageToken, query, subject, text } from "../fields.ts";
import { labelFacts, readLabels, settleLabels } from "../labels.ts";
import { rawMessage } from "../mail.ts";
import { entriesOf, nextPageToken, nextPageTokenOf } from "../pages.ts";
import { headersOf } from "../parts.ts";
import { previewLabels, previewReply, previewTrash } from "../previews.ts";
import { replyTo } from "../replies.ts";
import { labelled, messageSchema, readMessage, reference } from "../resources.ts";
import { modifying, reading, replying, sending } from "../scopes.ts";
import { readMetadata, sentEvidence } from "../sent.ts";

const messagesSearch = defineAction({
  id: "messages.search",
  title: "Search messages",
  description:
    "Searches messages and lists their ids, newest first, one page at a time, without spam and trash. Use `messages.get` to read a message.",
  consent: "Search your mail",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      query: Type.Optional(query),
      labelIds: Type.Optional(labelIds("Returns only messages with all of these labels.")),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(pageToken),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      messages: Type.Array(reference.schema, { description: "The messages on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { query: "from:robin@example.com" },
  async run({ query, pageSize = 50, ...filters }, provider) {
    const { body } = await provider.read(messagesRequest({ ...filters, q: query, pageSize }), { accept: [200] });
    const { items, unreadable } = readEntries(entriesOf(body, "messages"), reference.read);
    return { messages: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});

const messagesGet = defineAction({
  id: "messages.get",
  title: "Read a message",
  description: "Reads a message with its text. Attachments are listed by name, type and size, without their content.",
  consent: "Read your mail",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ messageId }, { additionalProperties: false }),
  output: messageSchema,
  example: { messageId: "18f0000000000001" },
  async run({ messageId }, provider) {
    return readMessage((await provider.read(messageRequest(messageId, "full"), { accept: [200] })).body);
  },
});

const messagesSend = defineAction({
  id: "messages.send",
  title: "Send a message",
  description:
    "Sends a message from the user's address. To know the outcome even if the response is lost, create a draft and send it with `drafts.send`.",
  consent: "Send mail as you",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: sending,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      to: { ...addresses("The recipients."), minItems: 1 },
      cc: Type.Optional(addresses("The Cc recipients.")),
      bcc: Type.Optional(addresses("The Bcc recipients, whom the others don't see.")),
      subject,
      text,
      html: Type.Optional(html),
    },
    { additionalProperties: false },
  ),
  output: labelled.schema,
  example: { to: ["robin@example.com"], subject: "Lunch", text: "At noon?" },
  evidence: sentEvidence,
  async run(mail, provider) {
    const request = sendRequest({ raw: rawMessage(mail, provider.marker.hex) });
    return labelled.read((await provider.change(request, { accept: [200] })).body);
  },
});

const messagesReply = defineAction({
  id: "messages.reply",
  title: "Reply to a message",
  description:
    "Replies to a message in its conversation, with its subject. Without `to`, the reply goes to the message's Reply-To address or, if it has none, to its sender.",
  consent: "Reply to your mail",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: replying,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      messageId,
      text,
      html: Type.Optional(html),
      to: Type.Optional({ ...addresses("The recipients, instead of the sender."), minItems: 1 }),
      cc: Type.Optional(addresses("The Cc recipients.")),
    },
    { additionalProperties: false },
  ),
  output: labelled.schema,
  example: { messageId: "18f0000000000001", text: "Noon is fine." },
  evidence: sentEvidence,
  preview: {
    needs: ["messages.get"],
    read: async (input, provider) => await previewReply(input, provider),
  },
  async run({ messageId, to, ...mail }, provider) {
    const original = await readMetadata(provider, messageId);
    const { threadId } = labelled.read(original);
    const { to: sender, ...head } = replyTo(headersOf(record(original)));
    const raw = rawMessage({ ...mail, ...head, to: to ?? [sender] }, provider.marker.hex);
    return labelled.read((await provider.change(sendRequest({ raw, threadId }), { accept: [200] })).body);
  },
});

const messagesLabel = defineAction({
  id: "messages.label",
  title: "Label a message",
  description:
    "Adds labels to a message and removes labels from it: removing `UNREAD` marks it as read, removing `INBOX` archives it, adding `STARRED` stars it.",
  consent: "Label, archive and mark your mail",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: modifying,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      messageId,
      add: Type.Optional(labelIds("Ids of the labels to add.")),
      remove: Type.Optional(labelIds("Ids of the labels to remove.")),
    },
    { additionalProperties: false },
  ),
  output: labelled.schema,
  example: { messageId: "18f0000000000001", remove: ["UNREAD"] },
  evidence: {
    strength: "state",
    needs: ["messages.get"],
    facts: labelFacts,
    // The input was valid when it was sent.
    settle: async ({ input: { messageId = "", add = [], remove = [] }, ...look }) =>
      await settleLabels(look, messageId, { add, remove }),
  },
  preview: {
    needs: ["messages.get", "labels.list"],
    read: async (input, provider) => await previewLabels(input, provider),
  },
  async run({ messageId, add = [], remove = [] }, provider) {
    const { isSo } = await readLabels(provider, messageId, { add, remove });
    const request = modifyRequest(messageId, { addLabelIds: add, removeLabelIds: remove });
    return labelled.read((await provider.change(request, { accept: [200], facts: { wasDifferent: !isSo } })).body);
  },
});

const trashed = { add: ["TRASH"], remove: [] };

const messagesTrash = defineAction({
  id: "messages.trash",
  title: "Move a message to the trash",
  description: "Moves a message to the trash. Gmail deletes it from there after 30 days.",
  consent: "Move your mail to the trash",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: modifying,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ messageId }, { additionalProperties: false }),
  output: labelled.schema,
  example: { messageId: "18f0000000000003" },
  evidence: {
    strength: "state",
    needs: ["messages.get"],
    facts: labelFacts,
    // The input was valid when it was sent.
    settle: async ({ input: { messageId = "" }, ...look }) => await settleLabels(look, messageId, trashed),
  },
  preview: {
    needs: ["messages.get"],
    read: async (input, provider) => await previewTrash(input, provider),
  },
  async run({ messageId }, provider) {
    const { isSo } = await readLabels(provider, messageId, trashed);
    const facts = { wasDifferent: !isSo };
    return labelled.read((await provider.change(trashRequest(messageId), { accept: [200], facts })).body);
  },
});

export const messageActions = [messagesSearch, messagesGet, messagesSend, messagesReply, messagesLabel, messagesTrash];
