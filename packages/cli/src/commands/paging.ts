/** Reads flags that are numbers, such as those of lists. */
import { CommandFailure } from "../failure.ts";

/** `--limit` and `--cursor` as given. */
export type PageFlags = { limit?: string; cursor?: string };

/**
 * The paging part of a query; the server checks the limits.
 * @throws CommandFailure exit 2 if the limit isn't a number.
 */
export function pageQuery(flags: PageFlags): { limit?: number; cursor?: string } {
  const { limit, cursor } = flags;
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) throw new CommandFailure(2, "--limit must be a whole number.");
  return { ...(limit === undefined ? {} : { limit: Number(limit) }), ...(cursor === undefined ? {} : { cursor }) };
}

/** Removes undefined values, which exact optional types don't accept. */
export function dropUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Reads a number; the server checks its limits. @throws CommandFailure exit 2 if it isn't a whole number. */
export function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new CommandFailure(2, `${flag} must be a whole number.`);
  return Number(text);
}
