/** Where a list continues: https://developers.google.com/workspace/gmail/api/guides/list-messages */
import { list, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";

/** The output field of every list. */
export const nextPageToken = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `pageToken` to continue; null on the last page.",
});

/** The cursor in an answer; null on the last page. @throws ProviderFailure `PROVIDER_ERROR` if it isn't a text. */
export function nextPageTokenOf(body: unknown): string | null {
  const token = record(body)["nextPageToken"];
  return token === undefined || token === null ? null : textOf(token);
}

/** The entries of a search. Gmail leaves out the member if there are none, and still estimates how many there are. */
export function entriesOf(body: unknown, name: string): readonly unknown[] {
  const { [name]: entries, resultSizeEstimate } = record(body);
  return entries === undefined && typeof resultSizeEstimate === "number" ? [] : list(entries);
}
