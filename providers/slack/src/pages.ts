/** Pages of lists: https://docs.slack.dev/apis/web-api/pagination */
import { isRecord, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";

/** The cursor of the next page: an output field of every list. */
export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `cursor` to get the next page; null on the last page.",
});

/** Returns the cursor of the next page; null on the last page, where Slack returns an empty cursor or none. */
export function nextCursorOf(body: unknown): string | null {
  const metadata = record(body)["response_metadata"];
  const cursor = isRecord(metadata) ? metadata["next_cursor"] : undefined;
  return cursor === undefined || cursor === null || cursor === "" ? null : textOf(cursor);
}
