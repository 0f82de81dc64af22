/** Fields that several actions have. */
import { Type } from "typebox";

const id = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" });

/** A message's id. */
export const messageId = id("Id of the message.");
/** A thread's id. */
export const threadId = id("Id of the thread.");
/** A draft's id. */
export const draftId = id("Id of the draft.");

/** Mail addresses, without names: a name would need quoting. */
export function addresses(description: string) {
  return Type.Array(
    Type.String({
      description: "An address, such as `robin@example.com`.",
      maxLength: 254,
      pattern: "^[!#-'*+./0-9=?A-Z^_`a-z{|}~-]+@[A-Za-z0-9.-]+$",
    }),
    { description, maxItems: 100 },
  );
}

/** A line of text. A line break would begin another header. */
export const subject = Type.String({
  description: "Subject.",
  maxLength: 500,
  pattern: "^[^\\u0000-\\u001f\\u007f]*$",
});
/** The text of a message. */
export const text = Type.String({ description: "The message as plain text.", maxLength: 100_000 });
/** The same text as HTML. */
export const html = Type.String({
  description: "The same as HTML, for programs that show it. Gmail removes scripts and forms.",
  maxLength: 100_000,
});

/** Labels by id. */
export function labelIds(description: string) {
  return Type.Array(
    Type.String({
      description: "Id of a label, such as `UNREAD`, or as `labels.list` gives it.",
      maxLength: 225,
      pattern: "^[A-Za-z0-9_-]+$",
    }),
    { description, minItems: 1, maxItems: 100 },
  );
}

/** A search as in Gmail's own field. */
export const query = Type.String({
  description: "A search as in Gmail, such as `from:robin@example.com has:attachment newer_than:7d`.",
  minLength: 1,
  maxLength: 1000,
});

/** Entries on a page. */
export const pageSize = Type.Integer({ description: "Entries on a page; 50 by default.", minimum: 1, maximum: 100 });

/** Where a list continues. */
export const pageToken = Type.String({
  description: "`nextPageToken` of the page before.",
  maxLength: 2048,
  pattern: "^[!-~]+$",
});
