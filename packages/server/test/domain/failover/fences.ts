/** Failover watches in a fixed state, for tests. */
import type { FenceWatch } from "../../../src/domain/failover/watch.ts";

/** A watch that accepts writes. */
export const openFence: Pick<FenceWatch, "state" | "dispatchRefused"> = {
  state: () => ({ closed: null, mode: "none", lacksSync: false }),
  dispatchRefused: () => undefined,
};
