/** Fields that several actions share. */
import { content } from "@svc/contract";
import { Type } from "typebox";

/** A field with a UUID. */
export function uuid(description: string) {
  return Type.String({
    description,
    maxLength: 36,
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  });
}

/** An issue's UUID or identifier. */
export const issueId = Type.String({
  description: "UUID or identifier of the issue, such as `ENG-7`.",
  maxLength: 36,
  pattern: "^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z][A-Z0-9]{0,9}-[0-9]{1,9})$",
});

export const title = Type.String({ description: "Title of the issue.", minLength: 1, maxLength: 255 });
export const description = content(
  Type.String({ description: "Description of the issue, in Markdown.", maxLength: 50_000 }),
);
export const priority = Type.Integer({
  description: "Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low.",
  minimum: 0,
  maximum: 4,
});
export const dueDate = Type.String({
  description: "Due date, such as `2026-03-10`.",
  maxLength: 10,
  pattern: "^\\d{4}-\\d\\d-\\d\\d$",
});

/** A field with label ids. */
export function labelIds(description: string) {
  return Type.Array(uuid("Id of a label, from `labels.list`."), { description, maxItems: 50 });
}

/** Size and token of a page: the input fields of every list. */
export const paging = {
  pageSize: Type.Optional(
    Type.Integer({ description: "Number of entries per page; 50 by default.", minimum: 1, maximum: 100 }),
  ),
  pageToken: Type.Optional(
    Type.String({ description: "`nextPageToken` of the previous page.", maxLength: 500, pattern: "^[!-~]+$" }),
  ),
};

/** The token of the next page: an output field of every list. */
export const nextPageToken = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `pageToken` to get the next page; null on the last page.",
});
