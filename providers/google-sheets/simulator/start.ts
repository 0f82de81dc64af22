/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { googleSheetsApi } from "./api.ts";
import { googleSheetsWorld, type GoogleSheetsWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface GoogleSheetsSimulator extends Simulator {
  readonly world: GoogleSheetsWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startGoogleSheetsSimulator(options: { port?: number } = {}): Promise<GoogleSheetsSimulator> {
  const world = googleSheetsWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: googleSheetsApi, world, ...options });
  return Object.assign(simulator, { world });
}
