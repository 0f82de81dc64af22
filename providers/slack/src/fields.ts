/** Fields that several actions have. */
import { oneOf } from "@svc/contract";
import { Type } from "typebox";

/** A channel's id. */
export const channel = Type.String({
  description: "Id of the channel (C…, G…, D…). Names aren't accepted.",
  maxLength: 30,
  pattern: "^[CGD][A-Z0-9]{2,29}$",
});

/** Where a message can be sent. */
export const recipient = Type.String({
  description: "Id of the channel (C…, G…, D…), or of a person for a direct message (U…, W…).",
  maxLength: 30,
  pattern: "^[CGDUW][A-Z0-9]{2,29}$",
});

/** A person's id. */
export const userId = Type.String({ description: "Id of the person.", maxLength: 30, pattern: "^[UW][A-Z0-9]{2,29}$" });

/** A message's timestamp, which is its id in the channel. */
export function timestamp(description: string) {
  return Type.String({
    description: `${description} Slack's timestamp, such as \`1773133200.000100\`.`,
    maxLength: 20,
    pattern: "^[0-9]{1,12}\\.[0-9]{6}$",
  });
}

/** The text of a message. */
export const text = Type.String({ description: "The text.", minLength: 1, maxLength: 4000 });

/** How a text is written. */
export const format = oneOf(
  ["plain", "mrkdwn"],
  "plain shows the text as it is, and is the default; mrkdwn is Slack's own markup, with links and mentions.",
);

/** Entries on a page. */
export const limit = Type.Integer({ description: "Entries on a page; 100 by default.", minimum: 1, maximum: 200 });

/** Messages on a page: Slack gives some apps no more than 15. */
export const messageLimit = Type.Integer({
  description: "Messages on a page; 15 by default.",
  minimum: 1,
  maximum: 200,
});

/** Where a list continues. */
export const cursor = Type.String({
  description: "`nextCursor` of the page before.",
  maxLength: 500,
  pattern: "^[!-~]+$",
});
