/**
 * Pages of lists. By convention, the token for the next page is an output field such as `nextPageToken`, and goes into
 * the input field of the same name without `next`: `pageToken`.
 */
import { summary } from "@svc/contract";
import { Type, type TSchema } from "typebox";
import { ProviderFailure } from "./failure.ts";
import { isRecord } from "./shape.ts";

/** An output field of lists: how many entries `readEntries` left out. */
export const unreadableCount = summary(
  Type.Integer({
    description:
      "Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0.",
    minimum: 0,
  }),
);

/**
 * Reads the entries of a page. An object that isn't in the documented format is left out and counted, so that it
 * doesn't cost the whole page.
 * @throws ProviderFailure if an entry isn't an object, or several entries are all unreadable: the list itself then has
 * another format.
 */
export function readEntries<Entry>(
  entries: readonly unknown[],
  read: (entry: unknown) => Entry,
): { items: Entry[]; unreadable: number } {
  const items: Entry[] = [];
  let failure: ProviderFailure | null = null;
  for (const entry of entries) {
    try {
      items.push(read(entry));
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !isRecord(entry)) throw error;
      failure = error;
    }
  }
  if (failure !== null && items.length === 0 && entries.length > 1) throw failure;
  return { items, unreadable: entries.length - items.length };
}

/** An output field with the token for the next page, and the input field for it. */
export type PageFields = { next: string; sent: string };

/** Returns the fields with tokens for the next page, from an action's output schema. */
export function pageFieldsOf(output: TSchema): PageFields[] {
  const { properties = {} } = output as { properties?: Readonly<Record<string, unknown>> };
  return Object.keys(properties).flatMap((next) => {
    const [, first, rest] = /^next([A-Z])(.*)$/.exec(next) ?? [];
    return first === undefined || rest === undefined ? [] : [{ next, sent: `${first.toLowerCase()}${rest}` }];
  });
}

/**
 * Returns the output of a list, with an empty token as null: there is no next page.
 * @throws ProviderFailure `PROVIDER_ERROR` if the token doesn't lead further, since a reader would never reach the end.
 */
export function checkNextPage<Output>(fields: readonly PageFields[], input: unknown, output: Output): Output {
  const changed: Record<string, null> = {};
  for (const { next, sent } of fields) {
    const token = (Object(output) as Readonly<Record<string, unknown>>)[next];
    if (token === "") changed[next] = null;
    else if (repeats((Object(input) as Readonly<Record<string, unknown>>)[sent], token)) throw repeatedPage();
  }
  return Object.keys(changed).length === 0 ? output : { ...output, ...changed };
}

/** Whether the token for the next page leads back. Numbered pages start at 1. */
function repeats(sent: unknown, next: unknown): boolean {
  if (typeof next === "number") return next <= (typeof sent === "number" ? sent : 1);
  return typeof next === "string" && next === sent;
}

/** Creates the failure for a list whose token for the next page leads back to a page that was already read. */
export function repeatedPage(): ProviderFailure {
  return new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail:
      "The provider's list repeats itself: its token for the next page leads back to a page that was already read.",
  });
}
