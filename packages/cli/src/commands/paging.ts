/** The paging flags of listings. */
import { CommandFailure } from "../failure.ts";

/** `--limit` and `--cursor` as they come. */
export type PageFlags = { limit?: string; cursor?: string };

/** The page part of a query; the server judges the bounds. @throws CommandFailure exit 2 for a limit that is no number. */
export function pageOf(flags: PageFlags): { limit?: number; cursor?: string } {
  const { limit, cursor } = flags;
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) throw new CommandFailure(2, "--limit must be a whole number.");
  return { ...(limit === undefined ? {} : { limit: Number(limit) }), ...(cursor === undefined ? {} : { cursor }) };
}

/** Drops undefined values, which exact optional types refuse. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
