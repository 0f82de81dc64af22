/** Waits for the `hold` fault. */
import type { Simulator } from "../src/index.ts";

/** Waits until the simulator holds this many requests. */
export async function untilHeld(simulator: Simulator, count: number): Promise<void> {
  while (simulator.held < count) await new Promise((resolve) => setTimeout(resolve, 5));
}
