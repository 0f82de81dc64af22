/** Fields that several actions share. */
import { content, oneOf } from "@svc/contract";
import { Type } from "typebox";

/** A channel's id. */
export const channel = Type.String({
  description: "Id of the channel (C…, G…, D…). Names aren't accepted.",
  maxLength: 30,
  pattern: "^[CGD][A-Z0-9]{2,29}$",
});

/** The recipient of a message. */
export const recipient = Type.String({
  description: "Id of the channel (C…, G…, D…), or of a person for a direct message (U…, W…).",
  maxLength: 30,
  pattern: "^[CGDUW][A-Z0-9]{2,29}$",
});

/** A person's id. */
export const userId = Type.String({ description: "Id of the person.", maxLength: 30, pattern: "^[UW][A-Z0-9]{2,29}$" });

/** A field with a message's timestamp, which is its id in the channel. */
export function timestamp(description: string, title = "Timestamp") {
  return Type.String({
    title,
    description: `${description} For example, \`1773133200.000100\`.`,
    maxLength: 20,
    pattern: "^[0-9]{1,12}\\.[0-9]{6}$",
  });
}

/** The text of a message. */
export const text = content(Type.String({ description: "Text of the message.", minLength: 1, maxLength: 4000 }));

/** The format of a text. */
export const format = oneOf(
  ["plain", "mrkdwn"],
  "`plain` shows the text unchanged and is the default; `mrkdwn` is Slack's own markup, with links and mentions.",
);

/** The size of a page. */
export const limit = Type.Integer({
  description: "Number of entries per page; 100 by default.",
  minimum: 1,
  maximum: 200,
});

/** The size of a page of messages. Slack returns at most 15 to some apps. */
export const messageLimit = Type.Integer({
  description: "Number of messages per page; 15 by default.",
  minimum: 1,
  maximum: 200,
});

/** The cursor of a page. */
export const cursor = Type.String({
  description: "`nextCursor` of the previous page.",
  maxLength: 500,
  pattern: "^[!-~]+$",
});
