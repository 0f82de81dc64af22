/** Options for V8, set once the server listens. */
import { setFlagsFromString } from "node:v8";

/**
 * Collects garbage once the old generation is one and a half times what the last collection left of it. V8 itself would wait for
 * four times as much: with 30 MB that live, it would take 130 MB first.
 */
export const heapGrowth = "--heap-growing-percent=50";

/** Sets it. V8 warns on standard error of an option that it doesn't know, and ignores it. */
export function limitHeapGrowth(): void {
  setFlagsFromString(heapGrowth);
}
