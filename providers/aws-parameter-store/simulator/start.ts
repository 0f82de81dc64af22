/** Starts the simulated account on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { parametersApi } from "./api.ts";
import { ParametersWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type ParametersSimulator = StoreSimulator<ParametersWorld>;

/**
 * Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken.
 * @param options.nowMs AWS's clock; the machine's by default.
 */
export async function startAwsParameterStoreSimulator(
  options: { port?: number; switches?: Partial<Switches>; nowMs?: () => number } = {},
): Promise<ParametersSimulator> {
  const { switches, ...more } = options;
  return startStore({ api: parametersApi, world: new ParametersWorld(switches), ...more });
}
