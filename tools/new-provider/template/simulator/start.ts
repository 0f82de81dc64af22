/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { acmeNotesApi } from "./api.ts";
import { acmeNotesWorld, type AcmeNotesWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface AcmeNotesSimulator extends Simulator {
  readonly world: AcmeNotesWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startAcmeNotesSimulator(options: { port?: number } = {}): Promise<AcmeNotesSimulator> {
  const world = acmeNotesWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: acmeNotesApi, world, ...options });
  return Object.assign(simulator, { world });
}
