/** Page tokens: https://developers.google.com/workspace/calendar/api/guides/pagination */
import { record, textOf } from "@svc/provider-kit/shape";
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
