/** Pages of listings, newest first. */

/** A request for a page. */
export type PageQuery = { limit: number; cursor?: string | undefined };

/** Where a page starts: after the row with this time and id; null for the first page. */
export type PageAfter = { createdAt: number; id: string } | null;

/** One page. `more`: rows follow it. */
export type Page<Row> = { rows: Row[]; more: boolean };
