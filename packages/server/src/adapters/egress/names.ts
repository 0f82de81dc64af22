/** Resolves names: the interface that lookups for providers and webhooks share. */
import type { LookupAddress } from "node:dns";

/**
 * Looks up a name.
 * @param signal aborted when the response is no longer wanted.
 * @returns its addresses; none, or a rejection, if the lookup failed.
 */
export type NameLookup = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;
