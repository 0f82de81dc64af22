/** Watches for failovers that show what a test says. */
import type { FenceWatch } from "../../../src/domain/failover/watch.ts";

/** One that found nothing. */
export const openFence: Pick<FenceWatch, "state" | "dispatchRefused"> = {
  state: () => ({ closed: null, mode: "none", lacksSync: false }),
  dispatchRefused: () => undefined,
};
