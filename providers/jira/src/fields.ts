/** Fields that several actions share. */
import { content } from "@svc/contract";
import { Type } from "typebox";

/** An issue's key or id. */
export const issueKey = Type.String({
  description: "Key or id of the issue, such as `ENG-7`.",
  maxLength: 64,
  pattern: "^([A-Z][A-Z0-9_]{1,29}-[0-9]{1,12}|[0-9]{1,18})$",
});

/** A project's key or id. */
export const projectKey = Type.String({
  description: "Key of the project, from `projects.list`.",
  maxLength: 30,
  pattern: "^[A-Z][A-Z0-9_]{1,29}$",
});

/** A user's id. */
export const accountId = Type.String({
  description: "Id of the user, from `users.find`.",
  maxLength: 128,
  pattern: "^[A-Za-z0-9:_-]+$",
});

/** The title of an issue. Jira refuses line breaks. */
export const summary = Type.String({
  description: "Title of the issue.",
  minLength: 1,
  maxLength: 255,
  pattern: "^[^\\r\\n]+$",
});

/** A field with what a person writes, which is converted to a document. */
export function longText(description: string) {
  return content(
    Type.String({
      description: `${description} Plain text; an empty line starts a new paragraph.`,
      minLength: 1,
      maxLength: 30_000,
    }),
  );
}

/** Labels. Jira refuses spaces in them. */
export function labels(description: string) {
  return Type.Array(Type.String({ description: "A label.", maxLength: 255, pattern: "^\\S+$" }), {
    description,
    maxItems: 50,
  });
}

export const priority = Type.String({
  description: "Name of the priority, such as `High`.",
  minLength: 1,
  maxLength: 60,
});

export const dueDate = Type.String({
  description: "Due date, such as `2026-03-10`.",
  maxLength: 10,
  pattern: "^\\d{4}-\\d\\d-\\d\\d$",
});

export const pageSize = Type.Integer({
  description: "Number of entries per page; 50 by default.",
  minimum: 1,
  maximum: 100,
});

/** A page token: the index of the page's first entry. */
export const pageToken = Type.String({
  description: "`nextPageToken` of the previous page.",
  maxLength: 9,
  pattern: "^[0-9]+$",
});

/** The token of the next page: an output field of every list. */
export const nextPageToken = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `pageToken` to get the next page; null on the last page.",
});
