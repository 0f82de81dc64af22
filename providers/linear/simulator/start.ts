/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { linearApi } from "./api.ts";
import { linearWorld, type LinearWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface LinearSimulator extends Simulator {
  readonly world: LinearWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startLinearSimulator(options: { port?: number } = {}): Promise<LinearSimulator> {
  const world = linearWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: linearApi, world, ...options });
  return Object.assign(simulator, { world });
}
