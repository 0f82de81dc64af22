/** Fields that several actions have. */
import { Type } from "typebox";

/** A UUID. */
export function uuid(description: string) {
  return Type.String({
    description,
    maxLength: 36,
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  });
}

/** An issue, by UUID or identifier. */
export const issueId = Type.String({
  description: "Id of the issue: its UUID or its identifier, such as `ENG-7`.",
  maxLength: 36,
  pattern: "^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z][A-Z0-9]{0,9}-[0-9]{1,9})$",
});

/** The title. */
export const title = Type.String({ description: "Title of the issue.", minLength: 1, maxLength: 255 });
/** The description. */
export const description = Type.String({ description: "Description, in Markdown.", maxLength: 50_000 });
/** How urgent it is. */
export const priority = Type.Integer({
  description: "0 for none, 1 urgent, 2 high, 3 medium, 4 low.",
  minimum: 0,
  maximum: 4,
});
/** When it is due. */
export const dueDate = Type.String({
  description: "The day by which it is due, such as `2026-03-10`.",
  maxLength: 10,
  pattern: "^\\d{4}-\\d\\d-\\d\\d$",
});

/** Labels by id. */
export function labelIds(description: string) {
  return Type.Array(uuid("Id of a label, as `labels.list` gives it."), { description, maxItems: 50 });
}

/** Entries on a page, and where it begins. */
export const paging = {
  pageSize: Type.Optional(Type.Integer({ description: "Entries on a page; 50 by default.", minimum: 1, maximum: 100 })),
  pageToken: Type.Optional(
    Type.String({ description: "`nextPageToken` of the page before.", maxLength: 500, pattern: "^[!-~]+$" }),
  ),
};

/** The output field of every list. */
export const nextPageToken = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `pageToken` to continue; null on the last page.",
});
