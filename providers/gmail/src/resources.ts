/** Messages, drafts and labels, as far as they are returned: https://developers.google.com/workspace/gmail/api/reference/rest */
import { orNull, part, record, shape, text, textOf, textsOf } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { attachmentsOf, contentOf, headersOf, textMaxLength } from "./parts.ts";

/** A message that was sent, or of which no more is known. */
export const reference = shape({
  id: text("id", "Id of the message."),
  threadId: text("threadId", "Id of its thread."),
});

/** A message that was changed or sent. */
export const labelled = shape({
  id: text("id", "Id of the message."),
  threadId: text("threadId", "Id of its thread."),
  labelIds: textsOf("labelIds", "Its labels, such as `INBOX`, `UNREAD` and `SENT`."),
});

/** A label. */
export const label = shape({
  id: text("id", "Id of the label, which other actions take."),
  name: text("name", "Its name; `/` separates levels."),
  type: orNull(text("type", "system or user.")),
});

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const envelopeFields = {
  ...labelled.schema.properties,
  snippet: Type.String({ description: "How the message begins." }),
  from: nullableText("Who sent it."),
  to: nullableText("To whom."),
  cc: nullableText("Who got a copy."),
  subject: nullableText("Its subject."),
  date: nullableText("When it was sent, as its sender says."),
  receivedAt: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "When Gmail accepted it.",
  }),
};

/** A message without its text. */
export const envelopeSchema = Type.Object(envelopeFields, { additionalProperties: false });

/** A message with its text. */
export const messageSchema = Type.Object(
  {
    ...envelopeFields,
    text: nullableText(`Its plain text, at most ${textMaxLength} characters; null if it has none.`),
    html: nullableText(
      `Its HTML, at most ${textMaxLength} characters, as the sender wrote it: never show it unfiltered.`,
    ),
    attachments: Type.Array(
      Type.Object(
        {
          filename: Type.String({ description: "Name of the file, as the sender chose it." }),
          mimeType: Type.String({ description: "Its type, as the sender says." }),
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

/** A draft that was just made. */
export const draft = shape({
  id: text("id", "Id of the draft, which `drafts.send` takes."),
  message: part("message", reference),
});
