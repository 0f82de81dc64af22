/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { googleDriveApi } from "./api.ts";
import { googleDriveWorld, type GoogleDriveWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface GoogleDriveSimulator extends Simulator {
  readonly world: GoogleDriveWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startGoogleDriveSimulator(options: { port?: number } = {}): Promise<GoogleDriveSimulator> {
  const world = googleDriveWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: googleDriveApi, world, ...options });
  return Object.assign(simulator, { world });
}
