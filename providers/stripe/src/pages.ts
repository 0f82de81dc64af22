/** Pages of lists: https://docs.stripe.com/api/pagination */
import { summaryCount } from "@svc/contract";
import { readEntries, unreadableCount } from "@svc/provider-kit";
import { flagOf, list, record, textOf, type Fields, type Shape } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";

const nextStartingAfter = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `startingAfter` to get the next page; null on the last page.",
});

/** Builds the output schema of a list of this resource. */
export function pageOf<Own extends Fields>(resource: Shape<Own>) {
  const items = summaryCount(Type.Array(resource.schema, { description: "The entries on this page, newest first." }));
  return Type.Object({ items, unreadable: unreadableCount, nextStartingAfter }, { additionalProperties: false });
}

/** Reads a page. @throws ProviderFailure `PROVIDER_ERROR` if it isn't a list. */
export function readPage<Own extends Fields>(resource: Shape<Own>, body: unknown) {
  const page = record(body);
  const data = list(page["data"]);
  const last = data.at(-1);
  const hasMore = flagOf(page["has_more"]);
  const { items, unreadable } = readEntries<Static<Shape<Own>["schema"]>>(data, resource.read);
  return { items, unreadable, nextStartingAfter: hasMore && last !== undefined ? textOf(record(last)["id"]) : null };
}
