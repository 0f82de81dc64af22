/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { googleCalendarApi } from "./api.ts";
import { googleCalendarWorld, type GoogleCalendarWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface GoogleCalendarSimulator extends Simulator {
  readonly world: GoogleCalendarWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startGoogleCalendarSimulator(options: { port?: number } = {}): Promise<GoogleCalendarSimulator> {
  const world = googleCalendarWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: googleCalendarApi, world, ...options });
  return Object.assign(simulator, { world });
}
