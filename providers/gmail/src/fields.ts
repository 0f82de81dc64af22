/** Fields that several actions share. */
import { content } from "@svc/contract";
import { Type } from "typebox";

const id = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" });

/** A message's id. */
export const messageId = id("Id of the message.");
/** A thread's id. */
export const threadId = id("Id of the thread.");
/** A draft's id. */
export const draftId = id("Id of the draft.");

/** Email addresses without names, because a name would need quoting. */
export function addresses(description: string) {
  return Type.Array(
    Type.String({
      description: "An email address, such as `robin@example.com`.",
      maxLength: 254,
      pattern: "^[!#-'*+./0-9=?A-Z^_`a-z{|}~-]+@[A-Za-z0-9.-]+$",
    }),
    { description, maxItems: 100 },
  );
}

/** A single line, because a line break would begin another header. */
export const subject = Type.String({
  description: "Subject of the message.",
  maxLength: 500,
  pattern: "^[^\\u0000-\\u001f\\u007f]*$",
});
/** The text of a message. */
export const text = content(Type.String({ description: "Plain text of the message.", maxLength: 100_000 }));
/** The same message as HTML. */
export const html = content(
  Type.String({
    description: "The same message as HTML, for email programs that display it. Gmail removes scripts and forms.",
    maxLength: 100_000,
  }),
);

/** Labels by id. */
export function labelIds(description: string) {
  return Type.Array(
    Type.String({
      description: "Id of a label, such as `UNREAD`, or from `labels.list`.",
      maxLength: 225,
      pattern: "^[A-Za-z0-9_-]+$",
    }),
    { description, minItems: 1, maxItems: 100 },
  );
}

/** A search as in Gmail's own search box. */
export const query = Type.String({
  description: "Search query, as in Gmail's search box, such as `from:robin@example.com has:attachment newer_than:7d`.",
  minLength: 1,
  maxLength: 1000,
});

export const pageSize = Type.Integer({
  description: "Number of entries per page; 50 by default.",
  minimum: 1,
  maximum: 100,
});

export const pageToken = Type.String({
  description: "`nextPageToken` of the previous page.",
  maxLength: 2048,
  pattern: "^[!-~]+$",
});
