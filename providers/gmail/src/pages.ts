/** Page tokens: https://developers.google.com/workspace/gmail/api/guides/list-messages */
import { list, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";

/** The token of the next page: an output field of every list. */
export const nextPageToken = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `pageToken` to get the next page; null on the last page.",
});

/**
 * The page token in a response; null on the last page.
 * @throws ProviderFailure `PROVIDER_ERROR` if it isn't a string.
 */
export function nextPageTokenOf(body: unknown): string | null {
  const token = record(body)["nextPageToken"];
  return token === undefined || token === null ? null : textOf(token);
}

/** The entries of a search. If there are none, Gmail omits the field, but still returns an estimated count. */
export function entriesOf(body: unknown, name: string): readonly unknown[] {
  const { [name]: entries, resultSizeEstimate } = record(body);
  return entries === undefined && typeof resultSizeEstimate === "number" ? [] : list(entries);
}
