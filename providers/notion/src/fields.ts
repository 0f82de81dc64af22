/** Fields that several actions have. */
import { list, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";

/** An id: a UUID, with or without hyphens. */
export function notionId(description: string) {
  return Type.String({ description, maxLength: 36, pattern: "^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$" });
}

/** A page. */
export const pageId = notionId("Id of the page.");

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

/** The entries of a list, and its cursor. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function entriesOf(body: unknown): { entries: unknown[]; nextPageToken: string | null } {
  const { results, next_cursor: cursor } = record(body);
  return { entries: list(results), nextPageToken: cursor === null || cursor === undefined ? null : textOf(cursor) };
}
