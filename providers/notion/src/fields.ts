/** Fields that several actions share. */
import { isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";

/** A field with an id: a UUID, with or without hyphens. */
export function notionId(description: string) {
  return Type.String({ description, maxLength: 36, pattern: "^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$" });
}

/** A page's id. */
export const pageId = notionId("Id of the page.");

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

/** Whether Notion ended a list at its limit: an output field of lists that have one. */
export const incomplete = Type.Boolean({
  description: "Whether Notion ended the list here because it returns at most 10,000 results, although there are more.",
});

/**
 * Parses a list: its entries, its cursor, and whether Notion ended it at its limit.
 * @throws ProviderFailure `PROVIDER_ERROR` for another shape.
 */
export function entriesOf(body: unknown): { entries: unknown[]; nextPageToken: string | null; incomplete: boolean } {
  const { results, next_cursor: cursor, request_status: status } = record(body);
  return {
    entries: list(results),
    nextPageToken: cursor === null || cursor === undefined ? null : textOf(cursor),
    incomplete: isRecord(status) && status["type"] === "incomplete",
  };
}
