/** Options for V8, set once the server listens. */
import { setFlagsFromString } from "node:v8";

/**
 * Makes V8 collect garbage once the old generation has grown by half since the last collection. By default V8 would
 * wait until it is four times as large: with 30 MB in use, until it takes 130 MB.
 */
export const heapGrowth = "--heap-growing-percent=50";

/** Sets the option. V8 warns about unknown options on standard error and otherwise ignores them. */
export function limitHeapGrowth(): void {
  setFlagsFromString(heapGrowth);
}
