/** Finds the addresses of a name: the shape that providers' and webhooks' lookups share. */
import type { LookupAddress } from "node:dns";

/**
 * Looks a name up.
 * @param signal aborted when nobody wants the answer any more.
 * @returns its addresses. None, or a rejection, where nothing could be found out.
 */
export type NameLookup = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;
