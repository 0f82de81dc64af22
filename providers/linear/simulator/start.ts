/** Starts the simulated provider on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { linearApi } from "./api.ts";
import { LinearWorld } from "./world.ts";

/** A running simulator with its state. */
export type LinearSimulator = StoreSimulator<LinearWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken. */
export function startLinearSimulator(options: { port?: number } = {}): Promise<LinearSimulator> {
  return startStore({ api: linearApi, world: new LinearWorld(), ...options });
}
