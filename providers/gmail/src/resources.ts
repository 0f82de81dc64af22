/**
 * The returned fields of messages, drafts and labels: https://developers.google.com/workspace/gmail/api/reference/rest
 */
import { separated } from "@svc/provider-kit";
import { orNull, part, record, shape, text, textOf, textsOf } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { attachmentsOf, contentOf, headersOf, textMaxLength } from "./parts.ts";

/** A message by its ids alone, as in lists and drafts. */
export const reference = shape({
  id: text("id", "Id of the message."),
  threadId: text("threadId", "Id of the thread that it belongs to."),
});

/** A message that was changed or sent. */
export const labelled = shape({
  id: text("id", "Id of the message."),
  threadId: text("threadId", "Id of the thread that it belongs to."),
  labelIds: textsOf("labelIds", "Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`."),
});

export const label = shape({
  id: text("id", "Id of the label, for use in other actions."),
  name: text("name", "Name of the label; `/` separates levels."),
  type: orNull(text("type", "Kind of label: system or user.")),
});

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const envelopeFields = {
  ...labelled.schema.properties,
  snippet: Type.String({ description: "Beginning of the message's text." }),
  from: nullableText("Sender, as in the From header."),
  to: nullableText("Recipients, as in the To header."),
  cc: nullableText("Cc recipients, as in the Cc header."),
  subject: nullableText("Subject of the message."),
  date: nullableText("When it was sent, according to the sender's Date header."),
  receivedAt: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "When Gmail received it.",
  }),
};

/** A message without its text. */
export const envelopeSchema = Type.Object(envelopeFields, { additionalProperties: false });

/** A message with its text. */
export const messageSchema = Type.Object(
  {
    ...envelopeFields,
    text: nullableText(`Its plain text, at most ${separated(textMaxLength)} characters; null if it has none.`),
    html: nullableText(
      `Its HTML, at most ${separated(textMaxLength)} characters, exactly as sent: sanitize it before you display it.`,
    ),
    attachments: Type.Array(
      Type.Object(
        {
          filename: Type.String({ description: "Name of the file, according to the sender." }),
          mimeType: Type.String({ description: "MIME type, according to the sender." }),
          size: Type.Integer({ description: "Size in bytes.", minimum: 0 }),
        },
        { additionalProperties: false },
      ),
      { description: "The attached files." },
    ),
  },
  { additionalProperties: false },
);

/** Reads a message without its text. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readEnvelope(value: unknown): Static<typeof envelopeSchema> {
  const message = record(value);
  const headers = headersOf(message);
  const { snippet, internalDate } = message;
  const receivedMs = Number(internalDate ?? Number.NaN);
  return {
    ...labelled.read(message),
    snippet: snippet === undefined ? "" : textOf(snippet),
    from: headers.get("from") ?? null,
    to: headers.get("to") ?? null,
    cc: headers.get("cc") ?? null,
    subject: headers.get("subject") ?? null,
    date: headers.get("date") ?? null,
    receivedAt: Number.isFinite(receivedMs) ? new Date(receivedMs).toISOString() : null,
  };
}

/** Reads a message with its text. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readMessage(value: unknown): Static<typeof messageSchema> {
  const message = record(value);
  return {
    ...readEnvelope(message),
    text: contentOf(message, "text/plain"),
    html: contentOf(message, "text/html"),
    attachments: attachmentsOf(message),
  };
}

/** A draft by its ids. */
export const draft = shape({
  id: text("id", "Id of the draft, for use in `drafts.send`."),
  message: part("message", reference),
});
